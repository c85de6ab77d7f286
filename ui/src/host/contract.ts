// Made from the contract in Rust by `npm run contract`. Do not edit.

/**
 * How many rows are to be done how.
 */
export type ActCounts = { 
/**
 * Reports to create.
 */
create: number, 
/**
 * Reports to refresh.
 */
refresh: number, 
/**
 * Reports whose privacy or password is to change.
 */
privacy: number, 
/**
 * Reports to delete.
 */
delete: number, 
/**
 * Nothing to do.
 */
skip: number, };

/**
 * An address as typed, or to be opened.
 */
export type AddressText = { 
/**
 * The text.
 */
url: string, };

/**
 * A line that cannot be used.
 */
export type BadLine = { 
/**
 * Its number, from 1.
 */
line: number, 
/**
 * What it has for an address, at most 200 characters.
 */
text: string, 
/**
 * Which of its fields is wrong: `url`, `privacy` or `password`.
 */
field: string, 
/**
 * What is wrong.
 */
reason: FieldReason, };

/**
 * A batch: its plan, how it goes, and how it went.
 */
export type Batch = { 
/**
 * Its number, from 1; newer ones have higher ones.
 */
number: number, 
/**
 * With which connection.
 */
connection: string, 
/**
 * What it is to do.
 */
wish: BatchWish, 
/**
 * Where its rows came from, without what the source held.
 */
from: BatchOrigin, 
/**
 * How it stands.
 */
state: BatchState, 
/**
 * Why it stands still, or waits before it tries again.
 */
problem: Problem | null, 
/**
 * How many rows are to be done how.
 */
acts: ActCounts, 
/**
 * How many rows stand how.
 */
states: StateCounts, 
/**
 * How many lines of the source could not be used (`batch_bad_lines`).
 */
bad_lines: number, 
/**
 * How many rows that get a password have none yet: then it cannot be started (`batch_replan`).
 */
passwords_missing: number, 
/**
 * The passwords are kept in the system's keychain for each report.
 */
keep_passwords: boolean, 
/**
 * When it was planned.
 */
made_at: string, 
/**
 * When it was started first.
 */
started_at: string | null, 
/**
 * When its last row had its outcome.
 */
ended_at: string | null, 
/**
 * Until when it can be taken back, while it is held.
 */
held_until: string | null, 
/**
 * How many rows a minute, while it runs or at the pace that is known; absent where nothing is known.
 */
a_minute: number | null, 
/**
 * About how many seconds are left.
 */
seconds_left: number | null, 
/**
 * How many reports may still be created, where that is known.
 */
quota: KnownQuota | null, 
/**
 * It has changed privacies that are known from before, so that it can be undone (`batch_undo`).
 */
can_undo: boolean, };

/**
 * What is done with a row.
 */
export type BatchAct = "create" | "refresh" | "privacy" | "delete" | "skip";

/**
 * Which rows of a batch. Conditions hold together; what is absent does not matter.
 */
export type BatchFilter = { 
/**
 * A text anywhere in the address, whatever the case of its letters; at most 500 characters.
 */
search?: string | null, 
/**
 * Only what is to be done so.
 */
act?: BatchAct | null, 
/**
 * Only what stands so.
 */
state?: RowState | null, };

/**
 * Where the rows of a batch came from.
 */
export type BatchOrigin = { "kind": "text" } | { "kind": "file", 
/**
 * Its name.
 */
name: string, } | { "kind": "sitemap", 
/**
 * Its address.
 */
address: string, } | { "kind": "selection" } | { "kind": "list", 
/**
 * Only this project, where it was asked for.
 */
project: string | null, } | { "kind": "batch", 
/**
 * Its number.
 */
batch: number, };

/**
 * One batch.
 */
export type BatchRef = { 
/**
 * Its number.
 */
batch: number, };

/**
 * A row of a batch, as planned and as it went.
 */
export type BatchRow = { 
/**
 * Its number, from 1, which is its turn.
 */
number: number, 
/**
 * Its line in the source, from 1, where that has lines.
 */
line: number | null, 
/**
 * The address as it would be sent, or as the service keeps it.
 */
address: string, 
/**
 * The service's id of the report, where there is one.
 */
report: string | null, 
/**
 * What is done with it.
 */
act: BatchAct, 
/**
 * Why nothing is.
 */
skipped: SkipReason | null, 
/**
 * What else could be done with it.
 */
choices: Array<BatchAct>, 
/**
 * Who could see the report when it was planned.
 */
from: Privacy | null, 
/**
 * Who can see it from then on; absent: as before.
 */
to: Privacy | null, 
/**
 * It has a password to be set.
 */
has_password: boolean, 
/**
 * When the report's checks last ran, as known when it was planned.
 */
generated_at: string | null, 
/**
 * How it stands.
 */
state: RowState, 
/**
 * Why it failed, why its outcome is not known, or, of one that was done, why its password could not be kept.
 */
problem: Problem | null, 
/**
 * Its own answer was lost, and what came of it was found by looking.
 */
was_found: boolean, 
/**
 * When its outcome was known, or when it was clear that nobody can tell it.
 */
ended_at: string | null, 
/**
 * How long it took, in milliseconds.
 */
took: number | null, };

/**
 * A page of a batch's rows.
 */
export type BatchRows = { 
/**
 * The rows, in their order.
 */
rows: Array<BatchRow>, 
/**
 * Which page this is, from 1.
 */
number: number, 
/**
 * How many the filter lets through in all.
 */
total: number, };

/**
 * Where the rows of a batch come from.
 */
export type BatchSource = { "kind": "text", 
/**
 * The text, which can hold passwords.
 */
text: Secret, 
/**
 * How to read it, where not as found.
 */
reading: SourceReading, } | { "kind": "file", 
/**
 * The core's number for it, until the app ends.
 */
file: number, 
/**
 * How to read it, where not as found.
 */
reading: SourceReading, } | { "kind": "sitemap", 
/**
 * Its address; a missing scheme means https.
 */
address: string, } | { "kind": "reports", 
/**
 * The service's ids.
 */
ids: Array<string>, } | { "kind": "list", 
/**
 * Which ones; page and page size do not matter.
 */
query: ReportQuery, } | { "kind": "library", 
/**
 * Which ones; connection, page and page size do not matter.
 */
query: LibraryQuery, };

/**
 * How a batch stands.
 */
export type BatchState = "planned" | "held" | "running" | "pausing" | "paused" | "ended";

/**
 * What a batch is to do with its rows.
 */
export type BatchWish = { "kind": "create", 
/**
 * Who can see new reports, where the source does not say.
 */
privacy: Privacy, 
/**
 * What becomes of pages that have a report already.
 */
known: KnownRule, 
/**
 * Reports that are there already get the privacy, too.
 */
change_known: boolean, 
/**
 * Reports of this project that the source does not name are to be deleted: the list is the truth.
 */
match_project: string | null, } | { "kind": "privacy", 
/**
 * Who can see them from then on.
 */
privacy: Privacy, } | { "kind": "refresh", 
/**
 * Only those whose checks last ran more than so many days ago, 1–3,650.
 */
older_than_days: number | null, } | { "kind": "delete" } | { "kind": "undo", 
/**
 * The number of that batch.
 */
batch: number, };

/**
 * Which batches.
 */
export type BatchesQuery = { 
/**
 * Only those of this connection.
 */
connection?: string | null, };

/**
 * A call to cancel.
 */
export type CallRef = { 
/**
 * The number of its ticket.
 */
number: number, };

/**
 * How a report changed since some time.
 */
export type Change = "better" | "worse" | "new" | "gone";

/**
 * Changes of one kind since some time.
 */
export type ChangedSince = { 
/**
 * Which kind.
 */
change: Change, 
/**
 * Since when.
 */
since: Since, };

/**
 * How many reports changed since some time, by kind.
 */
export type Changes = { 
/**
 * Since when; absent for the last time where there was none.
 */
since: string | null, 
/**
 * Better ones.
 */
better: number, 
/**
 * Worse ones.
 */
worse: number, 
/**
 * New ones.
 */
new: number, 
/**
 * Gone ones.
 */
gone: number, };

/**
 * Since when changes are counted, and of which connection.
 */
export type ChangesQuery = { 
/**
 * Only this connection; absent: all of them.
 */
connection?: string | null, 
/**
 * Since when.
 */
since: Since, };

/**
 * One check of a page (`field-notes.md` 4). New services add checks: the name is the service's own.
 */
export type Check = { 
/**
 * The service's name for the check, such as `meta_description`.
 */
name: string, 
/**
 * Whether the page passed; absent where the service did not say.
 */
passed: boolean | null, 
/**
 * How much it matters; absent where the service did not say or said something unknown.
 */
importance: Importance | null, 
/**
 * What the service found: nothing, a scalar, a list, a map or limits.
 */
value: JsonValue, 
/**
 * What the service found wrong, in its own form; absent when passed.
 */
errors: JsonValue | null, 
/**
 * Whatever else the service said of the check, under its own names.
 */
other: { [key in string]: JsonValue }, };

