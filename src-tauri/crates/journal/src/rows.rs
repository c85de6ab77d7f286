//! The rows of batches.

use assay_model::{
    BatchFilter, BatchRow, BatchRows, BatchState, FailureGroup, ListBatchRows, RowAction, RowState, SkipReason,
};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};

use crate::{
    EncryptedPassword, JournalError, NewRow, OpenRow, PasswordOrigin, Result, RowEnd, SendRecord, Sending, batches,
    column_encoding,
    row_counts::{self, RowGroup},
};

/// Rows that are read before another call may run.
const ROWS_PER_READ: u32 = 1000;

/// Reported reasons of failures.
const MAX_FAILURE_GROUPS: u32 = 100;

pub(crate) fn insert(connection: &Connection, batch: u32, rows: &[NewRow]) -> Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO line (batch, number, is_listed, line, address, page, repeats, own_privacy, known, act, skipped,
            choices, was, create_to, change_to, generated_at, secret, secret_of, state)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?;
    for (number, row) in (1_u32..).zip(rows) {
        statement.execute(params![
            batch,
            number,
            row.is_listed,
            row.line,
            row.address,
            row.page,
            // 0: without a line.
            row.repeats.map(Option::unwrap_or_default),
            column_encoding::of_privacy(row.own_privacy),
            row.known,
            column_encoding::of_act(row.act),
            column_encoding::maybe_json(row.skipped.as_ref())?,
            column_encoding::of_choices(&row.choices),
            column_encoding::of_privacy(row.was),
            column_encoding::of_privacy(row.create_to),
            column_encoding::of_privacy(row.change_to),
            column_encoding::of_time(row.generated_at),
            row.secret.as_ref().map(|secret| &secret.bytes),
            row.secret.as_ref().map(|secret| of_secret(secret.of)),
            column_encoding::of_row_state(at_first(row.act)),
        ])?;
    }
    Ok(())
}

/// The status of an unsent row.
fn at_first(act: RowAction) -> RowState {
    if act == RowAction::Skip { RowState::Skipped } else { RowState::Waiting }
}

fn of_secret(of: PasswordOrigin) -> u8 {
    match of {
        PasswordOrigin::Source => 0,
        PasswordOrigin::User => 1,
        PasswordOrigin::Made => 2,
        PasswordOrigin::Later => 3,
    }
}

fn secret_of(code: u8) -> Result<PasswordOrigin> {
    let all = [PasswordOrigin::Source, PasswordOrigin::User, PasswordOrigin::Made, PasswordOrigin::Later];
    all.get(usize::from(code)).copied().ok_or(JournalError::Damaged)
}

pub(crate) fn listed(connection: &Connection, batch: u32) -> Result<Vec<NewRow>> {
    batches::read(connection, batch)?;
    let sql = "SELECT * FROM line WHERE batch = ? AND is_listed ORDER BY number";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([batch])?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(new_row(row)?);
    }
    Ok(all)
}

fn new_row(row: &Row) -> Result<NewRow> {
    let repeats: Option<u32> = column_encoding::get(row, "repeats")?;
    let secret = match (column_encoding::get(row, "secret")?, column_encoding::get(row, "secret_of")?) {
        (Some(bytes), Some(of)) => Some(EncryptedPassword { bytes, of: secret_of(of)? }),
        _ => None,
    };
    Ok(NewRow {
        is_listed: column_encoding::get(row, "is_listed")?,
        line: column_encoding::get(row, "line")?,
        address: column_encoding::get(row, "address")?,
        page: column_encoding::get(row, "page")?,
        repeats: repeats.map(|line| (line > 0).then_some(line)),
        own_privacy: column_encoding::privacy(column_encoding::get(row, "own_privacy")?)?,
        known: column_encoding::get(row, "known")?,
        act: column_encoding::act(column_encoding::get(row, "act")?)?,
        skipped: column_encoding::parse_in(row, "skipped")?,
        choices: column_encoding::choices(column_encoding::get(row, "choices")?),
        was: column_encoding::privacy(column_encoding::get(row, "was")?)?,
        create_to: column_encoding::privacy(column_encoding::get(row, "create_to")?)?,
        change_to: column_encoding::privacy(column_encoding::get(row, "change_to")?)?,
        generated_at: column_encoding::time_in(row, "generated_at")?,
        secret,
    })
}

