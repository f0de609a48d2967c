"""The limit: the driver alone, two statements and a COMMIT."""

from __future__ import annotations

from unit import AT, MOVES, STEPS, Driver, Numbers, Peer, measure


def make(place: str) -> Peer:
    """No machine: the table of moves is the guard."""
    driver, numbers = Driver(place), Numbers()
    driver.prepare()

    def create(count: int) -> list[int]:
        taken = numbers.take(count)
        driver.add([(number, "{}") for number in taken])
        return taken

    def play(number: int) -> None:
        for version, step in enumerate(STEPS, 1):
            before, after = MOVES[step]
            driver.begin()
            driver.run(
                "UPDATE cases SET state=?, version=version+1, updated_at=? WHERE id=? AND state=?",
                (after, AT, number, before),
            )
            if driver.cursor.rowcount != 1:
                raise ValueError(number)
            driver.tell(number, version, step)
            driver.commit()

    return Peer(create, play, driver.ended)


if __name__ == "__main__":
    measure(make)