/**
 * How a check differs between two snapshots.
 */
export type CheckChange = { 
/**
 * The service's name for the check.
 */
name: string, 
/**
 * In which way.
 */
kind: CheckChangeKind, 
/**
 * As it was; absent where it was not there.
 */
before: Check | null, 
/**
 * As it became; absent where it is not there any more.
 */
after: Check | null, 
/**
 * The single places inside the values that differ, at most 200; absent where a side has no value to compare.
 */
values: Array<ValueChange>, };

/**
 * In which way a check differs.
 */
export type CheckChangeKind = "broken" | "mended" | "changed" | "added" | "removed";

/**
 * One step of a connection check.
 */
export type CheckStep = { 
/**
 * Which step.
 */
step: Step, 
/**
 * How it ended.
 */
outcome: StepOutcome, 
/**
 * How long it took, in milliseconds, where something was waited for.
 */
millis: number | null, 
/**
 * What it found.
 */
finding: Finding | null, 
/**
 * Why it failed.
 */
problem: Problem | null, };

/**
 * An address as it would be sent.
 */
export type CheckedAddress = { 
/**
 * With its scheme, and with everything that needs encoding encoded.
 */
url: string, };

/**
 * How the columns of a list are arranged; columns that it does not mention are as they were made.
 */
export type ColumnLayout = { 
/**
 * The columns that are not shown.
 */
hidden: Array<string>, 
/**
 * How wide columns are, in pixels.
 */
widths: { [key in string]: number }, };

/**
 * Two snapshots of a report to compare.
 */
export type CompareSnapshots = { 
/**
 * Of which connection.
 */
connection: string, 
/**
 * The service's id of the report.
 */
id: string, 
/**
 * The library's number of the earlier snapshot.
 */
before: number, 
/**
 * The library's number of the later snapshot.
 */
after: number, };

/**
 * How two snapshots of a report differ.
 */
export type Comparison = { 
/**
 * The earlier one.
 */
before: Snapshot, 
/**
 * The later one.
 */
after: Snapshot, 
/**
 * The checks that differ: broken ones first, then mended ones, then the others; each by importance, then name.
 */
checks: Array<CheckChange>, 
/**
 * How many checks are the same.
 */
same: number, };

/**
 * How sure it is that the library knows every report of a service.
 */
export type Completeness = "unknown" | "whole" | "first_page_only" | "unsettled";

/**
 * A service's address and a key for it. The key itself is in the keychain and never part of this.
 */
export type Connection = { 
/**
 * Assay's own identifier; `sample` for the sample workspace.
 */
id: string, 
/**
 * The user's name for it.
 */
name: string, 
/**
 * The base address, with scheme, without a trailing slash.
 */
base_url: string, 
/**
 * The user allowed plain http to another computer for this connection.
 */
allow_insecure: boolean, 
/**
 * It is the sample workspace, whose data is made up.
 */
sample: boolean, 
/**
 * Where its key is.
 */
key: KeyState, 
/**
 * How it is reached.
 */
network: Network, 
/**
 * What the service was seen to do so far.
 */
generation: Generation, };

/**
 * What a connection check found, step by step.
 */
export type ConnectionCheck = { 
/**
 * The base address as it would be used.
 */
base_url: string, 
/**
 * The steps in their order.
 */
steps: Array<CheckStep>, 
/**
 * What the service was seen to do.
 */
generation: Generation, };

/**
 * What the user typed for a new or a changed connection.
 */
export type ConnectionDraft = { 
/**
 * The connection to change; absent for a new one.
 */
id: string | null, 
/**
 * A name of 1–100 characters.
 */
name: string, 
/**
 * The base address as typed; a missing scheme means https.
 */
base_url: string, 
/**
 * Allow plain http to another computer.
 */
allow_insecure: boolean, 
/**
 * A new key, or absent to keep the one that is saved (for the same origin only).
 */
key: Secret | null, 
/**
 * Where to keep a new key.
 */
key_place: KeyPlace, 
/**
 * How to reach it.
 */
network: Network, };

/**
 * One connection.
 */
export type ConnectionRef = { 
/**
 * Its id.
 */
id: string, };

/**
 * Which connection to remove.
 */
export type ConnectionRemoval = { 
/**
 * The connection.
 */
id: string, 
/**
 * Remove it even though the keychain cannot be reached and keeps its key.
 */
leave_key: boolean, };

/**
 * What the core tells the window without being asked.
 */
export type CoreEvent = { "kind": "waiting", 
/**
 * One entry for each connection with waiting calls.
 */
waiting: Array<Waiting>, } | { "kind": "connections" } | { "kind": "close_asked", 
/**
 * A newer version is to be installed then, and the app to start anew.
 */
update: boolean, } | { "kind": "sync", 
/**
 * How it is now.
 */
state: SyncState, } | { "kind": "library" } | { "kind": "export", 
/**
 * The number of its call's ticket.
 */
number: number, 
/**
 * How many rows were written.
 */
done: number, 
/**
 * Of how many, where that is known.
 */
total: number | null, } | { "kind": "batch", 
/**
 * How it is now.
 */
batch: Batch, } | { "kind": "files_over", 
/**
 * Whether they are.
 */
over: boolean, } | { "kind": "files_dropped", 
/**
 * Those that are files, at most 10.
 */
files: Array<SourceFile>, } | { "kind": "link", 
/**
 * What it leads to.
 */
link: OpenedLink, } | { "kind": "update", 
/**
 * How it is now.
 */
state: UpdateState, } | { "kind": "command", 
/**
 * The window's name for it.
 */
command: string, };

/**
 * A text that the app left behind when a part of it failed.
 */
export type CrashReport = { 
/**
 * When that was.
 */
at: string, 
/**
 * What was written down: readable, without secrets, and sent to nobody.
 */
text: string, };

/**
 * A report to create with a connection.
 */
export type CreateReport = { 
/**
 * With which connection.
 */
connection: string, 
/**
 * What to create.
 */
report: NewReport, };

/**
 * To remove everything that the app keeps on this computer.
 */
export type DataRemoval = { 
/**
 * What is in the keychain stays, because it could not be removed. Otherwise nothing at all is removed where the
 * keychain fails.
 */
leave_keys: boolean, };

/**
 * The verdicts at the end of a day.
 */
export type DayVerdicts = { 
/**
 * The day, such as `2026-11-21`.
 */
day: string, 
/**
 * How many of which verdict.
 */
verdicts: VerdictCounts, };

/**
 * What a delete took away (`field-notes.md` 24, 25).
 */
export type Deleted = { 
/**
 * The report's id, or the project's name.
 */
id: string, 
/**
 * What became of the delete's own answer, if it was lost or unclear: that it took place was then found by looking.
 */
answer_lost: Problem | null, };

/**
 * How high the rows of lists are.
 */
export type Density = "comfortable" | "compact";

/**
 * The desktops whose keychains differ.
 */
export type Desktop = "gnome" | "kde" | "other" | "macos" | "windows";

/**
 * The direction of a sort.
 */
export type Direction = "asc" | "desc";

/**
 * What was typed into a form and not used yet. It never holds a key or a password: those are kept nowhere but in the
 * keychain.
 */
export type Draft = { 
/**
 * Which form: 1–200 characters.
 */
form: string, 
/**
 * What is in its fields, as the form itself has it: at most 64 KiB as JSON. `null` forgets the draft.
 */
values: unknown, };

/**
 * A file to be made of a batch's rows.
 */
export type ExportBatch = { 
/**
 * Of which batch.
 */
batch: number, 
/**
 * Which rows.
 */
filter: BatchFilter, 
/**
 * Which kind of file.
 */
format: ExportFormat, 
/**
 * The columns in their order, 1–30. Passwords are in the file only if they are among them.
 */
columns: Array<OutcomeColumn>, 
/**
 * The user's words for values.
 */
words: Array<OutcomeWord>, 
/**
 * The file's name as it is suggested to the user, without an extension, at most 100 characters.
 */
name: string, };

/**
 * A column with its heading in the user's language.
 */
export type ExportColumn = { 
/**
 * Which field.
 */
field: ExportField, 
/**
 * Its heading, at most 100 characters.
 */
heading: string, };

/**
 * The columns of an export, each a field of the report unless said otherwise.
 */
export type ExportField = "connection" | "id" | "address" | "url" | "project" | "verdict" | "score" | "privacy" | "generated_at" | "created_at" | "updated_at" | "seen_at" | "gone_at" | "failed" | "failed_checks" | "check" | "importance" | "pages";