pub(crate) fn switch(connection: &Connection, batch: u32, numbers: &[u32], to: RowAction) -> Result<u32> {
    batches::must_be_planned(connection, batch)?;
    let chosen = column_encoding::json(&SkipReason::Chosen)?;
    // The skip reason is kept for a change back.
    let sql = "UPDATE line SET act = ?1, state = ?2, skipped = coalesce(skipped, ?3)
        WHERE batch = ?4 AND number = ?5 AND choices & ?6 <> 0";
    let mut statement = connection.prepare_cached(sql)?;
    let (act, state) = (column_encoding::of_act(to), column_encoding::of_row_state(at_first(to)));
    let mut switched = 0;
    for number in numbers {
        switched += statement.execute(params![act, state, chosen, batch, number, column_encoding::bit(to)])?;
    }
    row_counts::count(connection, batch)?;
    Ok(u32::try_from(switched).unwrap_or(u32::MAX))
}

/// Conditions in SQL, with the values that they need.
struct Conditions {
    sql: String,
    values: Vec<Box<dyn ToSql>>,
}

impl Conditions {
    fn of(batch: u32, filter: &BatchFilter) -> Self {
        let mut conditions = Self { sql: "batch = ?".into(), values: vec![Box::new(batch)] };
        if let Some(act) = filter.act {
            conditions.add("act = ?", column_encoding::of_act(act));
        }
        if let Some(state) = filter.state {
            conditions.add("state = ?", column_encoding::of_row_state(state));
        }
        if let Some(is_protected) = filter.is_protected {
            conditions.add("(changes IN (3, 5)) = ?", is_protected);
        }
        if let Some(row) = filter.failed_like {
            let failed = column_encoding::of_row_state(RowState::Failed);
            conditions.add("state = ?", failed);
            // Without a code, that row has not failed: none is like it.
            for (part, is) in [("code", "="), ("said", "IS"), ("fields", "IS")] {
                let of_row = format!("FROM line WHERE batch = {batch} AND state = {failed} AND number = ?");
                conditions.add(&format!("problem ->> '{part}' {is} (SELECT problem ->> '{part}' {of_row})"), row);
            }
        }
        if let Some(search) = filter.search.as_deref().filter(|search| !search.is_empty()) {
            // Services store URLs without a scheme (`field-notes.md` 5), but they are copied with
            // it.
            let text = ["https://", "http://"].iter().find_map(|scheme| search.strip_prefix(scheme)).unwrap_or(search);
            conditions.add("has_text(address, ?)", text.to_lowercase());
        }
        conditions
    }

    fn add(&mut self, sql: &str, value: impl ToSql + 'static) {
        self.sql.push_str(" AND ");
        self.sql.push_str(sql);
        self.values.push(Box::new(value));
    }

    fn values(&self) -> Vec<&dyn ToSql> {
        self.values.iter().map(AsRef::as_ref).collect()
    }
}

pub(crate) fn page(connection: &Connection, list: &ListBatchRows) -> Result<BatchRows> {
    let batch = batches::read(connection, list.batch)?;
    let mut conditions = Conditions::of(list.batch, &list.filter);
    let total = total(connection, list, &conditions)?;
    let (number, size) = (list.page.max(1), u32::from(u16::from(list.per_page)));
    let skipped = u64::from(number - 1) * u64::from(size);
    let [failed, unknown] = [RowState::Failed, RowState::Unknown].map(column_encoding::of_row_state);
    // While rows end, none of them moves.
    let first = match batch.state {
        BatchState::Ended => format!("state = {failed} DESC, state = {unknown} DESC, "),
        BatchState::Planned | BatchState::Held | BatchState::Running | BatchState::Pausing | BatchState::Paused => {
            String::new()
        }
    };
    conditions.values.extend([Box::new(size) as Box<dyn ToSql>, Box::new(skipped)]);
    let sql = format!("SELECT * FROM line WHERE {} ORDER BY {first}number LIMIT ? OFFSET ?", conditions.sql);
    let rows = read(connection, &sql, &conditions.values(), batch_row)?;
    Ok(BatchRows { rows, number, total })
}

