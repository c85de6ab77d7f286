-- What is kept of a row that was sent, beside begun_at: that is when it was sent first, as long as nobody has proven that
-- nothing came of that.
-- The service's own time then.
ALTER TABLE line ADD COLUMN service_time INTEGER;
-- The process that sends it.
ALTER TABLE line ADD COLUMN owner INTEGER;
-- The service cannot be working on it any longer.
ALTER TABLE line ADD COLUMN is_past INTEGER NOT NULL DEFAULT 0;

-- From when on, by the service's dates, the reports are known that were there before the batch.
ALTER TABLE batch ADD COLUMN before_since INTEGER;

CREATE TABLE before (
    batch INTEGER NOT NULL REFERENCES batch (number),
    report TEXT NOT NULL,
    PRIMARY KEY (batch, report)
) STRICT, WITHOUT ROWID;