/**
 * The kinds of files.
 */
export type ExportFormat = { "kind": "csv", 
/**
 * With the mark by which some spreadsheet programs know UTF-8.
 */
bom: boolean, } | { "kind": "xlsx" } | { "kind": "json" };

/**
 * What to take along.
 */
export type ExportOf = { "kind": "list", 
/**
 * Of which connection.
 */
connection: string, 
/**
 * Which ones; page and page size do not matter.
 */
query: ReportQuery, } | { "kind": "library", 
/**
 * Which ones; page and page size do not matter.
 */
query: LibraryQuery, } | { "kind": "selection", 
/**
 * Of which connection.
 */
connection: string, 
/**
 * The service's ids, at most 10,000.
 */
ids: Array<string>, } | { "kind": "fix_list", 
/**
 * Which reports.
 */
query: LibraryQuery, } | { "kind": "history", 
/**
 * Of which connection.
 */
connection: string, 
/**
 * The service's id of the report.
 */
id: string, };

/**
 * A file to be made of something.
 */
export type ExportRequest = { 
/**
 * Of what.
 */
of: ExportOf, 
/**
 * Which kind of file.
 */
format: ExportFormat, 
/**
 * The columns in their order, 1–30; JSON has everything, whatever they are.
 */
columns: Array<ExportColumn>, 
/**
 * The user's words for values, used in workbooks.
 */
words: Array<ExportWord>, 
/**
 * The file's name as it is suggested to the user, without an extension, at most 100 characters.
 */
name: string, };

/**
 * A word of the window's for a value, such as “Good” for the verdict `good`.
 */
export type ExportWord = { 
/**
 * Of which field.
 */
field: ExportField, 
/**
 * The value, as JSON and CSV have it.
 */
value: string, 
/**
 * The user's word for it, at most 100 characters.
 */
word: string, };

/**
 * A file that was made.
 */
export type Exported = { 
/**
 * Its full path.
 */
file: string, 
/**
 * How many rows it has.
 */
rows: number, 
/**
 * How many rows of the service's answers could not be read, and are not in it.
 */
unreadable: number, 
/**
 * Its size in bytes.
 */
bytes: number, };

/**
 * A check that fails.
 */
export type FailingCheck = { 
/**
 * The service's name for the check.
 */
name: string, 
/**
 * How much it matters, where the service says.
 */
importance: Importance | null, 
/**
 * On how many pages it fails.
 */
pages: number, };

/**
 * What is wrong with one field.
 */
export type FieldProblem = { 
/**
 * The field, by the interface's name (`url`, `privacy`, `password`) or the request's (`name`, `base_url`, `key`).
 */
field: string, 
/**
 * What is wrong with it.
 */
reason: FieldReason, };

/**
 * What is wrong with a field's value.
 */
export type FieldReason = { "kind": "required" } | { "kind": "too_long", 
/**
 * The most characters that are allowed.
 */
limit: number, } | { "kind": "not_an_address" } | { "kind": "unsupported_scheme" } | { "kind": "credentials" } | { "kind": "out_of_range", 
/**
 * The least.
 */
least: number, 
/**
 * The most.
 */
most: number, } | { "kind": "unreadable_file" } | { "kind": "no_certificate" } | { "kind": "query_or_fragment" } | { "kind": "insecure" } | { "kind": "not_usable" } | { "kind": "other_origin" } | { "kind": "nothing_to_change" } | { "kind": "not_a_privacy" } | { "kind": "said", 
/**
 * One text a complaint, in the service's language.
 */
messages: Array<string>, };

/**
 * What a step of a connection check found.
 */
export type Finding = { "kind": "proxy", 
/**
 * Its address.
 */
address: string, } | { "kind": "addresses", 
/**
 * The network addresses, at most eight.
 */
addresses: Array<string>, } | { "kind": "certificate", 
/**
 * Who vouches for it.
 */
issuer: string, 
/**
 * Days until it runs out.
 */
days_left: number, 
/**
 * The version of the protocol, such as `TLS 1.3`.
 */
protocol: string, } | { "kind": "count", 
/**
 * The number.
 */
total: number, } | { "kind": "throttle", 
/**
 * Requests allowed, usually a minute.
 */
limit: number, 
/**
 * Requests left.
 */
remaining: number | null, };

/**
 * What to mend first: the failing checks of some reports, the most important and most frequent first.
 */
export type FixList = { 
/**
 * The checks that fail anywhere.
 */
checks: Array<FailingCheck>, 
/**
 * How many reports were looked at.
 */
reports: number, 
/**
 * Of how many of these no checks are known.
 */
without_checks: number, };

/**
 * What a service was seen to do, as services of the same interface differ: learned from its answers, never configured.
 */
export type Generation = { 
/**
 * How it rates a page (`field-notes.md` 3).
 */
rating: Rating | null, 
/**
 * Its rows, filter and sort key say `score` where the interface says `result` (`field-notes.md` 3).
 */
says_score: boolean, 
/**
 * Whether it put rows into the order that was asked for, by sort key (`field-notes.md` 14).
 */
sorts: { [key in ReportSort]?: boolean }, 
/**
 * What its lists say about their pages (`field-notes.md` 10).
 */
paging: Paging | null, 
/**
 * How many requests it allows, usually a minute (`field-notes.md` 29).
 */
rate_limit: number | null, };

/**
 * What is remembered of a report's past.
 */
export type History = { 
/**
 * How it was seen, newest first: one entry each time it differed from before.
 */
snapshots: Array<Snapshot>, 
/**
 * When it was found to be gone from the service.
 */
gone_at: string | null, 
/**
 * Older snapshots were removed, as the settings have it.
 */
is_cut: boolean, };

/**
 * How much a check matters.
 */
export type Importance = "high" | "medium" | "low";

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/**
 * A report's password to keep in the system's keychain.
 */
export type KeepPassword = { 
/**
 * Of which connection.
 */
connection: string, 
/**
 * The service's id of the report.
 */
id: string, 
/**
 * 1–128 characters.
 */
password: Secret, };

/**
 * Where a key is to be kept.
 */
export type KeyPlace = "keychain" | "memory";

/**
 * Where a connection's key is.
 */
export type KeyState = "keychain" | "memory" | "missing";

/**
 * How many reports may still be created this month, as far as the user told how many there may be (`field-notes.md` 21).
 */
export type KnownQuota = { 
/**
 * How many a month.
 */
limit: number, 
/**
 * How many were created this month, as far as the library knows, deleted ones included.
 */
used: number, };

/**
 * A report as the library last saw it, whole.
 */
export type KnownReport = { 
/**
 * The report; without checks where only lists without them were seen.
 */
report: Report, 
/**
 * Whether its checks are known.
 */
has_checks: boolean, 
/**
 * When the service last showed it.
 */
seen_at: string, 
/**
 * When it was found to be gone from the service.
 */
gone_at: string | null, };

/**
 * What becomes of a page that has a report already. A refresh costs no quota (`field-notes.md` 21).
 */
export type KnownRule = { "kind": "refresh" } | { "kind": "refresh_older_than", 
/**
 * Days, 1–3,650.
 */
days: number, } | { "kind": "skip" } | { "kind": "create" };

/**
 * The languages of the window.
 */
export type Language = "system" | "en" | "de" | "fr" | "es" | "pt-BR" | "ja" | "zh-Hans" | "ar" | "pseudo";

/**
 * The library as a file on this computer.
 */
export type LibraryInfo = { 
/**
 * Whether it can be used.
 */
state: LibraryState, 
/**
 * The full path of its file.
 */
file: string, 
/**
 * How large it is on the disk, in bytes.
 */
bytes: number, 
/**
 * How many reports it knows, those that are gone included.
 */
reports: number, 
/**
 * How many snapshots of them it has.
 */
snapshots: number, 
/**
 * The name under which a damaged library was set aside since the app was started.
 */
set_aside: string | null, };

/**
 * A page of the library's list.
 */
export type LibraryPage = { 
/**
 * The rows.
 */
rows: Array<LibraryRow>, 
/**
 * Which page this is, from 1.
 */
number: number, 
/**
 * How many there are in all.
 */
total: number, };

/**
 * Which reports of the library to list. Conditions hold together; what is absent does not matter.
 */