/// The number of matching rows, from the counts if they tell.
fn total(connection: &Connection, list: &ListBatchRows, conditions: &Conditions) -> Result<u32> {
    let has_search = list.filter.search.as_deref().is_some_and(|search| !search.is_empty());
    let sql = if has_search || list.filter.failed_like.is_some() {
        format!("SELECT count(*) FROM line WHERE {}", conditions.sql)
    } else {
        format!("SELECT coalesce(sum(lines), 0) FROM tally WHERE {}", conditions.sql)
    };
    Ok(connection.prepare_cached(&sql)?.query_row(&conditions.values()[..], |row| row.get(0))?)
}

/// The reasons of failed rows, by what rows show of them.
pub(crate) fn failures(connection: &Connection, batch: u32) -> Result<Vec<FailureGroup>> {
    batches::read(connection, batch)?;
    let sql = format!(
        "SELECT min(number) AS number, problem, count(*) AS lines FROM line
         WHERE batch = ? AND state = ? AND problem IS NOT NULL
         GROUP BY problem ->> 'code', problem ->> 'said', problem ->> 'fields'
         ORDER BY lines DESC, number LIMIT {MAX_FAILURE_GROUPS}"
    );
    read(connection, &sql, &[&batch, &column_encoding::of_row_state(RowState::Failed)], |row| {
        Ok(FailureGroup {
            row: column_encoding::get(row, "number")?,
            problem: column_encoding::parse_in(row, "problem")?.ok_or(JournalError::Damaged)?,
            rows: column_encoding::get(row, "lines")?,
        })
    })
}

/// The ids of the reports that a batch created, each once: rows for the same page may have found
/// the same one.
pub(crate) fn created(connection: &Connection, batch: u32) -> Result<Vec<String>> {
    batches::read(connection, batch)?;
    let sql = "SELECT DISTINCT made FROM line WHERE batch = ? AND act = ? AND state = ? AND made IS NOT NULL";
    let (create, done) = (column_encoding::of_act(RowAction::Create), column_encoding::of_row_state(RowState::Done));
    read(connection, sql, &[&batch, &create, &done], |row| column_encoding::get(row, "made"))
}

/// The numbers of the rows that match a filter.
pub(crate) fn numbers(connection: &Connection, batch: u32, filter: &BatchFilter) -> Result<Vec<u32>> {
    let conditions = Conditions::of(batch, filter);
    let sql = format!("SELECT number FROM line WHERE {}", conditions.sql);
    read(connection, &sql, &conditions.values(), |row| column_encoding::get(row, "number"))
}

/// The next rows that match a filter.
pub(crate) fn some(connection: &Connection, batch: u32, filter: &BatchFilter, after: u32) -> Result<Vec<BatchRow>> {
    let mut conditions = Conditions::of(batch, filter);
    conditions.add("number > ?", after);
    let sql = format!("SELECT * FROM line WHERE {} ORDER BY number LIMIT {ROWS_PER_READ}", conditions.sql);
    read(connection, &sql, &conditions.values(), batch_row)
}

pub(crate) fn waiting(connection: &Connection, batch: u32, after: u32, most: u32) -> Result<Vec<BatchRow>> {
    let sql = "SELECT * FROM line WHERE batch = ? AND state = ? AND number > ? ORDER BY number LIMIT ?";
    read(connection, sql, &[&batch, &column_encoding::of_row_state(RowState::Waiting), &after, &most], batch_row)
}

pub(crate) fn open(connection: &Connection, batch: u32) -> Result<Vec<OpenRow>> {
    begun(connection, batch, [RowState::Running, RowState::Unknown])
}

pub(crate) fn confirming(connection: &Connection, batch: u32) -> Result<Vec<OpenRow>> {
    begun(connection, batch, [RowState::Confirming; 2])
}

fn begun(connection: &Connection, batch: u32, states: [RowState; 2]) -> Result<Vec<OpenRow>> {
    let sql = "SELECT * FROM line WHERE batch = ? AND state IN (?, ?) ORDER BY number";
    let [one, other] = states.map(column_encoding::of_row_state);
    read(connection, sql, &[&batch, &one, &other], |row| {
        let at = column_encoding::time_in(row, "begun_at")?.ok_or(JournalError::Damaged)?;
        let begun = SendRecord { at, service_time: column_encoding::time_in(row, "service_time")? };
        Ok(OpenRow { row: batch_row(row)?, begun, is_past: column_encoding::get(row, "is_past")? })
    })
}

