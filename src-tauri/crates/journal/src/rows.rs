//! The rows of batches.

use assay_model::{RowAction, BatchFilter, BatchRow, BatchRows, ListBatchRows, RowState, SkipReason};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};

use crate::{
    JournalError, NewRow, OpenRow, Result, RowEnd, EncryptedPassword, PasswordOrigin, batches, codes,
    tally::{self, Kind},
};

/// Rows that are read before another call may run.
const AT_ONCE: u32 = 1000;

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
            codes::of_privacy(row.own_privacy),
            row.known,
            codes::of_act(row.act),
            codes::maybe_json(row.skipped.as_ref())?,
            codes::of_choices(&row.choices),
            codes::of_privacy(row.was),
            codes::of_privacy(row.create_to),
            codes::of_privacy(row.change_to),
            codes::of_time(row.generated_at),
            row.secret.as_ref().map(|secret| &secret.bytes),
            row.secret.as_ref().map(|secret| of_secret(secret.of)),
            codes::of_row_state(at_first(row.act)),
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
    let repeats: Option<u32> = codes::get(row, "repeats")?;
    let secret = match (codes::get(row, "secret")?, codes::get(row, "secret_of")?) {
        (Some(bytes), Some(of)) => Some(EncryptedPassword { bytes, of: secret_of(of)? }),
        _ => None,
    };
    Ok(NewRow {
        is_listed: codes::get(row, "is_listed")?,
        line: codes::get(row, "line")?,
        address: codes::get(row, "address")?,
        page: codes::get(row, "page")?,
        repeats: repeats.map(|line| (line > 0).then_some(line)),
        own_privacy: codes::privacy(codes::get(row, "own_privacy")?)?,
        known: codes::get(row, "known")?,
        act: codes::act(codes::get(row, "act")?)?,
        skipped: codes::parse_in(row, "skipped")?,
        choices: codes::choices(codes::get(row, "choices")?),
        was: codes::privacy(codes::get(row, "was")?)?,
        create_to: codes::privacy(codes::get(row, "create_to")?)?,
        change_to: codes::privacy(codes::get(row, "change_to")?)?,
        generated_at: codes::time_in(row, "generated_at")?,
        secret,
    })
}

pub(crate) fn switch(connection: &Connection, batch: u32, numbers: &[u32], to: RowAction) -> Result<u32> {
    batches::must_be_planned(connection, batch)?;
    let chosen = codes::json(&SkipReason::Chosen)?;
    // Why it was to be skipped stays, should it be switched back.
    let sql = "UPDATE line SET act = ?1, state = ?2, skipped = coalesce(skipped, ?3)
        WHERE batch = ?4 AND number = ?5 AND choices & ?6 <> 0";
    let mut statement = connection.prepare_cached(sql)?;
    let (act, state) = (codes::of_act(to), codes::of_row_state(at_first(to)));
    let mut switched = 0;
    for number in numbers {
        switched += statement.execute(params![act, state, chosen, batch, number, codes::bit(to)])?;
    }
    tally::count(connection, batch)?;
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
            conditions.add("act = ?", codes::of_act(act));
        }
        if let Some(state) = filter.state {
            conditions.add("state = ?", codes::of_row_state(state));
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
    batches::read(connection, list.batch)?;
    let mut conditions = Conditions::of(list.batch, &list.filter);
    let total = total(connection, list, &conditions)?;
    let (number, size) = (list.page.max(1), u32::from(u16::from(list.per_page)));
    let skipped = u64::from(number - 1) * u64::from(size);
    conditions.values.extend([Box::new(size) as Box<dyn ToSql>, Box::new(skipped)]);
    let sql = format!("SELECT * FROM line WHERE {} ORDER BY number LIMIT ? OFFSET ?", conditions.sql);
    let rows = read(connection, &sql, &conditions.values(), batch_row)?;
    Ok(BatchRows { rows, number, total })
}

/// The number of matching rows, from the counts unless there is a search.
fn total(connection: &Connection, list: &ListBatchRows, conditions: &Conditions) -> Result<u32> {
    let sql = if list.filter.search.as_deref().is_some_and(|search| !search.is_empty()) {
        format!("SELECT count(*) FROM line WHERE {}", conditions.sql)
    } else {
        format!("SELECT coalesce(sum(lines), 0) FROM tally WHERE {}", conditions.sql)
    };
    Ok(connection.prepare_cached(&sql)?.query_row(&conditions.values()[..], |row| row.get(0))?)
}