export type LibraryQuery = { 
/**
 * Only this connection; absent: all of them.
 */
connection?: string | null, 
/**
 * A text anywhere in what is searched, whatever the case of its letters; at most 500 characters.
 */
search?: string | null, 
/**
 * What is searched; absent: the addresses.
 */
search_in?: LibrarySearchIn | null, 
/**
 * Only this project.
 */
project?: string | null, 
/**
 * Only this verdict.
 */
verdict?: Verdict | null, 
/**
 * Only this privacy.
 */
privacy?: Privacy | null, 
/**
 * Only scores from this on, 0–100.
 */
score_min?: number | null, 
/**
 * Only scores up to this, 0–100.
 */
score_max?: number | null, 
/**
 * Only reports whose checks last ran more than so many days ago.
 */
stale_days?: number | null, 
/**
 * Only reports that changed so. With [`Change::Gone`] those that are gone, otherwise those that are there.
 */
changed?: ChangedSince | null, 
/**
 * Only reports that fail the check of this name.
 */
failing?: string | null, 
/**
 * Those that are gone from the service instead of those that are there.
 */
gone?: boolean | null, 
/**
 * Sort key; absent: date created.
 */
sort_by?: LibrarySort | null, 
/**
 * Sort direction; absent: newest, largest or last first.
 */
sort?: Direction | null, 
/**
 * Page size.
 */
per_page: PageSize, 
/**
 * Which page, from 1; absent means the first.
 */
page?: number | null, };

/**
 * A report as the library remembers it.
 */
export type LibraryRow = { 
/**
 * Whose it is.
 */
connection: string, 
/**
 * The report as it was last seen.
 */
row: ReportRow, 
/**
 * When the service last showed it.
 */
seen_at: string, 
/**
 * When it was seen to have changed last; absent where it never changed.
 */
changed_at: string | null, 
/**
 * When it was found to be gone from the service.
 */
gone_at: string | null, 
/**
 * Its score before: at the time since which changes are asked for, or else before its last change.
 */
score_before: number | null, 
/**
 * Its verdict before, likewise.
 */
verdict_before: Verdict | null, };

/**
 * What a search of the library looks at.
 */
export type LibrarySearchIn = "address" | "checks";

/**
 * What the library can sort by.
 */
export type LibrarySort = "created" | "generated" | "address" | "score" | "changed" | "project";

/**
 * Whether the library can be used.
 */
export type LibraryState = "ready" | "newer" | "read_only" | "unavailable";

/**
 * A page of a batch's rows to read.
 */
export type ListBatchRows = { 
/**
 * Of which batch.
 */
batch: number, 
/**
 * Which rows.
 */
filter: BatchFilter, 
/**
 * Page size.
 */
per_page: PageSize, 
/**
 * Which page, from 1.
 */
page: number, };

/**
 * A list of projects to read.
 */
export type ListProjects = { 
/**
 * Of which connection.
 */
connection: string, 
/**
 * Which ones.
 */
query: ProjectQuery, };

/**
 * A list of reports to read.
 */
export type ListReports = { 
/**
 * Of which connection.
 */
connection: string, 
/**
 * Which ones.
 */
query: ReportQuery, };

/**
 * A password to make.
 */
export type MakePassword = { 
/**
 * How many characters, 8–64.
 */
length: number, };

/**
 * An entry of a menu.
 */
export type MenuEntry = { "kind": "command", 
/**
 * The window's name for it.
 */
command: string, 
/**
 * As it is shown.
 */
label: string, 
/**
 * Its keys, such as `CmdOrCtrl+Shift+N`.
 */
keys: string | null, 
/**
 * It can be used now.
 */
is_enabled: boolean, } | { "kind": "system", 
/**
 * Which one.
 */
action: SystemAction, 
/**
 * As it is shown.
 */
label: string, } | { "kind": "separator" };

/**
 * One menu of the system's menu bar, where the system has one (macOS).
 */
export type MenuGroup = { 
/**
 * Its title, as it is shown.
 */
title: string, 
/**
 * What the system adds to it of its own.
 */
role: MenuRole | null, 
/**
 * Its entries, from top to bottom.
 */
items: Array<MenuEntry>, };

/**
 * A menu that the system adds entries to.
 */
export type MenuRole = "window" | "help";

/**
 * How a connection's service is reached. There is no way to accept a certificate that nobody vouches for.
 */
export type Network = { 
/**
 * Which proxy requests go through.
 */
proxy: ProxyChoice, 
/**
 * The full path of a PEM file with certificates to trust besides the system's.
 */
ca_file: string | null, 
/**
 * Seconds to wait for a connection, 1–120.
 */
connect_seconds: number, 
/**
 * Seconds to wait for a whole list or report, 1–600.
 */
read_seconds: number, 
/**
 * Seconds to wait for a create, a change or a delete, 1–600: creating is slow (`field-notes.md` 17).
 */
write_seconds: number, };

/**
 * A report to create (`interface.md` §4.3).
 */
export type NewReport = { 
/**
 * The page's address; a missing scheme means https. At most 2,048 characters.
 */
url: string, 
/**
 * Who can see it: always sent, since a service left to itself usually decides for public (`field-notes.md` 18).
 */
privacy: Privacy, 
/**
 * 1–128 characters, required with [`Privacy::Password`] and not sent otherwise.
 */
password?: Secret | null, };

/**
 * A message of the system, outside the window.
 */
export type Notice = { 
/**
 * At most 100 characters.
 */
title: string, 
/**
 * At most 300 characters.
 */
body: string, };

/**
 * A known field with a value that Assay does not know.
 */
export type OddField = { 
/**
 * The service's name for the field.
 */
field: string, 
/**
 * The value as the service gave it, as JSON text, at most 200 characters.
 */
raw: string, };

/**
 * What somebody wants to see who is not in the window: where an `assay:` link leads, or what a start of the program asks
 * for.
 */
export type OpenedLink = { "kind": "report", 
/**
 * Which one.
 */
report: ReportRef, } | { "kind": "sample" } | { "kind": "unusable" };

/**
 * A column with its heading in the user's language.
 */
export type OutcomeColumn = { 
/**
 * Which field.
 */
field: OutcomeField, 
/**
 * Its heading, at most 100 characters.
 */
heading: string, };

/**
 * The columns of a batch's outcome.
 */
export type OutcomeField = "number" | "line" | "address" | "report" | "link" | "act" | "state" | "from" | "to" | "ended_at" | "took" | "message" | "password";

/**
 * A word of the window's for a value, such as “Created” for `create`, or for the code of a problem.
 */
export type OutcomeWord = { 
/**
 * Of which field.
 */
field: OutcomeField, 
/**
 * The value.
 */
value: string, 
/**
 * The user's word for it, at most 200 characters.
 */
word: string, };

/**
 * The library at a glance.
 */
export type Overview = { 
/**
 * The reports that are there, by verdict.
 */
verdicts: VerdictCounts, 
/**
 * The same at the end of each day on which it changed, oldest first; at most 400 days.
 */
over_time: Array<DayVerdicts>, 
/**
 * The same by project, the largest first; at most 500.
 */
projects: Array<ProjectVerdicts>, 
/**
 * How many projects there are.
 */
project_count: number, 
/**
 * How many reports have a score from 0–9, 10–19, …, 90–100.
 */
scores: Array<number>, 
/**
 * How many have no score.
 */
without_score: number, 
/**
 * How many are stale.
 */
stale: number, 
/**
 * How many are public.
 */
public: number, 
/**
 * How many are private.
 */
private: number, 
/**
 * How many have a password.
 */
password: number, 
/**
 * Of how many it is not known who can see them.
 */
privacy_unknown: number, 
/**
 * How many were created this month, those that are gone included, as far as Assay saw them (`field-notes.md` 21).
 */
created_this_month: number, };

/**
 * What an overview is of.
 */
export type OverviewQuery = { 
/**
 * Only this connection; absent: all of them.
 */
connection?: string | null, 
/**
 * After how many days without running its checks a report counts as stale, 1–3,650.
 */
stale_days: number, 
/**
 * The offset of the user's clock from UTC in minutes, by which days begin; -720 to 840.
 */
utc_offset: number, };

/**
 * One page of a list (`field-notes.md` 10, 11).
 */
export type Page<T> = { 
/**
 * The rows that could be read, in the order of the service.
 */
rows: Array<T>, 
/**
 * The rows that could not.
 */
unreadable: Array<UnreadableRow>, 
/**
 * Which page this is, from 1.
 */
number: number, 
/**
 * How many there are in all, where the service says.
 */
total: number | null, 
/**
 * How many rows lie before this page, where the service says or it follows from the pages.
 */
offset: number | null, 
/**
 * Whether there is a page after this one, as far as the service says.
 */
has_next: boolean, 
/**
 * The rows are provably not in the order that was asked for (`field-notes.md` 14).
 */
sort_ignored: boolean, 
/**
 * Rows are there that the filters should have left out: the service did not heed them.
 */
filter_ignored: boolean, };

/**
 * How many rows a page has: the sizes that the interface has (`interface.md` §8).
 */
export type PageSize = 10 | 25 | 50 | 100;

/**
 * What a service's lists say about their pages.
 */
export type Paging = "totals" | "next_only" | "unsaid";

/**
 * Which passwords the rows with [`Privacy::Password`] get. Never sent back to the window.
 */
