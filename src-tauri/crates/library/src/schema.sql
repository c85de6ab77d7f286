-- Times are microseconds since 1970 in UTC. Verdicts are 0 bad, 1 decent, 2 good; privacy is the interface's number.

-- One row: what the in-memory index goes by to see what others wrote, and the last two starts of the app.
CREATE TABLE state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  rev INTEGER NOT NULL,      -- grows with each transaction that changed a report
  epoch INTEGER NOT NULL,    -- another one when rows were removed or replaced: nothing learned before holds
  reports INTEGER NOT NULL,  -- how many there are: SQLite would have to go through all of them
  snapshots INTEGER NOT NULL,
  visit INTEGER,
  visit_before INTEGER
) STRICT;
INSERT INTO state (id, rev, epoch, reports, snapshots) VALUES (1, 0, random(), 0, 0);

CREATE TABLE scope (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  known_from INTEGER,        -- when its first full sync ended: what was first seen before counts as known from the start
  record TEXT,               -- of its syncs, JSON
  walk TEXT                  -- how far an unfinished sync is, JSON
) STRICT;

CREATE TABLE project (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

-- A check's name and outcome, without what was found.
CREATE TABLE kind (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  passed INTEGER NOT NULL,      -- 0 no, 1 yes, 2 not said
  importance INTEGER NOT NULL,  -- 0 high, 1 medium, 2 low, 3 not said
  UNIQUE (name, passed, importance)
) STRICT;

-- What checks found, each content once (see checks/body.rs).
CREATE TABLE content (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
CREATE TABLE content_hash (hash BLOB PRIMARY KEY, content INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- The checks of a report at some time, each list of checks once (see checks/list.rs).
CREATE TABLE checks (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  list BLOB NOT NULL,
  failing BLOB NOT NULL,        -- the kinds that fail
  failed INTEGER NOT NULL       -- how many checks failed
) STRICT;

-- What seldom changes of a report.
CREATE TABLE face (
  id INTEGER PRIMARY KEY,
  address TEXT NOT NULL,
  url TEXT,
  odd TEXT,                     -- JSON; absent for none
  other TEXT                    -- JSON; absent where it was not read
) STRICT;

CREATE TABLE report (
  id INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL REFERENCES scope ON DELETE CASCADE,
  key TEXT NOT NULL,            -- the service's id
  first_seen INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  changed_at INTEGER,
  gone_at INTEGER,
  left_at INTEGER,              -- the last time that it was gone for a while: from then
  back_at INTEGER,              -- until then
  rev INTEGER NOT NULL,
  snapshot INTEGER NOT NULL,    -- the last one; what follows is as there
  verdict INTEGER,
  score REAL,
  privacy INTEGER,
  has_password INTEGER,
  generated_at INTEGER,
  created_at INTEGER,
  updated_at INTEGER,
  project INTEGER,
  face INTEGER NOT NULL,
  checks INTEGER,
  address TEXT NOT NULL,
  failing BLOB,
  was_verdict INTEGER,          -- before its last change
  was_score REAL,
  UNIQUE (scope, key)
) STRICT;
CREATE INDEX report_by_rev ON report (rev);
-- Those that are there.
CREATE INDEX report_by_scope ON report (scope) WHERE gone_at IS NULL;

CREATE TABLE snapshot (
  id INTEGER PRIMARY KEY,
  report INTEGER NOT NULL REFERENCES report ON DELETE CASCADE,
  seen_at INTEGER NOT NULL,
  verdict INTEGER,
  score REAL,
  privacy INTEGER,
  has_password INTEGER,
  generated_at INTEGER,
  created_at INTEGER,
  updated_at INTEGER,
  project INTEGER,
  face INTEGER NOT NULL,
  checks INTEGER,               -- absent where they were not read
  was_at INTEGER,               -- the snapshot before it, also when that was removed; absent for the first
  was_verdict INTEGER,
  was_score REAL
) STRICT;
CREATE INDEX snapshot_by_report ON snapshot (report);
-- Answers what changed since some time by itself.
CREATE INDEX snapshot_by_time ON snapshot (seen_at, was_at, report, was_verdict, was_score);

-- By how much each verdict grew in each quarter of an hour: days begin at such limits everywhere.
CREATE TABLE tally (
  scope INTEGER NOT NULL REFERENCES scope ON DELETE CASCADE,
  quarter INTEGER NOT NULL,     -- number of the quarter since 1970
  verdict INTEGER NOT NULL,     -- 3 for none
  delta INTEGER NOT NULL,
  PRIMARY KEY (scope, quarter, verdict)
) STRICT, WITHOUT ROWID;
