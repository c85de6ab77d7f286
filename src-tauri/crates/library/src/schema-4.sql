ALTER TABLE kind RENAME TO check_outcome;
ALTER TABLE face RENAME TO report_attributes;
ALTER TABLE report RENAME COLUMN face TO report_attributes;
ALTER TABLE snapshot RENAME COLUMN face TO report_attributes;
