"""The SQL that the program runs, as text. Written by ``python -m storage.compiling``, never by hand."""

CASE = """SELECT case_file.snapshot, case_file.leaf FROM case_file WHERE case_file.case_id = :case_id"""
SNAPSHOT = """SELECT case_file.snapshot FROM case_file WHERE case_file.case_id = :case_id"""
HELD = """SELECT case_file.snapshot, case_file.leaf, case_file.procedure, case_file.wakes_on, (SELECT
person_key.wrapped FROM person_key WHERE person_key.wrapped IS NOT NULL AND person_key.case_id = case_file.case_id) AS
anon_1 FROM case_file WHERE case_file.case_id = :case_id"""
PINNED = """SELECT case_file.procedure, case_file.wakes_on FROM case_file WHERE case_file.case_id = :case_id"""
FIRST_RECORD = """SELECT event.record FROM event WHERE event.seq = 1"""
HEAD = """SELECT log_head.seq, log_head.recorded_at FROM log_head"""
END = """SELECT log_head.seq, log_head.recorded_at, (SELECT person_key.wrapped FROM person_key WHERE
person_key.wrapped IS NOT NULL AND person_key.case_id = :case_id) AS anon_1 FROM log_head"""
ANY_PERSON_KEY = """SELECT person_key.wrapped FROM person_key WHERE person_key.wrapped IS NOT NULL LIMIT :limit"""
KEY = """SELECT idempotency.salt, idempotency.commitment, idempotency.case_id, idempotency.version, (SELECT
person_key.wrapped FROM person_key WHERE person_key.case_id = idempotency.case_id AND person_key.version <=
idempotency.version ORDER BY person_key.version DESC LIMIT 1) FROM idempotency WHERE idempotency."key" = :key"""
EVENT = """SELECT event.seq, event.leaf, event.recorded_at FROM event WHERE event.case_id = :case_id AND event.version
= :version"""
LATEST = """SELECT event.recorded_at, event.record FROM event WHERE event.case_id = :case_id ORDER BY event.version
DESC"""
EVENT_PAPERS = """SELECT document.id, document.kind, document.series, document.body, document.year, document.ordinal,
document.code FROM document WHERE document.case_id = :case_id AND document.version = :version ORDER BY document.id"""
RECORDS = """SELECT event.record FROM event WHERE event.case_id = :case_id ORDER BY event.version"""
VALUES = """SELECT private_value.version, private_value.field, private_value.sealed, (SELECT person_key.wrapped FROM
person_key WHERE person_key.case_id = private_value.case_id AND person_key.version <= private_value.version ORDER BY
person_key.version DESC LIMIT 1) FROM private_value WHERE private_value.case_id = :case_id"""
TAKE_NUMBER = """INSERT INTO numbering (series, body, year, last) VALUES (:series, :body, :year, 1) ON CONFLICT
(series, body, year) DO UPDATE SET last = (numbering.last + 1) RETURNING last"""
NEXT_NUMBER = """INSERT INTO numbering (series, body, year, last) VALUES (:series, :body, :year, 1) ON CONFLICT
(series, body, year) DO UPDATE SET last = (numbering.last + 1)"""
LAST_NUMBER = """SELECT numbering.last FROM numbering WHERE numbering.series = :series AND numbering.body = :body AND
numbering.year = :year"""
SOURCE = """SELECT source.content FROM source WHERE source.digest = :digest"""
NEW_RESPONDENT = """INSERT INTO respondent (case_id, id, subject) VALUES (:case_id, :id, :subject)"""
RENAME_RESPONDENT = """INSERT INTO respondent (case_id, id, subject) VALUES (:case_id, :id, :subject) ON CONFLICT
(case_id, id) DO UPDATE SET subject = excluded.subject"""
DROP_RESPONDENT = """DELETE FROM respondent WHERE respondent.case_id = :case_id AND respondent.id = :id"""
FORGET_RESPONDENTS = """DELETE FROM respondent WHERE respondent.case_id = :id"""
NEW_PERSON_KEY = """INSERT INTO person_key (case_id, version, id, wrapped, made_at, destroyed_at) VALUES (:case_id,
:version, :id, :wrapped, :made_at, :destroyed_at)"""
DESTROY_KEYS = """UPDATE person_key SET wrapped=NULL, destroyed_at=:at WHERE person_key.case_id = :id AND
person_key.wrapped IS NOT NULL"""
BLUR_KEY = """UPDATE idempotency SET salt=:salt, commitment=:commitment WHERE idempotency."key" = (SELECT event.cause
FROM event WHERE event.case_id = :id AND event.version = :of)"""
FILE_KNOWN = """SELECT file.sha256 FROM file WHERE file.sha256 = :sha256"""
NEW_CASE = """INSERT INTO case_file (case_id, year, ordinal, procedure, version, leaf, state, reason, phase,
opened_on, day, wakes_on, snapshot) VALUES (:case_id, :year, :ordinal, :procedure, :version, :leaf, :state, :reason,
:phase, :opened_on, :day, :wakes_on, :snapshot)"""
CHANGE_CASE = """UPDATE case_file SET procedure=:procedure, version=:version, leaf=:leaf, state=:state,
reason=:reason, phase=:phase, opened_on=:opened_on, day=:day, wakes_on=:wakes_on, snapshot=:snapshot WHERE
case_file.case_id = :id AND case_file.version = :before"""
NEW_EVENT = """INSERT INTO event (seq, case_id, version, step, occurred_on, recorded_at, cause, prev, leaf, record)
VALUES (:seq, :case_id, :version, :step, :occurred_on, :recorded_at, :cause, :prev, :leaf, :record)"""
NEW_PRIVATE = """INSERT INTO private_value (case_id, version, field, commitment, sealed) VALUES (:case_id, :version,
:field, :commitment, :sealed)"""
NEW_FILE = """INSERT INTO file (sha256, media_type, size, stored_at) VALUES (:sha256, :media_type, :size,
:stored_at)"""
NEW_EXHIBIT = """INSERT INTO exhibit (case_id, version, sha256) VALUES (:case_id, :version, :sha256)"""
NEW_PAPER = """INSERT INTO document (case_id, version, kind, track, about, series, body, year, ordinal, code,
template, context, status, reason, file, rendered_at) VALUES (:case_id, :version, :kind, :track, :about, :series,
:body, :year, :ordinal, :code, :template, :context, :status, :reason, :file, :rendered_at) RETURNING id"""
NUMBERED_PAPER = """INSERT INTO document (id, case_id, version, kind, track, about, series, body, year, ordinal, code,
template, context, status, reason, file, rendered_at) VALUES (:id, :case_id, :version, :kind, :track, :about, :series,
:body, :year, :ordinal, :code, :template, :context, :status, :reason, :file, :rendered_at)"""
NEW_TASK = """INSERT INTO outbox (task, document, status, attempts, next_try, owner, leased_until, reason) VALUES
(:task, :document, :status, :attempts, :next_try, :owner, :leased_until, :reason)"""
NEW_MATTER = """INSERT INTO matter (seq, position, case_id, version, what) VALUES (:seq, :position, :case_id,
:version, :what)"""
NEW_LETTER = """INSERT INTO letter (digest, case_id, version) VALUES (:digest, :case_id, :version)"""
LETTER = """SELECT letter.case_id FROM letter WHERE letter.digest = :digest"""
FORGET_LETTERS = """DELETE FROM letter WHERE letter.case_id = :id"""
NEW_KEY = """INSERT INTO idempotency ("key", person, salt, commitment, case_id, version, created_at) VALUES (:key,
:person, :salt, :commitment, :case_id, :version, :created_at)"""
NEW_SOURCE = """INSERT INTO source (digest, kind, name, content, sha256, stored_at) VALUES (:digest, :kind, :name,
:content, :sha256, :stored_at)"""
SET_DEADLINE = """INSERT INTO deadline (case_id, id, version, kind, track, round, literal, due, act_on, fires, status)
VALUES (:case_id, :id, :version, :kind, :track, :round, :literal, :due, :act_on, :fires, :status) ON CONFLICT
(case_id, id) DO UPDATE SET version = excluded.version, kind = excluded.kind, track = excluded.track, round =
excluded.round, literal = excluded.literal, due = excluded.due, act_on = excluded.act_on, fires = excluded.fires,
status = excluded.status"""
SET_OBLIGATION = """INSERT INTO obligation (case_id, id, version, item, code, kind, round, status, units, amount,
final_on, overdue_on, settled_on) VALUES (:case_id, :id, :version, :item, :code, :kind, :round, :status, :units,
:amount, :final_on, :overdue_on, :settled_on) ON CONFLICT (case_id, id) DO UPDATE SET version = excluded.version, item
= excluded.item, code = excluded.code, kind = excluded.kind, round = excluded.round, status = excluded.status, units =
excluded.units, amount = excluded.amount, final_on = excluded.final_on, overdue_on = excluded.overdue_on, settled_on =
excluded.settled_on"""
DROP_DEADLINE = """DELETE FROM deadline WHERE deadline.case_id = :case_id AND deadline.id = :id"""
DROP_OBLIGATION = """DELETE FROM obligation WHERE obligation.case_id = :case_id AND obligation.id = :id"""
MOVE_HEAD = """UPDATE log_head SET seq=:seq, leaf=:leaf, recorded_at=:recorded_at"""
ERASE = """UPDATE private_value SET sealed=NULL WHERE private_value.case_id = :id AND private_value.version = :of AND
private_value.field = :name"""
CASES = """SELECT case_file.case_id, case_file.state, case_file.reason, case_file.phase, case_file.version,
case_file.opened_on, case_file.day, case_file.wakes_on, case_file.procedure, case_file.leaf FROM case_file ORDER BY
case_file.year DESC, case_file.ordinal DESC LIMIT :limit"""
CASES_IN_STATE = """SELECT case_file.case_id, case_file.state, case_file.reason, case_file.phase, case_file.version,
case_file.opened_on, case_file.day, case_file.wakes_on, case_file.procedure, case_file.leaf FROM case_file WHERE
case_file.state = :state ORDER BY case_file.year DESC, case_file.ordinal DESC LIMIT :limit"""
ONE_CASE = """SELECT case_file.case_id, case_file.state, case_file.reason, case_file.phase, case_file.version,
case_file.opened_on, case_file.day, case_file.wakes_on, case_file.procedure, case_file.leaf FROM case_file WHERE
case_file.case_id = :case_id"""
CASES_BY_NUMBER = """SELECT case_file.case_id, case_file.state, case_file.reason, case_file.phase, case_file.version,
case_file.opened_on, case_file.day, case_file.wakes_on, case_file.procedure, case_file.leaf FROM case_file WHERE
case_file.case_id >= :start AND case_file.case_id < :end ORDER BY case_file.case_id LIMIT :limit"""
OF_SUBJECT = """SELECT respondent.case_id, respondent.id, case_file.snapshot FROM respondent JOIN case_file ON
case_file.case_id = respondent.case_id WHERE respondent.subject = :subject ORDER BY respondent.case_id,
respondent.id"""
SUBJECTS = """SELECT respondent.id, respondent.subject FROM respondent WHERE respondent.case_id = :case_id"""
ANY_SUBJECT = """SELECT respondent.subject FROM respondent WHERE respondent.subject > '' LIMIT :limit"""
UNRECKONED = """SELECT respondent.case_id FROM respondent WHERE respondent.subject = ''"""
DUE = """SELECT case_file.wakes_on, case_file.case_id FROM case_file WHERE case_file.wakes_on <= :on AND
(case_file.wakes_on, case_file.case_id) > (:day, :number) ORDER BY case_file.wakes_on, case_file.case_id LIMIT
:limit"""
DUE_COUNT = """SELECT count(*) AS count_1 FROM case_file WHERE case_file.wakes_on <= :on"""
COUNT_BY_STATE = """SELECT case_file.state, count(*) AS count_1 FROM case_file GROUP BY case_file.state ORDER BY
case_file.state"""
RUNNING = """SELECT deadline.case_id, deadline.id, deadline.version, deadline.kind, deadline.track, deadline.round,
deadline.literal, deadline.due, deadline.act_on, deadline.fires, deadline.status FROM deadline WHERE deadline.status =
'open' AND deadline.due BETWEEN :start AND :until ORDER BY deadline.due, deadline.case_id, deadline.id LIMIT :limit"""
PAPERS = """SELECT document.id, document.case_id, document.version, document.kind, document.track, document.about,
document.series, document.body, document.year, document.ordinal, document.code, document.template, document.status,
document.reason, document.file, document.rendered_at, (SELECT person_key.wrapped FROM person_key WHERE
person_key.case_id = document.case_id AND person_key.version <= document.version ORDER BY person_key.version DESC
LIMIT 1) FROM document ORDER BY document.id DESC LIMIT :limit"""
PAPERS_OF_CASE = """SELECT document.id, document.case_id, document.version, document.kind, document.track,
document.about, document.series, document.body, document.year, document.ordinal, document.code, document.template,
document.status, document.reason, document.file, document.rendered_at, (SELECT person_key.wrapped FROM person_key
WHERE person_key.case_id = document.case_id AND person_key.version <= document.version ORDER BY person_key.version
DESC LIMIT 1) FROM document WHERE document.case_id = :case_id ORDER BY document.version, document.id"""
PAPER_BY_ID = """SELECT document.id, document.case_id, document.version, document.kind, document.track,
document.about, document.series, document.body, document.year, document.ordinal, document.code, document.template,
document.status, document.reason, document.file, document.rendered_at, (SELECT person_key.wrapped FROM person_key
WHERE person_key.case_id = document.case_id AND person_key.version <= document.version ORDER BY person_key.version
DESC LIMIT 1), document.context FROM document WHERE document.id = :id"""
PAPER_BY_CODE = """SELECT document.id, document.case_id, document.version, document.kind, document.track,
document.about, document.series, document.body, document.year, document.ordinal, document.code, document.template,
document.status, document.reason, document.file, document.rendered_at, (SELECT person_key.wrapped FROM person_key
WHERE person_key.case_id = document.case_id AND person_key.version <= document.version ORDER BY person_key.version
DESC LIMIT 1) FROM document WHERE document.code = :code"""
PAPERS_NUMBERED = """SELECT document.id, document.case_id, document.version, document.kind, document.track,
document.about, document.series, document.body, document.year, document.ordinal, document.code, document.template,
document.status, document.reason, document.file, document.rendered_at, (SELECT person_key.wrapped FROM person_key
WHERE person_key.case_id = document.case_id AND person_key.version <= document.version ORDER BY person_key.version
DESC LIMIT 1) FROM document WHERE document.series = :series AND document.year = :year AND document.ordinal =
:ordinal"""
WAITING = """SELECT document.id, document.case_id, document.version, document.kind, document.track, document.about,
document.series, document.body, document.year, document.ordinal, document.code, document.template, document.status,
document.reason, document.file, document.rendered_at, (SELECT person_key.wrapped FROM person_key WHERE
person_key.case_id = document.case_id AND person_key.version <= document.version ORDER BY person_key.version DESC
LIMIT 1) FROM document JOIN outbox ON outbox.document = document.id WHERE outbox.status = 'pending' ORDER BY
outbox.next_try, outbox.id LIMIT :limit"""
GIVEN_UP = """SELECT document.id, document.case_id, document.version, document.kind, document.track, document.about,
document.series, document.body, document.year, document.ordinal, document.code, document.template, document.status,
document.reason, document.file, document.rendered_at, (SELECT person_key.wrapped FROM person_key WHERE
person_key.case_id = document.case_id AND person_key.version <= document.version ORDER BY person_key.version DESC
LIMIT 1) FROM document JOIN outbox ON outbox.document = document.id WHERE outbox.status = 'failed' ORDER BY
outbox.document LIMIT :limit"""
WAITING_COUNT = """SELECT count(*) AS count_1 FROM outbox WHERE outbox.status = 'pending'"""
GIVEN_UP_COUNT = """SELECT count(*) AS count_1 FROM outbox WHERE outbox.status = 'failed'"""
MATTERS = """SELECT matter.seq, matter.case_id, matter.version, matter.what, event.occurred_on, event.recorded_at FROM
matter JOIN event ON event.seq = matter.seq WHERE matter.seq > :after ORDER BY matter.seq, matter.position LIMIT
:limit"""
EVENTS = """SELECT event.leaf, event.record FROM event WHERE event.case_id = :case_id ORDER BY event.version"""
NEXT_TASKS = """SELECT outbox.id, outbox.attempts, document.id AS document, document.case_id, document.version,
document.kind, document.body, document.year, document.ordinal, document.code, document.template, document.context,
(SELECT person_key.wrapped FROM person_key WHERE person_key.case_id = document.case_id AND person_key.version <=
document.version ORDER BY person_key.version DESC LIMIT 1) FROM outbox JOIN document ON document.id = outbox.document
WHERE outbox.status = 'pending' AND outbox.next_try <= :now AND (outbox.leased_until IS NULL OR outbox.leased_until <
:now) ORDER BY outbox.next_try, outbox.id LIMIT :limit"""
LEASE_TASK = """UPDATE outbox SET attempts=:attempts, owner=:owner, leased_until=:leased_until WHERE outbox.id =
:task"""
FINISH_TASK = """UPDATE outbox SET status=:new_status, next_try=:next_try, owner='', leased_until=NULL, reason=:reason
WHERE outbox.id = :task AND outbox.owner = :by AND outbox.status = 'pending'"""
MARK_PAPER = """UPDATE document SET status=:new_status, reason=:reason, file=:file, rendered_at=:at WHERE document.id
= :document"""
GIVE_BACK_TASK = """UPDATE outbox SET owner='', leased_until=NULL WHERE outbox.id = :task AND outbox.owner = :by AND
outbox.status = 'pending'"""
TASK_AGAIN = """UPDATE outbox SET status='pending', next_try=:next_try, reason='' WHERE outbox.document = :of AND
outbox.status = 'failed'"""
ADD_ROUND = """INSERT INTO clock_round (started_at, finished_at, morning, acts, failures, stopped, confirmed_by)
VALUES (:started_at, :finished_at, :morning, :acts, :failures, :stopped, :confirmed_by)"""
LATEST_ROUNDS = """SELECT clock_round.started_at, clock_round.finished_at, clock_round.morning, clock_round.acts,
clock_round.failures, clock_round.stopped, clock_round.confirmed_by FROM clock_round ORDER BY clock_round.id DESC
LIMIT :limit"""
ROUND_RAN = """SELECT clock_round.finished_at FROM clock_round WHERE clock_round.stopped = '' ORDER BY clock_round.id
DESC LIMIT :limit"""
ROUND_ACTS = """SELECT coalesce(sum(clock_round.acts), 0) AS coalesce_1 FROM clock_round WHERE clock_round.stopped =
'' AND clock_round.finished_at >= :since"""
CHECKPOINT_KEYS = """SELECT DISTINCT checkpoint."key" FROM checkpoint"""
LATEST_CHECKPOINT = """SELECT checkpoint.id, checkpoint.note, checkpoint."key" FROM checkpoint ORDER BY checkpoint.id
DESC LIMIT :limit"""
CHECKPOINT_BEFORE = """SELECT checkpoint.id, checkpoint.note, checkpoint."key" FROM checkpoint WHERE checkpoint.size <
:seq ORDER BY checkpoint.size DESC, checkpoint.id DESC LIMIT :limit"""
PUBLISHED = """SELECT publication.edition, publication.day, checkpoint.note FROM publication JOIN checkpoint ON
checkpoint.id = publication.checkpoint WHERE checkpoint.size >= :least ORDER BY checkpoint.id, publication.edition"""
CHECKPOINT_OF_EDITION = """SELECT checkpoint.note FROM checkpoint JOIN publication ON checkpoint.id =
publication.checkpoint WHERE publication.edition = :edition AND checkpoint.size >= :least ORDER BY
publication.checkpoint LIMIT :limit"""
_new_checkpoint = """INSERT INTO checkpoint (size, root, note, "key", signed_at) VALUES (:size, :root, :note, :key,
:signed_at)"""
NEW_CHECKPOINT = """INSERT INTO checkpoint (size, root, note, "key", signed_at) VALUES (:size, :root, :note, :key,
:signed_at) RETURNING id"""
PUBLISH = """INSERT INTO publication (edition, checkpoint, day) VALUES (:edition, :checkpoint, :day)"""
ACTS_SHOWN = """SELECT event.seq, event.version, event.leaf, event.record FROM event WHERE event.case_id = :case_id
ORDER BY event.version"""
VALUES_SHOWN = """SELECT private_value.version, private_value.field, private_value.sealed, (SELECT person_key.wrapped
FROM person_key WHERE person_key.case_id = private_value.case_id AND person_key.version <= private_value.version ORDER
BY person_key.version DESC LIMIT 1) FROM private_value WHERE private_value.case_id = :case_id AND private_value.sealed
IS NOT NULL ORDER BY private_value.version, private_value.field"""
PAPERS_SHOWN = """SELECT document.version, document.kind, document.series, document.body, document.year,
document.ordinal, document.code, document.context, document.file, (SELECT person_key.wrapped FROM person_key WHERE
person_key.case_id = document.case_id AND person_key.version <= document.version ORDER BY person_key.version DESC
LIMIT 1) FROM document WHERE document.case_id = :case_id ORDER BY document.version, document.id"""
ACT_AT = """SELECT event.seq, event.version, event.leaf, event.record FROM event WHERE event.seq = :seq"""
RECORDED_AT = """SELECT event.recorded_at FROM event WHERE event.seq = :seq"""
LEAVES = """SELECT event.leaf FROM event WHERE event.seq > :start AND event.seq <= :end ORDER BY event.seq"""
RECORDS_BETWEEN = """SELECT event.seq, event.leaf, event.record FROM event WHERE event.seq > :start AND event.seq <=
:end ORDER BY event.seq"""
BLOCKS = """SELECT block.root FROM block WHERE block.ordinal >= :start AND block.ordinal < :end ORDER BY
block.ordinal"""
BLOCKS_KEPT = """SELECT count(block.ordinal) AS count_1 FROM block"""
NEW_BLOCK = """INSERT INTO block (ordinal, root) VALUES (:ordinal, :root)"""
ADD_TOWN_CHANGE = """INSERT INTO town_change (id, "key", at, person, approved_by, kind, act, said, old, new, text)
VALUES (:id, :key, :at, :person, :approved_by, :kind, :act, :said, :old, :new, :text)"""
TOWN_CHANGES = """SELECT town_change.id, town_change."key", town_change.at, town_change.person,
town_change.approved_by, town_change.kind, town_change.act, town_change.said, town_change.old, town_change.new,
town_change.text FROM town_change ORDER BY town_change.id"""
LATEST_TOWN_CHANGE = """SELECT town_change.id, town_change."key", town_change.at, town_change.person,
town_change.approved_by, town_change.kind, town_change.act, town_change.said, town_change.old, town_change.new,
town_change.text FROM town_change ORDER BY town_change.id DESC LIMIT :limit"""
ADD_RESTORATION = """INSERT INTO restoration (id, at, copied_at, size, root, known_size, files_missing) VALUES (:id,
:at, :copied_at, :size, :root, :known_size, :files_missing)"""
RESTORATIONS = """SELECT restoration.id, restoration.at, restoration.copied_at, restoration.size, restoration.root,
restoration.known_size, restoration.files_missing FROM restoration ORDER BY restoration.id"""
ADD_ROTATION = """INSERT INTO key_rotation (id, at, person, approved_by, old, new, keys) VALUES (:id, :at, :person,
:approved_by, :old, :new, :keys)"""
ROTATIONS = """SELECT key_rotation.id, key_rotation.at, key_rotation.person, key_rotation.approved_by,
key_rotation.old, key_rotation.new, key_rotation.keys FROM key_rotation ORDER BY key_rotation.id"""
KEYS_AFTER = """SELECT person_key.id, person_key.case_id, person_key.wrapped FROM person_key WHERE person_key.wrapped
IS NOT NULL AND person_key.id > :after ORDER BY person_key.id LIMIT :limit"""
KEYS_LEFT = """SELECT person_key.id, person_key.case_id, person_key.wrapped FROM person_key WHERE person_key.wrapped
IS NOT NULL AND substr(person_key.wrapped, 1, 4) != :number ORDER BY person_key.id"""
KEYS_LIVE = """SELECT count(*) AS count_1 FROM person_key WHERE person_key.wrapped IS NOT NULL"""
REWRAP = """UPDATE person_key SET wrapped=:to WHERE person_key.id = :key AND person_key.wrapped = :from"""
