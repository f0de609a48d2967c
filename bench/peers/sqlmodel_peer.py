"""A plain SQLModel session: the case loaded as an object, changed, its history added, committed."""

from __future__ import annotations

from sqlalchemy import event
from sqlmodel import Field, Session, SQLModel, col, create_engine, func, select
from transitions import Machine
from unit import ACTOR, AT, MOVES, PRAGMAS, SAID_JSON, STATES, STEPS, Numbers, Peer, measure


class Case(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    number: str
    state: str = STATES[0]
    version: int = 0
    data: str = "{}"
    updated_at: str | None = None


class History(SQLModel, table=True):
    case_id: int = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    event: str
    from_state: str
    to_state: str
    actor: str
    at: str
    payload: str


class Model:
    def __init__(self, state: str) -> None:
        self.state = state

    def allowed(self) -> bool:
        return self.state in STATES


_moves = [
    {"trigger": step, "source": before, "dest": after, "conditions": "allowed"}
    for step, (before, after) in MOVES.items()
]
_machine = Machine(model=None, states=list(STATES), transitions=_moves, initial=STATES[0], auto_transitions=False)


def make(place: str) -> Peer:
    """One shared machine of transitions, one session for each step."""
    on_server = place.startswith("postgresql://")
    engine = create_engine(place.replace("postgresql:", "postgresql+psycopg:") if on_server else f"sqlite:///{place}")
    if not on_server:

        @event.listens_for(engine, "connect")
        def connected(connection, _) -> None:
            connection.isolation_level = None
            for pragma in PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")

        @event.listens_for(engine, "begin")
        def begun(connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    SQLModel.metadata.create_all(engine)
    numbers = Numbers()

    def create(count: int) -> list[int]:
        taken = numbers.take(count)
        with Session(engine) as session:
            session.add_all(Case(id=number, number=f"AI-{number}") for number in taken)
            session.commit()
        return taken

    def play(number: int) -> None:
        for step in STEPS:
            with Session(engine) as session:
                case = session.get(Case, number)
                model = Model(case.state)
                _machine.events[step].trigger(model)
                before, case.state = case.state, model.state
                case.version += 1
                case.updated_at = AT
                session.add(
                    History(
                        case_id=number, seq=case.version, event=step, from_state=before, to_state=model.state,
                        actor=ACTOR, at=AT, payload=SAID_JSON,
                    )
                )  # fmt: skip
                session.commit()

    def check(number: int) -> tuple[str, int]:
        with Session(engine) as session:
            told = session.exec(select(func.count()).select_from(History).where(col(History.case_id) == number)).one()
            return session.get(Case, number).state, told

    return Peer(create, play, check)


if __name__ == "__main__":
    measure(make)