export type PasswordWish = { "kind": "one", 
/**
 * 1–128 characters.
 */
password: Secret, } | { "kind": "generate", 
/**
 * How many characters, 8–64.
 */
length: number, } | { "kind": "kept" };

/**
 * A batch to plan. Nothing is sent to change anything.
 */
export type PlanBatch = { 
/**
 * With which connection.
 */
connection: string, 
/**
 * Where its rows come from.
 */
source: BatchSource, 
/**
 * What to do with them.
 */
wish: BatchWish, 
/**
 * Which passwords they get.
 */
password: PasswordWish | null, 
/**
 * The passwords are kept in the system's keychain for each report.
 */
keep_passwords: boolean, };

/**
 * The operating systems.
 */
export type Platform = "linux" | "macos" | "windows";

/**
 * What the user settled and what the app remembers of its last use.
 */
export type Preferences = { 
/**
 * Light, dark, or as the system has it.
 */
theme: Theme, 
/**
 * The page size of lists where none is chosen.
 */
page_size: PageSize, 
/**
 * The last screen with its filters: a path inside the app, starting with `/`, at most 4,096 characters.
 */
place: string | null, 
/**
 * The language of the window.
 */
language: Language, 
/**
 * How high the rows of lists are.
 */
density: Density, 
/**
 * How large everything in the window is, in percent: 50–400.
 */
zoom: Zoom, 
/**
 * How wide the panel beside a list is, in pixels, where the user settled it.
 */
panel_width: number | null, 
/**
 * How the columns of each list are arranged, by the list's name; at most 20 lists.
 */
columns: { [key in string]: ColumnLayout }, 
/**
 * Commands have no keys that are a single character, such as `?`, which speech input can press by mistake.
 */
single_keys_off: boolean, 
/**
 * Lists that the user gave a name, in the order of the sidebar; at most 100.
 */
views: Array<SavedView>, 
/**
 * What is new is read when the app opens.
 */
sync_on_open: boolean, 
/**
 * What is new is read every so many minutes, 5–10,080, while the app is open; 0 for never.
 */
sync_minutes: number, 
/**
 * The system tells of reports that a sync found to be worse.
 */
notify_worse: boolean, 
/**
 * After how many days without running its checks a report counts as stale, 1–3,650.
 */
stale_days: number, 
/**
 * For how many days the library keeps snapshots, 30–36,500; 0 for ever. The last one of each report always stays.
 */
keep_days: number, 
/**
 * The connections of which the user does not want to be asked to read all reports into the library; at most 1,000.
 */
sync_declined: Array<string>, 
/**
 * How many rows of a batch are sent at the same time, 1–16.
 */
batch_at_once: number, 
/**
 * The system tells when a batch has ended or cannot go on.
 */
notify_batches: boolean, 
/**
 * How many reports the service lets be created a month, by connection, where the user told; at most 1,000.
 */
quotas: { [key in string]: number }, 
/**
 * A newer version of the app is looked for when it opens, and once a day while it is open.
 */
look_for_updates: boolean, };

/**
 * Where a source is looked into before anything is planned.
 */
export type PreviewSource = { 
/**
 * The source: text, a file or a sitemap.
 */
source: BatchSource, };

/**
 * Who can see a report: the interface's `privacy` (`interface.md` §2).
 */
export type Privacy = "public" | "private" | "password";

/**
 * Why a call failed, as the window is told. Wording is the window's: nothing decides by text.
 */
export type Problem = { 
/**
 * What kind of trouble it is.
 */
code: ProblemCode, 
/**
 * What the service said, in its own words and language (`field-notes.md` 30).
 */
said: string | null, 
/**
 * What is wrong with which field of the request.
 */
fields: Array<FieldProblem>, 
/**
 * After how many seconds it is worth trying again, where the service says (`field-notes.md` 29, 31).
 */
retry_after: number | null, 
/**
 * The HTTP status, where there was an answer.
 */
status: number | null, 
/**
 * Technical particulars to show on demand and to copy: never a key or a password.
 */
detail: string | null, 
/**
 * When a write whose outcome is unknown was begun, by this computer's clock: what came of it is newer.
 */
tried_at: string | null, };

/**
 * The kinds of trouble. A kind exists only if the window words it or acts on it differently.
 */
export type ProblemCode = "invalid_input" | "refused_input" | "offline" | "name_not_found" | "connection_refused" | "connect_timed_out" | "unreachable" | "proxy_failed" | "untrusted" | "certificate_expired" | "certificate_name" | "tls_failed" | "ca_file_unusable" | "timed_out" | "answer_cut_off" | "cancelled" | "outcome_unknown" | "not_done" | "key_refused" | "forbidden" | "quota_used" | "not_found" | "throttled" | "maintenance" | "service_fault" | "redirected" | "not_this_interface" | "answer_too_large" | "connection_unknown" | "key_missing" | "keychain_locked" | "keychain_missing" | "keychain_failed" | "sample_failed" | "storage_failed" | "library_failed" | "not_remembered" | "disk_full" | "file_failed" | "not_a_library" | "batch_unknown" | "batch_not_ready" | "journal_failed" | "copy_failed" | "clipboard_failed" | "update_failed" | "update_untrusted" | "safe_mode" | "internal";

/**
 * A project: the reports of one site (`field-notes.md` 16). Only its name is certain.
 */
export type Project = { 
/**
 * The name, which is also what identifies it.
 */
project: string, 
/**
 * How many reports it has.
 */
reports: number | null, 
/**
 * The mean score of its reports, 0–100, where the service gives their sum and count.
 */
mean_score: number | null, 
/**
 * When its first report was created.
 */
created_at: string | null, 
/**
 * Known fields whose value could not be understood.
 */
odd: Array<OddField>, 
/**
 * Everything that the service said besides the known fields, under its own names.
 */
other: { [key in string]: JsonValue }, };

/**
 * Which projects to list (`interface.md` §4.6). What is absent is not sent, but for the page size.
 */
export type ProjectQuery = { 
/**
 * Search term.
 */
search?: string | null, 
/**
 * What the term applies to.
 */
search_by?: ProjectSearchBy | null, 
/**
 * Sort key.
 */
sort_by?: ProjectSort | null, 
/**
 * Sort direction.
 */
sort?: Direction | null, 
/**
 * Page size, always sent (`field-notes.md` 15).
 */
per_page: PageSize, 
/**
 * Which page, from 1; absent means the first. Sent for 2 and up alone (`field-notes.md` 11).
 */
page?: number | null, };

/**
 * One project of a connection.
 */
export type ProjectRef = { 
/**
 * Of which connection.
 */
connection: string, 
/**
 * The project's name.
 */
project: string, };

/**
 * What a search of projects looks at.
 */
export type ProjectSearchBy = "project";

/**
 * What projects are sorted by.
 */
export type ProjectSort = "created_at" | "project";

/**
 * The verdicts of a project.
 */
export type ProjectVerdicts = { 
/**
 * Whose it is.
 */
connection: string, 
/**
 * Its name; absent for reports of which no project is known.
 */
project: string | null, 
/**
 * How many of which verdict.
 */
verdicts: VerdictCounts, 
/**
 * The mean score of those that have one, 0–100.
 */
mean_score: number | null, };

/**
 * Which proxy requests go through.
 */
export type ProxyChoice = { "kind": "system" } | { "kind": "direct" } | { "kind": "own", 
/**
 * Its http or https address, without a user name or password.
 */
address: string, };

/**
 * How a service rates a page.
 */
export type Rating = "word" | "score";

/**
 * A newer version of the app.
 */
export type Release = { 
/**
 * Its number, as in `1.2.0`.
 */
version: string, 
/**
 * What is new in it, as Markdown in the form of the changelog.
 */
notes: string, 
/**
 * When it came out.
 */
published: string | null, 
/**
 * The page to get it from by hand.
 */
page: string | null, };

/**
 * A batch to plan anew by other rules, as long as it was not started. Rows that were switched are so no more.
 */
export type ReplanBatch = { 
/**
 * Which batch.
 */
batch: number, 
/**
 * What to do with its rows.
 */
wish: BatchWish, 
/**
 * Which passwords they get; absent: no others.
 */
password: PasswordWish | null, 
/**
 * The passwords are kept in the system's keychain for each report.
 */
keep_passwords: boolean, };

/**
 * One report, whole.
 */
export type Report = { 
/**
 * What the list shows of it.
 */
row: ReportRow, 
/**
 * Its checks, in the order of the service (`field-notes.md` 4).
 */
checks: Array<Check>, 
/**
 * Everything that the service said besides the known fields, under its own names.
 */
other: { [key in string]: JsonValue }, };

/**
 * Which reports to list (`interface.md` §4.1). What is absent is not sent, but for the page size.
 */