fn read<T>(
    connection: &Connection,
    sql: &str,
    values: &[&dyn ToSql],
    read: impl Fn(&Row) -> Result<T>,
) -> Result<Vec<T>> {
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(values)?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(read(row)?);
    }
    Ok(all)
}

fn batch_row(row: &Row) -> Result<BatchRow> {
    let act = column_encoding::act(column_encoding::get(row, "act")?)?;
    let is_new = act == RowAction::Create;
    Ok(BatchRow {
        number: column_encoding::get(row, "number")?,
        line: column_encoding::get(row, "line")?,
        address: column_encoding::get(row, "address")?,
        // A report from before is not the created one.
        report: column_encoding::get(row, if is_new { "made" } else { "known" })?,
        act,
        skipped: if act == RowAction::Skip || is_skipped(row)? {
            column_encoding::parse_in(row, "skipped")?
        } else {
            None
        },
        choices: column_encoding::choices(column_encoding::get(row, "choices")?),
        from: if is_new { None } else { column_encoding::privacy(column_encoding::get(row, "was")?)? },
        to: column_encoding::privacy(column_encoding::get(row, "becomes")?)?,
        has_password: column_encoding::get::<u8>(row, "lock")? == 1,
        generated_at: column_encoding::time_in(row, "generated_at")?,
        state: column_encoding::row_state(column_encoding::get(row, "state")?)?,
        problem: column_encoding::parse_in(row, "problem")?,
        was_found: column_encoding::get(row, "was_found")?,
        ended_at: column_encoding::time_in(row, "ended_at")?,
        took: column_encoding::get(row, "took")?,
    })
}

fn is_skipped(row: &Row) -> Result<bool> {
    Ok(column_encoding::row_state(column_encoding::get(row, "state")?)? == RowState::Skipped)
}

pub(crate) fn begin(connection: &Connection, batch: u32, number: u32, begun: SendRecord, owner: i64) -> Result<()> {
    let row = row_status(connection, batch, number)?;
    row.must_be(&[RowState::Waiting, RowState::Running, RowState::Unknown])?;
    row.must_be_of(owner)?;
    let sql = "UPDATE line SET state = ?1, begun_at = coalesce(begun_at, ?2),
        service_time = CASE WHEN begun_at IS NULL THEN ?3 ELSE service_time END,
        owner = ?4, is_past = 0, ended_at = NULL, problem = NULL WHERE batch = ?5 AND number = ?6";
    let running = RowState::Running;
    connection.prepare_cached(sql)?.execute(params![
        column_encoding::of_row_state(running),
        begun.at.as_microsecond(),
        column_encoding::of_time(begun.service_time),
        owner,
        batch,
        number
    ])?;
    row_counts::shift(connection, batch, row.kind, row.state, running)
}

pub(crate) fn take_over(connection: &Connection, batch: u32, owner: i64) -> Result<()> {
    let sql = "UPDATE line SET owner = ? WHERE batch = ? AND state IN (?, ?, ?)";
    let [running, confirming, unknown] =
        [RowState::Running, RowState::Confirming, RowState::Unknown].map(column_encoding::of_row_state);
    connection.prepare_cached(sql)?.execute(params![owner, batch, running, confirming, unknown])?;
    Ok(())
}