/// The numbers of the rows that match a filter.
pub(crate) fn numbers(connection: &Connection, batch: u32, filter: &BatchFilter) -> Result<Vec<u32>> {
    let conditions = Conditions::of(batch, filter);
    let sql = format!("SELECT number FROM line WHERE {}", conditions.sql);
    read(connection, &sql, &conditions.values(), |row| codes::get(row, "number"))
}

/// The next rows that match a filter.
pub(crate) fn some(connection: &Connection, batch: u32, filter: &BatchFilter, after: u32) -> Result<Vec<BatchRow>> {
    let mut conditions = Conditions::of(batch, filter);
    conditions.add("number > ?", after);
    let sql = format!("SELECT * FROM line WHERE {} ORDER BY number LIMIT {AT_ONCE}", conditions.sql);
    read(connection, &sql, &conditions.values(), batch_row)
}

pub(crate) fn waiting(connection: &Connection, batch: u32, after: u32, most: u32) -> Result<Vec<BatchRow>> {
    let sql = "SELECT * FROM line WHERE batch = ? AND state = ? AND number > ? ORDER BY number LIMIT ?";
    read(connection, sql, &[&batch, &codes::of_row_state(RowState::Waiting), &after, &most], batch_row)
}

pub(crate) fn open(connection: &Connection, batch: u32) -> Result<Vec<OpenRow>> {
    let sql = "SELECT * FROM line WHERE batch = ? AND state IN (?, ?) ORDER BY number";
    let [running, unknown] = [RowState::Running, RowState::Unknown].map(codes::of_row_state);
    read(connection, sql, &[&batch, &running, &unknown], |row| {
        let begun_at = codes::time_in(row, "begun_at")?.ok_or(JournalError::Damaged)?;
        Ok(OpenRow { row: batch_row(row)?, begun_at })
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
    let act = codes::act(codes::get(row, "act")?)?;
    let is_new = act == RowAction::Create;
    Ok(BatchRow {
        number: codes::get(row, "number")?,
        line: codes::get(row, "line")?,
        address: codes::get(row, "address")?,
        // What is there already is not what is created.
        report: codes::get(row, if is_new { "made" } else { "known" })?,
        act,
        skipped: if act == RowAction::Skip || is_skipped(row)? { codes::parse_in(row, "skipped")? } else { None },
        choices: codes::choices(codes::get(row, "choices")?),
        from: if is_new { None } else { codes::privacy(codes::get(row, "was")?)? },
        to: codes::privacy(codes::get(row, "becomes")?)?,
        has_password: codes::get::<u8>(row, "lock")? == 1,
        generated_at: codes::time_in(row, "generated_at")?,
        state: codes::row_state(codes::get(row, "state")?)?,
        problem: codes::parse_in(row, "problem")?,
        was_found: codes::get(row, "was_found")?,
        ended_at: codes::time_in(row, "ended_at")?,
        took: codes::get(row, "took")?,
    })
}

fn is_skipped(row: &Row) -> Result<bool> {
    Ok(codes::row_state(codes::get(row, "state")?)? == RowState::Skipped)
}

pub(crate) fn begin(connection: &Connection, batch: u32, number: u32, at: Timestamp) -> Result<()> {
    let row = standing(connection, batch, number)?;
    row.must_be(&[RowState::Waiting, RowState::Running, RowState::Unknown])?;
    let sql = "UPDATE line SET state = ?, begun_at = ?, ended_at = NULL, problem = NULL WHERE batch = ? AND number = ?";
    let running = RowState::Running;
    connection.prepare_cached(sql)?.execute(params![
        codes::of_row_state(running),
        at.as_microsecond(),
        batch,
        number
    ])?;
    tally::shift(connection, batch, row.kind, row.state, running)
}

pub(crate) fn end(connection: &Connection, batch: u32, number: u32, end: &RowEnd) -> Result<()> {
    let row = standing(connection, batch, number)?;
    row.must_be(&[RowState::Running, RowState::Unknown])?;
    let is_over = match end.state {
        RowState::Done | RowState::Failed | RowState::Skipped | RowState::Cancelled => true,
        RowState::Unknown => end.is_left_open,
        RowState::Waiting | RowState::Running => false,
    };
    let skipped = end.skipped.as_ref().filter(|_| end.state == RowState::Skipped);
    let sql = "UPDATE line SET state = ?, made = coalesce(?, made), problem = ?, was_found = ?, ended_at = ?, took = ?,
        skipped = coalesce(?, skipped), begun_at = CASE WHEN ?8 THEN NULL ELSE begun_at END,
        secret_of = CASE WHEN ?8 AND secret_of = ?9 THEN ?10 ELSE secret_of END
        WHERE batch = ?11 AND number = ?12";
    connection.prepare_cached(sql)?.execute(params![
        codes::of_row_state(end.state),
        end.report,
        codes::maybe_json(end.problem.as_ref())?,
        end.was_found,
        codes::of_time(is_over.then_some(end.at)),
        end.took,
        codes::maybe_json(skipped)?,
        end.state == RowState::Waiting,
        // Nothing came of the other one, so that this is the one that it gets.
        of_secret(PasswordOrigin::Later),
        of_secret(PasswordOrigin::Made),
        batch,
        number,
    ])?;
    tally::shift(connection, batch, row.kind, row.state, end.state)
}

/// A row as far as it is counted.
struct Standing {
    kind: Kind,
    state: u8,
}

impl Standing {
    fn must_be(&self, states: &[RowState]) -> Result<()> {
        let is_one = states.iter().any(|state| codes::of_row_state(*state) == self.state);
        if is_one { Ok(()) } else { Err(JournalError::NotReady) }
    }
}

fn standing(connection: &Connection, batch: u32, number: u32) -> Result<Standing> {
    let sql = "SELECT act, lock, changes, state FROM line WHERE batch = ? AND number = ?";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row([batch, number], |row| {
        let kind = Kind { act: row.get(0)?, lock: row.get(1)?, changes: row.get(2)? };
        Ok(Standing { kind, state: row.get(3)? })
    });
    found.optional()?.ok_or(JournalError::Unknown)
}

pub(crate) fn cancel_waiting(connection: &Connection, batch: u32, at: Timestamp) -> Result<u32> {
    let sql = "UPDATE line SET state = ?, ended_at = ? WHERE batch = ? AND state = ?";
    let [waiting, cancelled] = [RowState::Waiting, RowState::Cancelled].map(codes::of_row_state);
    let [running, unknown] = [RowState::Running, RowState::Unknown].map(codes::of_row_state);
    let changed = connection.prepare_cached(sql)?.execute(params![cancelled, at.as_microsecond(), batch, waiting])?;
    let sql = "UPDATE line SET state = ? WHERE batch = ? AND state = ?";
    connection.prepare_cached(sql)?.execute(params![unknown, batch, running])?;
    tally::count(connection, batch)?;
    Ok(u32::try_from(changed).unwrap_or(u32::MAX))
}

pub(crate) fn retry_failed(connection: &Connection, batch: u32) -> Result<u32> {
    let sql = "UPDATE line SET state = ?, problem = NULL, was_found = 0, begun_at = NULL, ended_at = NULL, took = NULL
        WHERE batch = ? AND state = ?";
    let [waiting, failed] = [RowState::Waiting, RowState::Failed].map(codes::of_row_state);
    let changed = connection.prepare_cached(sql)?.execute(params![waiting, batch, failed])?;
    tally::count(connection, batch)?;
    Ok(u32::try_from(changed).unwrap_or(u32::MAX))
}

pub(crate) fn secret(connection: &Connection, batch: u32, number: u32) -> Result<Option<Vec<u8>>> {
    let sql = "SELECT CASE WHEN state = ? AND secret_of = ? THEN NULL ELSE secret END FROM line
        WHERE batch = ? AND number = ?";
    let (done, later) = (codes::of_row_state(RowState::Done), of_secret(PasswordOrigin::Later));
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
    connection.prepare_cached(sql)?.execute(params![batch, number, codes::of_row_state(RowState::Done)])?;
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
    tally::count(connection, batch)
}

pub(crate) fn wipe_secrets(connection: &Connection, batch: u32) -> Result<()> {
    let sql = "UPDATE line SET secret = NULL, secret_of = NULL WHERE batch = ? AND secret IS NOT NULL";
    connection.prepare_cached(sql)?.execute([batch])?;
    tally::count(connection, batch)
}

pub(crate) fn wipe_spent_secrets(connection: &Connection, batch: u32, with_made: bool) -> Result<bool> {
    let sql = "UPDATE line SET secret = NULL, secret_of = NULL
        WHERE batch = ? AND secret IS NOT NULL AND (state IN (?, ?)
            OR (state = ? AND problem IS NULL AND (? OR secret_of <> ?)))";
    let [done, skipped, cancelled] = [RowState::Done, RowState::Skipped, RowState::Cancelled].map(codes::of_row_state);
    let made = of_secret(PasswordOrigin::Made);
    let wiped = connection.prepare_cached(sql)?.execute(params![batch, skipped, cancelled, done, with_made, made])?;
    if wiped == 0 {
        return Ok(false);
    }
    tally::count(connection, batch)?;
    let sql = "SELECT NOT EXISTS (SELECT 1 FROM line WHERE batch = ? AND secret IS NOT NULL)";
    Ok(connection.prepare_cached(sql)?.query_row([batch], |row| row.get(0))?)
}