export type ReportQuery = { 
/**
 * Search term.
 */
search?: string | null, 
/**
 * What the term applies to.
 */
search_by?: ReportSearchBy | null, 
/**
 * Only this project.
 */
project?: string | null, 
/**
 * Only this verdict.
 */
result?: Verdict | null, 
/**
 * Sort key.
 */
sort_by?: ReportSort | null, 
/**
 * Sort direction.
 */
sort?: Direction | null, 
/**
 * Page size, always sent (`field-notes.md` 15).
 */
per_page: PageSize, 
/**
 * Which page, from 1; absent means the first. Sent for 2 and up alone (`field-notes.md` 11).
 */
page?: number | null, };

/**
 * One report of a connection.
 */
export type ReportRef = { 
/**
 * Of which connection.
 */
connection: string, 
/**
 * The service's id.
 */
id: string, };

/**
 * A report as a list shows it: everything but its checks, which can be large and stay in Rust (`field-notes.md` 13).
 */
export type ReportRow = { 
/**
 * The service's own identifier: opaque text, also where the service has numbers (`field-notes.md` 8).
 */
id: string, 
/**
 * The address as the service keeps it, without scheme, or empty where it gave none (`field-notes.md` 5).
 */
address: string, 
/**
 * The address to open in a browser, always `http://` or `https://`; absent where none can be told.
 */
url: string | null, 
/**
 * The site that the report belongs to (`field-notes.md` 6).
 */
project: string | null, 
/**
 * The verdict, given as a word or told from the score (`field-notes.md` 3).
 */
verdict: Verdict | null, 
/**
 * The score, 0–100, where the service gives one.
 */
score: number | null, 
/**
 * Who can see it; absent where the service did not say or said something unknown.
 */
privacy: Privacy | null, 
/**
 * Whether a password is set, as far as the service says (`field-notes.md` 2).
 */
has_password: boolean | null, 
/**
 * When its checks last ran.
 */
generated_at: string | null, 
/**
 * When it was created.
 */
created_at: string | null, 
/**
 * When the service last changed it.
 */
updated_at: string | null, 
/**
 * Known fields whose value could not be understood; shown as unknown, never as a default.
 */
odd: Array<OddField>, };

/**
 * What a search of reports looks at.
 */
export type ReportSearchBy = "url";

/**
 * What reports are sorted by.
 */
export type ReportSort = "id" | "generated_at" | "url" | "result";

/**
 * What to change about a report (`interface.md` §4.4): at least one of the three.
 */
export type ReportUpdate = { 
/**
 * Who can see it from now on.
 */
privacy?: Privacy | null, 
/**
 * 1–128 characters; required with [`Privacy::Password`] and not sent with the other two.
 */
password?: Secret | null, 
/**
 * Run the checks again, which overwrites those that are there (`field-notes.md` 20).
 */
results?: boolean | null, };

/**
 * How a row stands.
 */
export type RowState = "waiting" | "running" | "done" | "failed" | "unknown" | "skipped" | "cancelled";

/**
 * A list that the user gave a name: its filters, its sort and its columns.
 */
export type SavedView = { 
/**
 * Assay's own identifier, 1–100 characters.
 */
id: string, 
/**
 * The user's name for it, 1–100 characters.
 */
name: string, 
/**
 * The screen with its filters and its sort: a path inside the app, starting with `/`, at most 4,096 characters.
 */
place: string, 
/**
 * How its columns are arranged.
 */
columns: ColumnLayout, };

/**
 * An API key or a report's password: readable from a request of the window, never writable to anything.
 *
 * It has neither `Debug`, `Display` nor `Serialize`, so that no log, message, file or answer can hold one by accident;
 * its memory is wiped when it is dropped.
 */
export type Secret = string;

/**
 * A report to look for whose creation may or may not have taken place.
 */
export type SeekReport = { 
/**
 * With which connection.
 */
connection: string, 
/**
 * The address as it was given to the create.
 */
url: string, 
/**
 * When the create was begun, by this computer's clock: the problem's `tried_at`.
 */
since: string, };

/**
 * A password that the user asked to see or to have made.
 */
export type ShownPassword = { 
/**
 * The password.
 */
password: string, };

/**
 * Since when changes are told.
 */
export type Since = "last_time" | { "days": number };

/**
 * A sitemap among those of a source.
 */
export type SitemapRead = { 
/**
 * Its address, or the name of its file.
 */
name: string, 
/**
 * How many addresses it has, of pages or of sitemaps.
 */
addresses: number, 
/**
 * Why it could not be read, or not to its end.
 */
fault: SourceFault | null, 
/**
 * Why it could not be fetched.
 */
problem: Problem | null, };

/**
 * Why nothing is done with a row.
 */
export type SkipReason = { "kind": "known" } | { "kind": "fresh" } | { "kind": "duplicate", 
/**
 * That line's number, from 1.
 */
line: number | null, } | { "kind": "already_so" } | { "kind": "not_on_the_list" } | { "kind": "gone" } | { "kind": "chosen" };

/**
 * A report as it was seen once.
 */
export type Snapshot = { 
/**
 * The library's number for it; grows with time.
 */
number: number, 
/**
 * When it was first seen so.
 */
seen_at: string, 
/**
 * What lists show of it.
 */
row: ReportRow, 
/**
 * How many of its checks failed; absent where its checks were not seen.
 */
failed: number | null, };

/**
 * A snapshot of a report.
 */
export type SnapshotRef = { 
/**
 * Of which connection.
 */
connection: string, 
/**
 * The service's id of the report.
 */
id: string, 
/**
 * The library's number of the snapshot.
 */
number: number, };

/**
 * What looking for a report found whose creation may or may not have taken place (`field-notes.md` 19).
 */
export type Sought = { 
/**
 * The newest report of the same address that is younger than the try.
 */
found: ReportRow | null, 
/**
 * Other reports that are younger than the try, at most 10: an address that redirects is kept under another.
 */
others: Array<ReportRow>, };

/**
 * A column of a table.
 */
export type SourceColumn = { 
/**
 * What the first line calls it, at most 100 characters; absent where the first line names no columns.
 */
name: string | null, 
/**
 * Its first values, at most 5 of at most 100 characters; none of passwords.
 */
values: Array<string>, };

/**
 * Why a source was not read to its end.
 */
export type SourceFault = { "kind": "too_many" } | { "kind": "too_large", 
/**
 * The most megabytes.
 */
megabytes: number, } | { "kind": "not_text" } | { "kind": "broken_archive" } | { "kind": "broken_xml" } | { "kind": "entities" } | { "kind": "not_a_sitemap" } | { "kind": "too_many_sitemaps" } | { "kind": "empty" };

/**
 * A file that was chosen or dropped.
 */
export type SourceFile = { 
/**
 * The core's number for it, until the app ends.
 */
file: number, 
/**
 * Its name, without the folder.
 */
name: string, 
/**
 * Its size in bytes.
 */
bytes: number, };

/**
 * What the addresses are written in.
 */
export type SourceForm = "lines" | "table" | "sitemap";

/**
 * What a source holds, before anything is planned.
 */
export type SourcePreview = { 
/**
 * What it is written in.
 */
form: SourceForm, 
/**
 * The character encoding that was found, by its usual name, such as `UTF-16LE`.
 */
encoding: string, 
/**
 * The character between columns, in a table.
 */
delimiter: string | null, 
/**
 * Whether the first line names the columns.
 */
has_head: boolean, 
/**
 * The columns of a table, at most 100.
 */
columns: Array<SourceColumn>, 
/**
 * The column of the addresses, from 0.
 */
address: number | null, 
/**
 * The column of who can see each report.
 */
privacy: number | null, 
/**
 * The column of the passwords.
 */
password: number | null, 
/**
 * How many different pages it names.
 */
pages: number, 
/**
 * How many lines name a page that an earlier one named.
 */
duplicates: number, 
/**
 * How many lines cannot be used.
 */
bad: number, 
/**
 * The first pages, at most 10.
 */
sample: Array<SourceRow>, 
/**
 * The first lines that cannot be used, at most 1,000.
 */
bad_lines: Array<BadLine>, 
/**
 * The sitemaps that were read or could not be, the first one first, at most 1,000.
 */
sitemaps: Array<SitemapRead>, 
/**
 * Why it was not read to its end. What comes before can be used.
 */
fault: SourceFault | null, };

/**
 * How text or a file is to be read where not as found. Columns count from 0; a number that no column has means that there
 * is none for it.
 */
export type SourceReading = { 
/**
 * The column of the addresses.
 */
address?: number | null, 
/**
 * The column of who can see each report.
 */
privacy?: number | null, 
/**
 * The column of the passwords.
 */
password?: number | null, 
/**
 * Whether the first line names the columns.
 */
has_head?: boolean | null, };

