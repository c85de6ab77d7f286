-- Times are microseconds since 1970. What the model has as a word is a number here (codes.rs).

CREATE TABLE batch (
    number INTEGER PRIMARY KEY,
    connection TEXT NOT NULL,
    scope TEXT NOT NULL,
    wish TEXT NOT NULL,
    origin TEXT NOT NULL,
    state INTEGER NOT NULL,
    problem TEXT,
    bad_lines INTEGER NOT NULL,
    keep_passwords INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at INTEGER,
    held_until INTEGER
) STRICT;

CREATE TABLE line (
    batch INTEGER NOT NULL REFERENCES batch (number),
    number INTEGER NOT NULL,
    -- What the source said.
    is_listed INTEGER NOT NULL,
    line INTEGER,
    address TEXT NOT NULL,
    page TEXT,
    repeats INTEGER,
    own_privacy INTEGER,
    -- What is planned.
    known TEXT,
    act INTEGER NOT NULL,
    skipped TEXT,
    choices INTEGER NOT NULL,
    was INTEGER,
    create_to INTEGER,
    change_to INTEGER,
    generated_at INTEGER,
    secret BLOB,
    secret_of INTEGER,
    -- What came of it.
    state INTEGER NOT NULL,
    made TEXT,
    problem TEXT,
    was_found INTEGER NOT NULL DEFAULT 0,
    begun_at INTEGER,
    ended_at INTEGER,
    took INTEGER,
    becomes INTEGER AS (CASE act WHEN 0 THEN create_to WHEN 1 THEN change_to WHEN 2 THEN change_to END) VIRTUAL,
    -- 0: needs no password, 1: has its password, 2: lacks it.
    lock INTEGER AS (CASE WHEN becomes = 2 THEN 1 + (secret IS NULL) ELSE 0 END) VIRTUAL,
    -- Whether it changes a privacy that is known from before.
    changes INTEGER AS (act IN (1, 2) AND coalesce(was <> becomes, 0)) VIRTUAL,
    PRIMARY KEY (batch, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX line_state ON line (batch, state);
CREATE INDEX line_act ON line (batch, act);

-- How many rows are of which kind, so that a batch is read quickly however many it has.
CREATE TABLE tally (
    batch INTEGER NOT NULL REFERENCES batch (number),
    act INTEGER NOT NULL,
    state INTEGER NOT NULL,
    lock INTEGER NOT NULL,
    changes INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    PRIMARY KEY (batch, act, state, lock, changes)
) STRICT, WITHOUT ROWID;

CREATE TABLE bad_line (
    batch INTEGER NOT NULL REFERENCES batch (number),
    place INTEGER NOT NULL,
    line INTEGER NOT NULL,
    text TEXT NOT NULL,
    field TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (batch, place)
) STRICT, WITHOUT ROWID;

-- The number of the last batch: none is given twice, also after its batch was removed.
CREATE TABLE last (number INTEGER NOT NULL) STRICT;
INSERT INTO last VALUES (0);
