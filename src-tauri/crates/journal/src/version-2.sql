-- `changes` says in more detail what a row does to privacy and password:
-- 0: nothing, 1: changes a privacy that isn't a password, 2: takes the password away, 3: replaces the password,
-- 4: changes a privacy that wasn't known, 5: leaves the password alone, although a new one could be set.
ALTER TABLE line DROP COLUMN changes;
ALTER TABLE line ADD COLUMN changes INTEGER AS (CASE
    WHEN act = 4 AND was = 2 AND change_to = 2 THEN 5
    WHEN act NOT IN (1, 2) OR change_to IS NULL THEN 0
    WHEN was IS NULL THEN 4
    WHEN was = 2 AND change_to = 2 THEN 3
    WHEN was = change_to THEN 0
    WHEN was = 2 THEN 2
    ELSE 1 END) VIRTUAL;
DELETE FROM tally;
INSERT INTO tally (batch, act, state, lock, changes, lines)
    SELECT batch, act, state, lock, changes, count(*) FROM line GROUP BY batch, act, state, lock, changes;

-- Invalid lines may hold passwords: only what is surely none is written from now on.
UPDATE bad_line SET text = '';

-- The batches whose key may be in the keychain. A key without passwords to open is deleted at the next start.
CREATE TABLE batch_key (batch INTEGER PRIMARY KEY) STRICT;
INSERT INTO batch_key SELECT DISTINCT batch FROM line WHERE secret IS NOT NULL;
