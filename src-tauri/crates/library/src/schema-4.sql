-- A check's name and outcome, each pair once, without what was found.
ALTER TABLE kind RENAME TO check_outcome;
-- Attributes that rarely change, each set once: reports and their snapshots refer to it.
ALTER TABLE face RENAME TO report_attributes;
ALTER TABLE report RENAME COLUMN face TO report_attributes;
ALTER TABLE snapshot RENAME COLUMN face TO report_attributes;
