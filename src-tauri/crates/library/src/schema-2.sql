-- The connection that brought it first, for its limits; absent where that is gone.
ALTER TABLE project ADD COLUMN scope INTEGER;
ALTER TABLE kind ADD COLUMN scope INTEGER;