pub(crate) fn end(connection: &Connection, batch: u32, number: u32, end: &RowEnd, owner: i64) -> Result<()> {
    let row = row_status(connection, batch, number)?;
    row.must_be(&[RowState::Running, RowState::Confirming, RowState::Unknown])?;
    row.must_be_of(owner)?;
    let is_over = match end.state {
        RowState::Done | RowState::Failed | RowState::Skipped | RowState::Canceled => true,
        RowState::Unknown => end.is_left_open,
        RowState::Waiting | RowState::Running | RowState::Confirming => false,
    };
    let skipped = end.skipped.as_ref().filter(|_| end.state == RowState::Skipped);
    let sql = "UPDATE line SET state = ?, made = coalesce(?, made), problem = ?, was_found = ?, ended_at = ?, took = ?,
        skipped = coalesce(?, skipped), begun_at = CASE WHEN ?8 THEN NULL ELSE begun_at END,
        service_time = CASE WHEN ?8 THEN NULL ELSE service_time END, is_past = ?9,
        secret_of = CASE WHEN ?10 AND secret_of = ?11 THEN ?12 ELSE secret_of END
        WHERE batch = ?13 AND number = ?14";
    connection.prepare_cached(sql)?.execute(params![
        column_encoding::of_row_state(end.state),
        end.report,
        column_encoding::maybe_json(end.problem.as_ref())?,
        end.was_found,
        column_encoding::of_time(is_over.then_some(end.at)),
        end.took,
        column_encoding::maybe_json(skipped)?,
        end.sending == Sending::Undone || end.state == RowState::Waiting,
        end.sending == Sending::Past,
        // The other request had no effect, or this one was answered: it has this password.
        end.state == RowState::Waiting || (end.state == RowState::Confirming && !end.was_found),
        of_secret(PasswordOrigin::Later),
        of_secret(PasswordOrigin::Made),
        batch,
        number,
    ])?;
    row_counts::shift(connection, batch, row.kind, row.state, end.state)
}