/**
 * A page of a source.
 */
export type SourceRow = { 
/**
 * Its line, from 1, where the source has lines.
 */
line: number | null, 
/**
 * The address as it would be sent.
 */
address: string, 
/**
 * Who is to see its report, where the source says so.
 */
privacy: Privacy | null, 
/**
 * Whether the source has a password for it.
 */
has_password: boolean, };

/**
 * Everything that the window needs for its first picture.
 */
export type Start = { 
/**
 * The version of the app.
 */
version: string, 
/**
 * The system that it runs on.
 */
platform: Platform, 
/**
 * The desktop that it runs in, which tells how its keychain is unlocked.
 */
desktop: Desktop, 
/**
 * The preferences.
 */
preferences: Preferences, 
/**
 * What was typed and not used yet.
 */
drafts: Array<Draft>, 
/**
 * The connections.
 */
connections: Array<Connection>, 
/**
 * The name under which a damaged settings file was set aside at this start.
 */
settings_set_aside: string | null, 
/**
 * What the app was started to show, or was to show before the window listened. It is told once.
 */
link: OpenedLink | null, 
/**
 * The app was started with the usual preferences and without the library, to get out of trouble; nothing of this
 * start's preferences is kept.
 */
safe_mode: boolean, 
/**
 * What the app left behind when it failed last time, until the user has seen it.
 */
crash: CrashReport | null, 
/**
 * How the app is updated.
 */
update: UpdateState, };

/**
 * A sync to begin, or to go on with where one was stopped.
 */
export type StartSync = { 
/**
 * Of which connection.
 */
connection: string, 
/**
 * How much.
 */
kind: SyncKind, };

/**
 * How many rows stand how.
 */
export type StateCounts = { 
/**
 * Not sent yet.
 */
waiting: number, 
/**
 * Being sent.
 */
running: number, 
/**
 * Done.
 */
done: number, 
/**
 * Not done.
 */
failed: number, 
/**
 * May or may not have been done.
 */
unknown: number, 
/**
 * Nothing to do.
 */
skipped: number, 
/**
 * Cancelled before it was sent.
 */
cancelled: number, };

/**
 * The steps of a connection check, in their order.
 */
export type Step = "settings" | "proxy" | "name" | "connect" | "tls" | "interface" | "key" | "reports" | "projects" | "paging" | "sorting" | "throttle";

/**
 * How a step of a connection check ended.
 */
export type StepOutcome = "passed" | "absent" | "failed" | "skipped";

/**
 * Rows of a plan to be switched.
 */
export type SwitchRows = { 
/**
 * Of which batch.
 */
batch: number, 
/**
 * Their numbers; absent: every row that the filter lets through and that can be switched so.
 */
rows: Array<number> | null, 
/**
 * Which rows, where no numbers are given.
 */
filter: BatchFilter, 
/**
 * What they are to do: one of their choices.
 */
to: BatchAct, };

/**
 * What a sync found.
 */
export type SyncFound = { 
/**
 * Reports that were not known.
 */
new: number, 
/**
 * Reports that had changed in any way.
 */
changed: number, 
/**
 * Reports whose verdict or score fell.
 */
worse: number, 
/**
 * Reports that are gone.
 */
gone: number, };

/**
 * How much of a service is read into the library.
 */
export type SyncKind = "full" | "light";

/**
 * What a sync does.
 */
export type SyncPhase = "reading" | "looking";

/**
 * How far a sync is.
 */
export type SyncProgress = { 
/**
 * How much it reads.
 */
kind: SyncKind, 
/**
 * What it does now.
 */
phase: SyncPhase, 
/**
 * How many reports it has read, or looked for.
 */
done: number, 
/**
 * Of how many, where the service says.
 */
total: number | null, 
/**
 * Seconds until it ends, as far as can be told.
 */
seconds_left: number | null, };

/**
 * What is known of a connection's syncs.
 */
export type SyncState = { 
/**
 * Which connection.
 */
connection: string, 
/**
 * The one that runs.
 */
running: SyncProgress | null, 
/**
 * A full one was begun and stopped, and goes on from there: how many reports it had read.
 */
unfinished: number | null, 
/**
 * When the last one of any kind ended well.
 */
synced_at: string | null, 
/**
 * When the last full one ended well.
 */
full_at: string | null, 
/**
 * How sure it is that the library knows every report.
 */
completeness: Completeness, 
/**
 * How many reports that are there the library knows.
 */
reports: number, 
/**
 * Why the last one ended early.
 */
problem: Problem | null, 
/**
 * What the last one that ended well found.
 */
found: SyncFound, };

/**
 * What the system does by itself when it is chosen in a menu.
 */
export type SystemAction = "about" | "services" | "hide" | "hide_others" | "show_all" | "quit" | "undo" | "redo" | "cut" | "copy" | "paste" | "select_all" | "full_screen" | "minimize" | "enlarge" | "close_window";

/**
 * The colours of the window.
 */
export type Theme = "system" | "light" | "dark";

/**
 * How a call is made, besides what it asks.
 */
export type Ticket = { 
/**
 * The window's number for the call, by which it can be cancelled; 0 for none.
 */
number: number, 
/**
 * It is one of many: others go first where the service allows only so many.
 */
background: boolean, };

/**
 * A row of a list that could not be read: shown as it came, so that nothing is lost silently.
 */
export type UnreadableRow = { 
/**
 * Its place in the answer, from 0.
 */
position: number, 
/**
 * Where the trouble is, such as `data[3].id`.
 */
path: string, 
/**
 * The row as JSON text, at most 2,000 characters.
 */
raw: string, };

/**
 * How far an update is.
 */
export type UpdatePhase = { "kind": "idle" } | { "kind": "looking" } | { "kind": "current", 
/**
 * When that was found.
 */
at: string, } | { "kind": "found", 
/**
 * Which.
 */
release: Release, } | { "kind": "fetching", 
/**
 * Which.
 */
release: Release, 
/**
 * Bytes so far.
 */
done: number, 
/**
 * Of how many, where that is known.
 */
total: number | null, } | { "kind": "ready", 
/**
 * Which.
 */
release: Release, } | { "kind": "installing", 
/**
 * Which.
 */
release: Release, } | { "kind": "failed", 
/**
 * Why.
 */
problem: Problem, 
/**
 * What was to be installed; none where it could not be looked.
 */
release: Release | null, };

/**
 * A report to change.
 */
export type UpdateReport = { 
/**
 * Of which connection.
 */
connection: string, 
/**
 * The service's id.
 */
id: string, 
/**
 * What to change.
 */
update: ReportUpdate, };

/**
 * Newer versions of the app: how they come onto this computer, and how far that is.
 */
export type UpdateState = { 
/**
 * How this copy of the app is updated.
 */
way: UpdateWay, 
/**
 * What goes on.
 */
phase: UpdatePhase, };

/**
 * How a copy of the app is updated.
 */
export type UpdateWay = "own" | "package" | "forbidden" | "unsigned";

/**
 * A place inside a check's value that differs.
 */
export type ValueChange = { 
/**
 * Where, such as `max` or `[3].src`; empty for the whole value.
 */
path: string, 
/**
 * As it was; absent where there was nothing.
 */
before: JsonValue | null, 
/**
 * As it became; absent where there is nothing any more.
 */
after: JsonValue | null, };

/**
 * What a report concludes about its page: the interface's `result` (`interface.md` §2).
 */
export type Verdict = "good" | "decent" | "bad";

/**
 * How many reports have which verdict.
 */
export type VerdictCounts = { 
/**
 * Good ones.
 */
good: number, 
/**
 * Decent ones.
 */
decent: number, 
/**
 * Bad ones.
 */
bad: number, 
/**
 * Those without a verdict.
 */
unknown: number, };

/**
 * Calls of a connection that wait for their turn (`field-notes.md` 29).
 */
export type Waiting = { 
/**
 * Which connection.
 */
connection: string, 
/**
 * How many calls wait.
 */
calls: number, 
/**
 * Seconds until the next of them goes on, from when this is said.
 */
seconds: number, 
/**
 * How many requests the service allows, usually a minute, where it says.
 */
limit: number | null, };

/**
 * What the window knows of its own failure.
 */
export type WindowCrash = { 
/**
 * The error with its stack, at most 20,000 characters of which are kept.
 */
text: string, };

/**
 * What a create or update left behind.
 */
export type Written = { 
/**
 * The report: read again after the write, since the write's own answer is not settled (`field-notes.md` 7).
 */
report: Report, 
/**
 * Why reading it again failed, if it did: the write itself is proven, but `report` is then the write's own answer.
 */
unsettled: Problem | null, 
/**
 * What became of the write's own answer, if it was lost: that it took place was then found by looking.
 */
answer_lost: Problem | null, };

