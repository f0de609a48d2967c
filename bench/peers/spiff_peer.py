"""SpiffWorkflow: a BPMN process of six user tasks, loaded from the case's row and saved there at each step."""

from __future__ import annotations

from lxml import etree
from SpiffWorkflow.bpmn.parser import BpmnParser
from SpiffWorkflow.bpmn.serializer import BpmnWorkflowSerializer
from SpiffWorkflow.bpmn.workflow import BpmnWorkflow
from SpiffWorkflow.util.task import TaskState
from unit import AT, MOVES, SAID, STATES, STEPS, Driver, Numbers, Peer, measure

NODES = ("start", *STEPS, "end")
TASKS = "".join(
    f'<userTask id="{step}" name="{step}"><incoming>f{place}</incoming><outgoing>f{place + 1}</outgoing></userTask>'
    for place, step in enumerate(STEPS)
)
FLOWS = "".join(
    f'<sequenceFlow id="f{place}" sourceRef="{NODES[place]}" targetRef="{NODES[place + 1]}"/>'
    for place in range(len(NODES) - 1)
)
BPMN = f"""<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t">
<process id="infraction" isExecutable="true"><startEvent id="start"><outgoing>f0</outgoing></startEvent>{TASKS}
<endEvent id="end"><incoming>f{len(STEPS)}</incoming></endEvent>{FLOWS}</process></definitions>"""


def make(place: str) -> Peer:
    """The workflow as JSON in the case's row."""
    driver, numbers, parser = Driver(place), Numbers(), BpmnParser()
    driver.prepare()
    parser.add_bpmn_xml(etree.fromstring(BPMN.encode()), filename="infraction.bpmn")
    drawn, kept = parser.get_spec("infraction"), BpmnWorkflowSerializer(BpmnWorkflowSerializer.configure())

    def begun() -> str:
        workflow = BpmnWorkflow(drawn)
        workflow.do_engine_steps()
        return kept.serialize_json(workflow)

    def create(count: int) -> list[int]:
        taken = numbers.take(count)
        driver.add([(number, begun()) for number in taken])
        return taken

    def play(number: int) -> None:
        for step in STEPS:
            driver.begin()
            version, data = driver.one("SELECT version, data FROM cases WHERE id=?", (number,))
            workflow = kept.deserialize_json(data)
            task = workflow.get_next_task(state=TaskState.READY, manual=True)
            if task.task_spec.bpmn_id != step:
                raise ValueError(step)
            task.data["last"] = SAID["document"]
            task.run()
            workflow.do_engine_steps()
            driver.run(
                "UPDATE cases SET state=?, version=?, updated_at=?, data=? WHERE id=? AND version=?",
                (MOVES[step][1], version + 1, AT, kept.serialize_json(workflow), number, version),
            )
            driver.tell(number, version + 1, step)
            driver.commit()

    def check(number: int) -> tuple[str, int]:
        data = driver.one("SELECT data FROM cases WHERE id=?", (number,))[0]
        state, told = driver.ended(number)
        return (state if kept.deserialize_json(data).is_completed() else STATES[0]), told

    return Peer(create, play, check)


if __name__ == "__main__":
    measure(make)