pub(crate) fn confirm(connection: &Connection, batch: u32, ends: &[(u32, RowEnd)], owner: i64) -> Result<()> {
    for (number, end) in ends {
        match self::end(connection, batch, *number, end, owner) {
            // It already has an outcome.
            Ok(()) | Err(JournalError::NotReady) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The counted state of a row.
struct RowStatus {
    kind: RowGroup,
    state: u8,
    owner: Option<i64>,
}

impl RowStatus {
    fn must_be(&self, states: &[RowState]) -> Result<()> {
        let is_one = states.iter().any(|state| column_encoding::of_row_state(*state) == self.state);
        if is_one { Ok(()) } else { Err(JournalError::NotReady) }
    }

    /// Running rows belong to the process that sent them.
    fn must_be_of(&self, owner: i64) -> Result<()> {
        let is_waiting = self.state == column_encoding::of_row_state(RowState::Waiting);
        if is_waiting || self.owner == Some(owner) { Ok(()) } else { Err(JournalError::NotReady) }
    }
}

fn row_status(connection: &Connection, batch: u32, number: u32) -> Result<RowStatus> {
    let sql = "SELECT act, lock, changes, state, owner FROM line WHERE batch = ? AND number = ?";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row([batch, number], |row| {
        let kind = RowGroup { act: row.get(0)?, lock: row.get(1)?, changes: row.get(2)? };
        Ok(RowStatus { kind, state: row.get(3)?, owner: row.get(4)? })
    });
    found.optional()?.ok_or(JournalError::Unknown)
}

pub(crate) fn cancel_waiting(connection: &Connection, batch: u32, at: Timestamp) -> Result<u32> {
    let sql = "UPDATE line SET state = ?, ended_at = ? WHERE batch = ? AND state = ?";
    let [waiting, canceled] = [RowState::Waiting, RowState::Canceled].map(column_encoding::of_row_state);
    let [running, unknown] = [RowState::Running, RowState::Unknown].map(column_encoding::of_row_state);
    let changed = connection.prepare_cached(sql)?.execute(params![canceled, at.as_microsecond(), batch, waiting])?;
    let sql = "UPDATE line SET state = ? WHERE batch = ? AND state IN (?, ?)";
    let confirming = column_encoding::of_row_state(RowState::Confirming);
    connection.prepare_cached(sql)?.execute(params![unknown, batch, running, confirming])?;
    row_counts::count(connection, batch)?;
    Ok(u32::try_from(changed).unwrap_or(u32::MAX))
}

pub(crate) fn retry_failed(connection: &Connection, batch: u32, owner: i64) -> Result<u32> {
    // One that may have been carried out is looked up first.
    let sql = "UPDATE line SET state = CASE WHEN begun_at IS NULL THEN ?1 ELSE ?2 END, owner = ?3,
        ended_at = CASE WHEN begun_at IS NULL THEN NULL ELSE ended_at END, problem = NULL, was_found = 0, took = NULL
        WHERE batch = ?4 AND state = ?5";
    let [waiting, unknown, failed] =
        [RowState::Waiting, RowState::Unknown, RowState::Failed].map(column_encoding::of_row_state);
    let changed = connection.prepare_cached(sql)?.execute(params![waiting, unknown, owner, batch, failed])?;
    row_counts::count(connection, batch)?;
    Ok(u32::try_from(changed).unwrap_or(u32::MAX))
}

pub(crate) fn secret(connection: &Connection, batch: u32, number: u32) -> Result<Option<Vec<u8>>> {
    let sql = "SELECT CASE WHEN state = ? AND secret_of = ? THEN NULL ELSE secret END FROM line
        WHERE batch = ? AND number = ?";
    let (done, later) = (column_encoding::of_row_state(RowState::Done), of_secret(PasswordOrigin::Later));
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row(params![done, later, batch, number], |row| row.get(0));
    found.optional()?.ok_or(JournalError::Unknown)
}

pub(crate) fn sent_secret(connection: &Connection, batch: u32, number: u32) -> Result<Option<Vec<u8>>> {
    let sql = "SELECT CASE WHEN secret_of = ? THEN NULL ELSE secret END FROM line WHERE batch = ? AND number = ?";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row(params![of_secret(PasswordOrigin::Later), batch, number], |row| row.get(0));
    found.optional()?.ok_or(JournalError::Unknown)
}

pub(crate) fn clear_problem(connection: &Connection, batch: u32, number: u32) -> Result<()> {
    let sql = "UPDATE line SET problem = NULL WHERE batch = ? AND number = ? AND state = ?";
    connection.prepare_cached(sql)?.execute(params![batch, number, column_encoding::of_row_state(RowState::Done)])?;
    Ok(())
}

pub(crate) fn give_secrets(
    connection: &Connection,
    batch: u32,
    keep_passwords: bool,
    secrets: &[(u32, EncryptedPassword)],
) -> Result<()> {
    let sql = "UPDATE batch SET keep_passwords = ? WHERE number = ?";
    connection.prepare_cached(sql)?.execute(params![keep_passwords, batch])?;
    let sql = "UPDATE line SET secret = ?, secret_of = ? WHERE batch = ? AND number = ?";
    let mut statement = connection.prepare_cached(sql)?;
    for (number, secret) in secrets {
        statement.execute(params![secret.bytes, of_secret(secret.of), batch, number])?;
    }
    row_counts::count(connection, batch)
}

pub(crate) fn wipe_spent_secrets(connection: &Connection, batch: u32, with_made: bool) -> Result<bool> {
    let sql = "UPDATE line SET secret = NULL, secret_of = NULL
        WHERE batch = ? AND secret IS NOT NULL AND (state IN (?, ?)
            OR (state = ? AND problem IS NULL AND (? OR secret_of <> ?)))";
    let [done, skipped, canceled] =
        [RowState::Done, RowState::Skipped, RowState::Canceled].map(column_encoding::of_row_state);
    let made = of_secret(PasswordOrigin::Made);
    let wiped = connection.prepare_cached(sql)?.execute(params![batch, skipped, canceled, done, with_made, made])?;
    if wiped == 0 {
        return Ok(false);
    }
    row_counts::count(connection, batch)?;
    let sql = "SELECT NOT EXISTS (SELECT 1 FROM line WHERE batch = ? AND secret IS NOT NULL)";
    Ok(connection.prepare_cached(sql)?.query_row([batch], |row| row.get(0))?)
}

pub(crate) fn note_key(connection: &Connection, batch: u32) -> Result<()> {
    connection.prepare_cached("INSERT OR IGNORE INTO batch_key (batch) VALUES (?)")?.execute([batch])?;
    Ok(())
}

pub(crate) fn forget_key(connection: &Connection, batch: u32) -> Result<()> {
    connection.prepare_cached("DELETE FROM batch_key WHERE batch = ?")?.execute([batch])?;
    Ok(())
}

pub(crate) fn idle_keys(connection: &Connection) -> Result<Vec<u32>> {
    let sql = "SELECT batch FROM batch_key AS key
        WHERE NOT EXISTS (SELECT 1 FROM line WHERE line.batch = key.batch AND secret IS NOT NULL)";
    read(connection, sql, &[], |row| column_encoding::get(row, "batch"))
}