/**
 * How large everything in the window is, in percent: 50–400.
 */
export type Zoom = number;

/** Every call to the core, with its request and its answer. */
export interface Calls {
  /** Everything that the window needs for its first picture. */
  app_start: { request: null; answer: Start };
  /** The window has painted its first picture and may be shown. */
  app_painted: { request: null; answer: null };
  /** Keep the preferences; answers with those that were kept. */
  preferences_save: { request: Preferences; answer: Preferences };
  /** Keep what was typed into a form beyond the end of the app, or forget it. */
  draft_save: { request: Draft; answer: null };
  /** Whether something in the window would be lost if it closed: then it is asked first (`CoreEvent::CloseAsked`). */
  close_guard: { request: boolean; answer: null };
  /** Close the window, whatever would be lost. */
  app_close: { request: null; answer: null };
  /** Fill the system's menu bar, where there is one. */
  menu_show: { request: Array<MenuGroup>; answer: null };
  /** An address as it would be sent for a new report, or what is wrong with it. */
  address_check: { request: AddressText; answer: CheckedAddress };
  /** Open an http or https address in the system's browser. */
  address_open: { request: AddressText; answer: null };
  /** The connections, in the order in which they were added. */
  connections_list: { request: null; answer: Array<Connection> };
  /** Check a connection, typed or saved, step by step, without keeping anything. */
  connection_test: { request: ConnectionDraft; answer: ConnectionCheck };
  /** Keep a new or changed connection, and its key in the keychain. */
  connection_save: { request: ConnectionDraft; answer: Connection };
  /** Forget a connection and its key. */
  connection_remove: { request: ConnectionRemoval; answer: null };
  /** Let the user choose a file with certificates; answers with its path, or nothing if none was chosen. */
  ca_file_choose: { request: null; answer: string | null };
  /** Give up all calls of a connection that wait for their turn. */
  waiting_stop: { request: ConnectionRef; answer: null };
  /** Give up a call. Of a write, only one that was not sent yet. */
  call_cancel: { request: CallRef; answer: null };
  /** Start the sample service, and answer with the connection to it. */
  sample_open: { request: null; answer: Connection };
  /** Set the sample workspace back to how it was at first. */
  sample_reset: { request: null; answer: null };
  /** A page of reports (`interface.md` §4.1). */
  reports_list: { request: ListReports; answer: Page<ReportRow> };
  /** One report, whole (`interface.md` §4.2). */
  report_read: { request: ReportRef; answer: Report };
  /** Create a report (`interface.md` §4.3), then read it. */
  report_create: { request: CreateReport; answer: Written };
  /** Look for a report whose creation may or may not have taken place (`field-notes.md` 19). */
  report_seek: { request: SeekReport; answer: Sought };
  /** Change or refresh a report (`interface.md` §4.4), then read it. */
  report_update: { request: UpdateReport; answer: Written };
  /** Delete a report (`interface.md` §4.5). */
  report_delete: { request: ReportRef; answer: Deleted };
  /** A page of projects (`interface.md` §4.6). */
  projects_list: { request: ListProjects; answer: Page<Project> };
  /** Delete a project with every report in it (`interface.md` §4.7). */
  project_delete: { request: ProjectRef; answer: Deleted };
  /** A page of what the library knows. */
  library_list: { request: LibraryQuery; answer: LibraryPage };
  /** The projects of the reports that the library knows, as a page of the service's list would have them. */
  projects_known: { request: ListProjects; answer: Page<Project> };
  /** A report as the library last saw it. */
  report_known: { request: ReportRef; answer: KnownReport };
  /** What is remembered of a report's past. */
  report_history: { request: ReportRef; answer: History };
  /** A report as it was in a snapshot. */
  snapshot_read: { request: SnapshotRef; answer: Report };
  /** How two snapshots of a report differ. */
  snapshots_compare: { request: CompareSnapshots; answer: Comparison };
  /** How many reports changed since some time. */
  changes_count: { request: ChangesQuery; answer: Changes };
  /** What to mend first in the reports of a list of the library; its page does not matter. */
  fix_list: { request: LibraryQuery; answer: FixList };
  /** The library at a glance. */
  overview_read: { request: OverviewQuery; answer: Overview };
  /** The library as a file on this computer. */
  library_info: { request: null; answer: LibraryInfo };
  /** Forget everything that the library knows. */
  library_clear: { request: null; answer: LibraryInfo };
  /** Copy the library into a file that the user chooses; nothing if none was chosen. */
  library_backup: { request: null; answer: Exported | null };
  /** Replace the library by a file that the user chooses; nothing if none was chosen. */
  library_restore: { request: null; answer: LibraryInfo | null };
  /** What is known of the syncs of all connections. */
  syncs_list: { request: null; answer: Array<SyncState> };
  /** Begin a sync, or go on with the one that was stopped; how it goes is told by `CoreEvent::Sync`. */
  sync_start: { request: StartSync; answer: null };
  /** Stop a connection's sync where it is. */
  sync_stop: { request: ConnectionRef; answer: null };
  /** Show a message of the system, outside the window. */
  notice_show: { request: Notice; answer: null };
  /** Make a file that the user chooses of a list; nothing if none was chosen. */
  export_save: { request: ExportRequest; answer: Exported | null };
  /** Let the user choose a file with addresses; nothing if none was chosen. */
  source_choose: { request: null; answer: SourceFile | null };
  /** What a source of addresses holds. */
  source_preview: { request: PreviewSource; answer: SourcePreview };
  /** Plan a batch. Nothing is sent to change anything. */
  batch_plan: { request: PlanBatch; answer: Batch };
  /** Plan a batch anew by other rules, as long as it was not started. */
  batch_replan: { request: ReplanBatch; answer: Batch };
  /** Switch rows of a plan to something else of what can be done with them. */
  batch_switch: { request: SwitchRows; answer: Batch };
  /** A batch as it stands. */
  batch_read: { request: BatchRef; answer: Batch };
  /** The batches, the newest first. */
  batches_list: { request: BatchesQuery; answer: Array<Batch> };
  /** A page of a batch's rows. */
  batch_rows: { request: ListBatchRows; answer: BatchRows };
  /** The lines of a batch's source that could not be used, at most 1,000. */
  batch_bad_lines: { request: BatchRef; answer: Array<BadLine> };
  /** Start a batch, or let it go on where it stands; how it goes is told by `CoreEvent::Batch`. */
  batch_start: { request: BatchRef; answer: Batch };
  /** Let a batch stand still. What is being sent comes to its end. */
  batch_pause: { request: BatchRef; answer: Batch };
  /** End a batch: what was not sent is not sent. While it is held, it is only a plan again. */
  batch_cancel: { request: BatchRef; answer: Batch };
  /** Try the rows that failed again. */
  batch_retry: { request: BatchRef; answer: Batch };
  /** Plan a batch that gives each report the privacy that it had before this one. */
  batch_undo: { request: BatchRef; answer: Batch };
  /** Forget a batch that does not run. */
  batch_remove: { request: BatchRef; answer: null };
  /** Make a file that the user chooses of a batch's rows; nothing if none was chosen. */
  batch_export: { request: ExportBatch; answer: Exported | null };
  /** A new password that is easy to read and hard to guess. */
  password_make: { request: MakePassword; answer: ShownPassword };
  /** Keep a report's password in the system's keychain. */
  password_keep: { request: KeepPassword; answer: null };
  /** Whether a report's password is kept in the system's keychain. */
  password_known: { request: ReportRef; answer: boolean };
  /** A report's password that is kept, as the user asked to see it. */
  password_show: { request: ReportRef; answer: ShownPassword };
  /** Put a report's password on the clipboard, and take it away again after 60 seconds. */
  password_copy: { request: ReportRef; answer: null };
  /** Forget a report's password. */
  password_forget: { request: ReportRef; answer: null };
  /** Write down that the window failed, on this computer only. */
  crash_keep: { request: WindowCrash; answer: null };
  /** The user has seen what the app left behind when it failed. */
  crash_seen: { request: null; answer: null };
  /** What helps to find a fault: the versions of what the app runs on, its state, the end of its log. No secrets, no */
  /** addresses. */
  diagnostics_read: { request: null; answer: string };
  /** Open the folder of the app's log in the system's file manager. */
  logs_open: { request: null; answer: null };
  /** Remove everything that the app keeps on this computer, the secrets in the keychain included, and close it. */
  data_remove: { request: DataRemoval; answer: null };
  /** Look for a newer version of the app. */
  update_check: { request: null; answer: UpdateState };
  /** Fetch the version that was found, check its signature, install it and start anew; how it goes is told by */
  /** `CoreEvent::Update`. */
  update_install: { request: null; answer: null };
  /** Open the system's print dialog for what the window shows. */
  window_print: { request: null; answer: null };
}
