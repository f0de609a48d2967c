"""python-statemachine over the bare driver: the case's row read, a machine made for it, the row and history written."""

from __future__ import annotations

from statemachine import State, StateMachine
from unit import AT, STATES, STEPS, Driver, Numbers, Peer, measure


class Machine(StateMachine):
    drafted = State(initial=True)
    notified, defended, judged = State(), State(), State()
    appealed, decided, paid = State(), State(), State(final=True)
    notify = drafted.to(notified, cond="allowed")
    defend = notified.to(defended, cond="allowed")
    judge = defended.to(judged, cond="allowed")
    appeal = judged.to(appealed, cond="allowed")
    decide = appealed.to(decided, cond="allowed")
    pay = decided.to(paid, cond="allowed")

    def allowed(self) -> bool:
        return self.model.state in STATES


class Model:
    def __init__(self, state: str) -> None:
        self.state = state


def make(place: str) -> Peer:
    """One machine for each step, as where each request loads its case."""
    driver, numbers = Driver(place), Numbers()
    driver.prepare()

    def create(count: int) -> list[int]:
        taken = numbers.take(count)
        driver.add([(number, "{}") for number in taken])
        return taken

    def play(number: int) -> None:
        for step in STEPS:
            driver.begin()
            state, version = driver.one("SELECT state, version FROM cases WHERE id=?", (number,))
            model = Model(state)
            Machine(model).send(step)
            driver.run(
                "UPDATE cases SET state=?, version=?, updated_at=? WHERE id=? AND version=?",
                (model.state, version + 1, AT, number, version),
            )
            driver.tell(number, version + 1, step)
            driver.commit()

    return Peer(create, play, driver.ended)


if __name__ == "__main__":
    measure(make)
