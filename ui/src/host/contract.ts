// Made from the contract in Rust by `npm run contract`. Do not edit.

export type ActCounts = { create: number, 
/**
 * Reports to recheck.
 */
refresh: number, 
/**
 * Reports whose privacy or password changes.
 */
privacy: number, delete: number, 
/**
 * Nothing to do.
 */
skip: number, };

/**
 * A batch with its plan, progress, and outcome.
 */
export type Batch = { 
/**
 * Its number, from 1, in order of creation.
 */
number: number, connection: string, 
/**
 * What it does with its rows.
 */
wish: BatchRequest, 
/**
 * The origin of its rows, without the source's contents.
 */
from: BatchOrigin, 
/**
 * The URL of its first row.
 */
first_address: string | null, state: BatchState, 
/**
 * Why it is paused, or waits to retry.
 */
problem: Problem | null, acts: ActCounts, 
/**
 * The number of rows by status.
 */
states: StateCounts, 
/**
 * The number of invalid lines in the source (`batch_bad_lines`).
 */
bad_lines: number, 
/**
 * The number of rows that lack a password, which blocks the start (`batch_update_plan`).
 */
passwords_missing: number, 
/**
 * Whether to save the passwords in the system's keychain.
 */
keep_passwords: boolean, 
/**
 * When it was planned.
 */
made_at: string, 
/**
 * When it was first started.
 */
started_at: string | null, 
/**
 * When its last row got its outcome.
 */
ended_at: string | null, 
/**
 * Until when the start can be canceled.
 */
held_until: string | null, 
/**
 * Rows per minute, measured or estimated; absent if unknown.
 */
a_minute: number | null, 
/**
 * The estimated seconds left.
 */
seconds_left: number | null, 
/**
 * The monthly quota, if known.
 */
quota: MonthlyQuota | null, 
/**
 * Whether it can be undone (`batch_undo`): it changed privacies whose earlier value is known.
 */
can_undo: boolean, 
/**
 * Its effects on privacy and passwords, and on what an undo can restore.
 */
privacies: PrivacyCounts, 
/**
 * Whether its source sets a privacy, which its options then don't change; only while planned.
 */
has_own_privacies: boolean, };

/**
 * A filter for a batch's rows. All conditions apply; absent ones are ignored.
 */
export type BatchFilter = { 
/**
 * A text anywhere in the URL, case-insensitive; at most 500 characters.
 */
search?: string | null, act?: RowAction | null, 
/**
 * Only this status.
 */
state?: RowState | null, 
/**
 * Only reports that have a password and could get a new one, or only the others.
 */
is_protected?: boolean | null, 
/**
 * Only rows that failed for the same reason as the one of this number; none if that one has
 * not failed.
 */
failed_like?: number | null, };

export type BatchOrigin = { "kind": "text" } | { "kind": "file", name: string, } | { "kind": "sitemap", address: string, } | { "kind": "selection" } | { "kind": "list", 
/**
 * Only this project, if filtered.
 */
project: string | null, } | { "kind": "batch", batch: number, };

/**
 * The result of a batch so far.
 */
export type BatchOutcome = { 
/**
 * Why rows failed, the most frequent reason first, at most 100.
 */
failures: Array<FailureGroup>, 
/**
 * The present verdicts of the reports that it created, as far as the library has them.
 */
created: VerdictCounts, };

export type BatchRef = { batch: number, };

/**
 * What a batch does with its rows.
 */
export type BatchRequest = { "kind": "create", 
/**
 * The privacy of new reports, unless the source sets one.
 */
privacy: Privacy, 
/**
 * What happens to pages that already have a report.
 */
known: ExistingReportPolicy, 
/**
 * Existing reports get the privacy, too.
 */
change_known: boolean, 
/**
 * Reports of this project that the source doesn't name are deleted.
 */
match_project: string | null, } | { "kind": "privacy", privacy: Privacy, } | { "kind": "refresh", 
/**
 * Only those last checked more than this many days ago, 1–3,650.
 */
older_than_days: number | null, } | { "kind": "delete" } | { "kind": "undo", batch: number, };

/**
 * A row of a batch, with its plan and outcome.
 */
export type BatchRow = { 
/**
 * Its number, from 1, in the order of sending.
 */
number: number, 
/**
 * Its line in the source, from 1, if it has lines.
 */
line: number | null, 
/**
 * The URL as sent, or as the service stores it.
 */
address: string, 
/**
 * The service's id of the report, if any.
 */
report: string | null, act: RowAction, skipped: SkipReason | null, 
/**
 * The other possible actions.
 */
choices: Array<RowAction>, 
/**
 * The report's privacy when it was planned.
 */
from: Privacy | null, 
/**
 * The privacy to set; absent to keep it.
 */
to: Privacy | null, 
/**
 * Whether it has a password to set.
 */
has_password: boolean, 
/**
 * When the report was last checked, as known when it was planned.
 */
generated_at: string | null, state: RowState, 
/**
 * Why it failed or its outcome is unknown; for a completed row, why its password couldn't be
 * saved.
 */
problem: Problem | null, 
/**
 * The response was lost, and the outcome was looked up.
 */
was_found: boolean, 
/**
 * When its outcome was known, or was given up on.
 */
ended_at: string | null, 
/**
 * Its duration, in milliseconds.
 */
took: number | null, };

/**
 * A page of a batch's rows.
 */
export type BatchRows = { 
/**
 * The rows, in their order; once the batch has ended, failed ones first, then those with an unknown
 * outcome.
 */
rows: Array<BatchRow>, 
/**
 * Which page this is, from 1.
 */
number: number, 
/**
 * The number of matching rows.
 */
total: number, };

export type BatchSource = { "kind": "text", 
/**
 * The text, which may contain passwords.
 */
text: Secret, 
/**
 * How to read it, if not as detected.
 */
reading: SourceReading, } | { "kind": "file", 
/**
 * The core's number for it, until the app closes.
 */
file: number, 
/**
 * How to read it, if not as detected.
 */
reading: SourceReading, } | { "kind": "sitemap", 
/**
 * Its URL; https by default.
 */
address: string, } | { "kind": "reports", 
/**
 * The service's ids.
 */
ids: Array<string>, } | { "kind": "list", 
/**
 * The query; page and page size are ignored.
 */
query: ReportQuery, } | { "kind": "library", 
/**
 * The query; connection, page, and page size are ignored.
 */
query: LibraryQuery, } | { "kind": "fix_list", 
/**
 * The query; connection, failing check, page, and page size are ignored.
 */
query: LibraryQuery, 
/**
 * The service's names of the checks, 1–100.
 */
checks: Array<string>, };

export type BatchState = "planned" | "held" | "running" | "pausing" | "paused" | "ended";

export type BatchesQuery = { 
/**
 * Only those of this connection.
 */
connection?: string | null, };

/**
 * How reports for clients present their sender.
 */
export type Branding = { 
/**
 * The sender's name, at most 100 characters; may be empty.
 */
name: string, 
/**
 * A text at the end of the cover, at most 300 characters; may be empty.
 */
footer: string, 
/**
 * The color of the cover as `#rrggbb`; absent for Assay's own.
 */
accent: string | null, 
/**
 * A PNG or JPEG picture as a `data:` URL, at most 256 KiB of picture.
 */
logo: string | null, };

export type CallRef = { 
/**
 * The number of its ticket.
 */
number: number, };

/**
 * Which certificates a connection trusts in addition to the system's.
 */
export type CertificateChoice = { "kind": "none" } | { "kind": "kept" } | { "kind": "chosen", 
/**
 * The file's number.
 */
file: number, };

export type Certificates = { 
/**
 * The name of their file, without its folder.
 */
name: string, count: number, };

/**
 * How a report changed since a given time.
 */
export type Change = "better" | "worse" | "new" | "gone";

/**
 * Why a report changed: the checks that differ between two of its snapshots. None are named if the
 * checks of either snapshot are unknown.
 */
export type ChangeReasons = { 
/**
 * The library's number of the earlier snapshot.
 */
before: number, 
/**
 * The library's number of the later snapshot.
 */
after: number, 
/**
 * Those that passed and now fail.
 */
broke: ChangedChecks, 
/**
 * Those that failed and now pass.
 */
fixed: ChangedChecks, 
/**
 * The others that differ, including added and removed ones.
 */
changed: ChangedChecks, };

export type ChangedCheck = { 
/**
 * The service's name for the check.
 */
name: string, 
/**
 * Its importance, if the service says so.
 */
importance: Importance | null, };

export type ChangedChecks = { 
/**
 * The first ones by importance, then name; at most 5.
 */
first: Array<ChangedCheck>, 
/**
 * How many there are.
 */
count: number, };

export type ChangedSince = { 
/**
 * Only this change; absent: all of them.
 */
change?: Change | null, 
/**
 * The time from which changes count.
 */
since: Since, };

export type Changes = { 
/**
 * The time; absent if the app was never used before.
 */
since: string | null, better: number, worse: number, new: number, gone: number, };

/**
 * A count of changes, optionally of one connection.
 */
export type ChangesQuery = { 
/**
 * Only this connection; absent: all of them.
 */
connection?: string | null, 
/**
 * The time from which changes count.
 */
since: Since, };

/**
 * One check of a page (`field-notes.md` 4). The name is the service's own: new services add
 * checks.
 */
export type Check = { 
/**
 * The service's name for the check, such as `meta_description`.
 */
name: string, 
/**
 * Whether the page passed; absent if unknown.
 */
passed: boolean | null, 
/**
 * Its importance; absent if missing or unrecognized.
 */
importance: Importance | null, 
/**
 * The result: nothing, a scalar, a list, a map, or limits.
 */
value: JsonValue, 
/**
 * The errors in the service's own form; absent if passed.
 */
errors: JsonValue | null, 
/**
 * All other fields of the check, under the service's names.
 */
other: { [key in string]: JsonValue }, };

/**
 * A check that differs between two snapshots.
 */
export type CheckChange = { 
/**
 * The service's name for the check.
 */
name: string, kind: CheckChangeKind, 
/**
 * The earlier check; absent if it was added.
 */
before: Check | null, 
/**
 * The later check; absent if it was removed.
 */
after: Check | null, 
/**
 * The differing places inside the values, at most 200; absent if a side has no value.
 */
values: Array<ValueChange>, };

export type CheckChangeKind = "broken" | "fixed" | "changed" | "added" | "removed";

/**
 * A check whose value sorts a list: numbers before texts, reports without a value last.
 */
export type CheckSort = { 
/**
 * The service's name for the check.
 */
name: string, 
/**
 * Whether a text counts as its length.
 */
by_length: boolean, 
/**
 * The language in whose order texts are; English for those of the system or of tests.
 */
language: Language, };

export type CheckStep = { step: Step, outcome: StepOutcome, 
/**
 * Its duration in milliseconds, if it waited for something.
 */
millis: number | null, finding: Finding | null, problem: Problem | null, };

/**
 * A check's value, in short.
 */
export type CheckValue = { "kind": "number", number: number, } | { "kind": "flag", value: boolean, } | { "kind": "range", min: number, max: number, } | { "kind": "text", 
/**
 * At most 200 characters of it.
 */
text: string, 
/**
 * The number of all characters.
 */
length: number, } | { "kind": "entries", count: number, };

/**
 * A connection's URL as it would be saved.
 */
export type CheckedBase = { 
/**
 * The base URL, with scheme, without a trailing slash.
 */
url: string, 
/**
 * The API path that is left out, since it is added automatically.
 */
left_out: string | null, };

/**
 * A certificate file that was chosen and read.
 */
export type ChosenCertificates = { 
/**
 * Its number, for use in drafts until the app closes.
 */
file: number, certificates: Certificates, };

export type ClientReportFormat = "html" | "pdf";

/**
 * What a report for a client is about.
 */
export type ClientReportOf = { "kind": "report", connection: string, 
/**
 * The service's id of the report.
 */
id: string, 
/**
 * The time from which changes count.
 */
since: Since, } | { "kind": "comparison", connection: string, 
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
after: number, } | { "kind": "reports", 
/**
 * The query; sorting, page, and page size are ignored.
 */
query: LibraryQuery, 
/**
 * The time from which changes count.
 */
since: Since, } | { "kind": "moments" } & CompareMoments | { "kind": "two_reports" } & CompareReports;

export type ClientReportRequest = { of: ClientReportOf, 
/**
 * The title on the cover, at most 200 characters; reports that aren't of a list have their URLs
 * if it is empty.
 */
title: string, 
/**
 * The language of the report; English for those of the system or of tests.
 */
language: Language, format: ClientReportFormat, 
/**
 * The offset of the user's time zone from UTC in minutes; -720 to 840.
 */
utc_offset: number, 
/**
 * The suggested file name, without an extension, at most 100 characters.
 */
name: string, };

/**
 * The columns of a list; unnamed columns keep their defaults.
 */
export type ColumnLayout = { hidden: Array<string>, 
/**
 * Column widths, in pixels.
 */
widths: { [key in string]: number }, 
/**
 * The checks whose values are columns, at most 8.
 */
checks?: Array<string> | null, };

/**
 * Two moments at which to compare the reports of a library's list, such as a project or a view.
 */
export type CompareMoments = { 
/**
 * The query; sorting, page, and page size are ignored. Removed reports count, too, unless it
 * says which.
 */
query: LibraryQuery, 
/**
 * The earlier moment.
 */
before: Since, 
/**
 * The later moment; absent: now.
 */
after?: string | null, };

/**
 * Two reports to compare, as they were last saved.
 */
export type CompareReports = { 
/**
 * The report that counts as the earlier one.
 */
before: ReportRef, after: ReportRef, };

/**
 * Two snapshots of a report to compare.
 */
export type CompareSnapshots = { connection: string, 
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
 * The differences between two snapshots of a report, or of two reports.
 */
export type Comparison = { before: Snapshot, after: Snapshot, 
/**
 * The checks that differ: broken, then fixed, then others; each by importance, then name.
 */
checks: Array<CheckChange>, 
/**
 * How many checks are the same.
 */
same: number, };

/**
 * How certain it is that the library has every report of a service.
 */
export type Completeness = "unknown" | "whole" | "first_page_only" | "unsettled" | "outdated";

/**
 * A service's URL and settings. Its key is stored in the keychain, never here.
 */
export type Connection = { 
/**
 * Assay's own identifier; `sample` for the sample workspace.
 */
id: string, name: string, 
/**
 * The base URL, with scheme, without a trailing slash.
 */
base_url: string, 
/**
 * Whether plain http to another computer is allowed.
 */
allow_insecure: boolean, sample: boolean, 
/**
 * Where its key is stored.
 */
key: KeyState, network: Network, generation: ServiceCapabilities, };

/**
 * The result of a connection test, step by step.
 */
export type ConnectionCheck = { 
/**
 * The base URL as it would be used.
 */
base_url: string, 
/**
 * The steps in order.
 */
steps: Array<CheckStep>, generation: ServiceCapabilities, };

/**
 * The typed settings of a new or changed connection.
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
 * The base URL as typed; https by default.
 */
base_url: string, 
/**
 * Whether to allow plain http to another computer.
 */
allow_insecure: boolean, 
/**
 * A new key; absent to keep the saved one, which needs the same origin and network settings.
 */
key: Secret | null, 
/**
 * Where to store a new key.
 */
key_place: KeyPlace, network: NetworkDraft, 
/**
 * Which service is at the URL, if a saved connection's URL changed.
 */
service: ServiceChoice | null, };

export type ConnectionRef = { id: string, };

export type ConnectionRemoval = { id: string, 
/**
 * Remove it even if the keychain can't be reached and its key stays there.
 */
leave_key: boolean, };

/**
 * An event that the core sends to the window.
 */
export type CoreEvent = { "kind": "waiting", 
/**
 * One entry for each connection with waiting calls.
 */
waiting: Array<QueuedCalls>, } | { "kind": "connections" } | { "kind": "close_asked", 
/**
 * Whether it closes to install an update and restart.
 */
update: boolean, } | { "kind": "sync", state: SyncState, } | { "kind": "library" } | { "kind": "export", 
/**
 * The number of its call's ticket.
 */
number: number, 
/**
 * How many rows were written.
 */
done: number, 
/**
 * The total, if known.
 */
total: number | null, } | { "kind": "connection_step", 
/**
 * The number of its call's ticket.
 */
number: number, step: Step, } | { "kind": "batch", batch: Batch, } | { "kind": "files_over", 
/**
 * Whether they are.
 */
over: boolean, } | { "kind": "files_dropped", 
/**
 * The dropped files, at most 10.
 */
files: Array<SourceFile>, } | { "kind": "link", link: OpenedLink, } | { "kind": "update", state: UpdateState, } | { "kind": "command", 
/**
 * The UI's name for it.
 */
command: string, };

export type CrashReport = { at: string, 
/**
 * Readable, without secrets, and never sent.
 */
text: string, };

/**
 * The result of looking up a create with an unknown outcome (`field-notes.md` 19).
 */
export type CreateLookup = { 
/**
 * The newest report of the same URL since the create.
 */
found: ReportRow | null, 
/**
 * Other reports since the create, at most 10: a redirecting URL is stored as its target.
 */
others: Array<ReportRow>, };

export type CreateReport = { connection: string, report: NewReport, };

export type CsvSeparator = "comma" | "semicolon" | "tab";

/**
 * A request to delete all of the app's data on this computer.
 */
export type DataRemoval = { 
/**
 * Leave the keychain as it is, since it failed. Otherwise nothing is deleted if it fails.
 */
leave_keys: boolean, };

/**
 * An average score at the end of a day.
 */
export type DayScore = { 
/**
 * The day, such as `2026-11-21`.
 */
day: string, mean_score: number, };

/**
 * The verdicts at the end of a day.
 */
export type DayVerdicts = { 
/**
 * The day, such as `2026-11-21`.
 */
day: string, verdicts: VerdictCounts, };

/**
 * The result of a delete (`field-notes.md` 24, 25).
 */
export type DeleteResult = { 
/**
 * The report's id, or the project's name.
 */
id: string, 
/**
 * Why the delete's response was lost or unclear, if it was and the delete was confirmed by a
 * lookup.
 */
answer_lost: Problem | null, };

/**
 * The row height of lists.
 */
export type Density = "comfortable" | "compact";

/**
 * Desktops with different keychains.
 */
export type Desktop = "gnome" | "kde" | "other" | "macos" | "windows";

export type Direction = "asc" | "desc";

/**
 * What was typed into a form and not used yet. It never holds a key or a password: those are
 * stored only in the keychain.
 */
export type Draft = { 
/**
 * The form's name, 1–200 characters.
 */
form: string, 
/**
 * The form's fields, at most 64 KiB as JSON. `null` deletes the draft.
 */
values: unknown, };

/**
 * Reports of a page that has several in the same connection.
 */
export type Duplicates = "every" | "older";

/**
 * What happens to a page that already has a report. A recheck costs no quota (`field-notes.md`
 * 21).
 */
export type ExistingReportPolicy = { "kind": "refresh" } | { "kind": "refresh_older_than", 
/**
 * Days, 1–3,650.
 */
days: number, } | { "kind": "skip" } | { "kind": "create" };

export type ExportBatch = { batch: number, filter: BatchFilter, format: ExportFormat, 
/**
 * The columns in order, 1–50. Passwords are exported only if they are among them.
 */
columns: Array<OutcomeColumn>, words: Array<OutcomeWord>, 
/**
 * The suggested file name, without an extension, at most 100 characters.
 */
name: string, };

/**
 * A column with its heading in the user's language.
 */
export type ExportColumn = { field: ExportField, 
/**
 * Its heading, at most 100 characters.
 */
heading: string, 
/**
 * The service's name of the check whose value it has; only for these fields.
 */
check?: string | null, };

/**
 * The columns of an export, each a field of the report unless said otherwise.
 */
export type ExportField = "connection" | "id" | "address" | "url" | "project" | "verdict" | "score" | "privacy" | "generated_at" | "created_at" | "updated_at" | "seen_at" | "gone_at" | "failed" | "failed_checks" | "failed_keys" | "check" | "check_key" | "importance" | "pages" | "why" | "how" | "theme" | "reference" | "reports" | "good" | "decent" | "bad" | "average" | "average_change" | "failing_high" | "value" | "value_length";

export type ExportFormat = { "kind": "csv", 
/**
 * With a byte order mark, which some spreadsheet programs need.
 */
bom: boolean, separator: CsvSeparator, 
/**
 * Numbers with a decimal comma, which commas can't separate.
 */
decimal_comma: boolean, } | { "kind": "xlsx" } | { "kind": "json" };

export type ExportOf = { "kind": "list", connection: string, 
/**
 * The query; page and page size are ignored.
 */
query: ReportQuery, } | { "kind": "library", 
/**
 * The query; page and page size are ignored.
 */
query: LibraryQuery, } | { "kind": "selection", connection: string, 
/**
 * The service's ids, at most 10,000.
 */
ids: Array<string>, } | { "kind": "fix_list", 
/**
 * The reports to include.
 */
query: LibraryQuery, } | { "kind": "projects", connection: string, 
/**
 * The query; page and page size are ignored.
 */
query: LibraryProjectQuery, } | { "kind": "history", connection: string, 
/**
 * The service's id of the report.
 */
id: string, };

export type ExportRequest = { of: ExportOf, format: ExportFormat, 
/**
 * The columns in order, 1–50; JSON always includes everything.
 */
columns: Array<ExportColumn>, 
/**
 * The user's words for values, used in workbooks; those for checks in all sheets.
 */
words: Array<ExportWord>, 
/**
 * The suggested file name, without an extension, at most 100 characters.
 */
name: string, };

/**
 * The user's word for a value, such as “Good” for the verdict `good`.
 */
export type ExportWord = { 
/**
 * The column's field.
 */
field: ExportField, 
/**
 * The value, as in JSON and CSV.
 */
value: string, 
/**
 * The word, at most 100 characters; of why a check matters and how to fix it, at most 500.
 */
word: string, };

export type Exported = { 
/**
 * Its full path.
 */
file: string, rows: number, 
/**
 * The number of rows that could not be read, and are not in the file.
 */
unreadable: number, bytes: number, };

export type FailingCheck = { 
/**
 * The service's name for the check.
 */
name: string, 
/**
 * Its importance, if the service says so.
 */
importance: Importance | null, 
/**
 * The number of pages on which it fails.
 */
pages: number, };

/**
 * Rows that failed for the same reason.
 */
export type FailureGroup = { 
/**
 * The first one's number ([`BatchFilter::failed_like`]).
 */
row: number, 
/**
 * The first one's problem.
 */
problem: Problem, 
/**
 * How many there are.
 */
rows: number, };

export type FieldProblem = { 
/**
 * The field, by the interface's name (`url`, `privacy`, `password`) or the request's (`name`,
 * `base_url`, `key`).
 */
field: string, reason: FieldReason, };

export type FieldReason = { "kind": "required" } | { "kind": "too_long", 
/**
 * The maximum number of characters.
 */
limit: number, } | { "kind": "not_an_address" } | { "kind": "no_host" } | { "kind": "space_in_host" } | { "kind": "several_addresses" } | { "kind": "unsupported_scheme" } | { "kind": "credentials" } | { "kind": "out_of_range", least: number, most: number, } | { "kind": "unreadable_file" } | { "kind": "no_certificate" } | { "kind": "file_too_large", 
/**
 * The maximum number of megabytes.
 */
megabytes: number, } | { "kind": "query_or_fragment" } | { "kind": "insecure" } | { "kind": "insecure_proxy" } | { "kind": "not_usable" } | { "kind": "other_origin" } | { "kind": "other_way" } | { "kind": "nothing_to_change" } | { "kind": "not_a_pattern" } | { "kind": "slow_pattern" } | { "kind": "not_a_privacy" } | { "kind": "said", 
/**
 * The messages, in the service's language.
 */
messages: Array<string>, };

/**
 * The finding of a step of a connection test.
 */
export type Finding = { "kind": "proxy", address: string, } | { "kind": "addresses", 
/**
 * IP addresses, at most eight.
 */
addresses: Array<string>, } | { "kind": "certificate", 
/**
 * The certificate's issuer.
 */
issuer: string, 
/**
 * Days until it expires.
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
 * Requests allowed, usually per minute.
 */
limit: number, 
/**
 * Requests left.
 */
remaining: number | null, };

/**
 * The answer to a call, as it was at the start.
 */
export type FirstAnswer = { call: FirstCall, request: unknown, answer: unknown, };

/**
 * The calls that can be answered before the window asks: none of them needs the network.
 */
export type FirstCall = "app_start" | "connections_list" | "syncs_list" | "library_list" | "library_counts" | "library_projects" | "library_report" | "library_trends" | "project_summaries" | "report_history" | "check_names" | "changes_count" | "moments_compare" | "fix_list" | "overview_read" | "batches_list" | "sitemap_gaps";

/**
 * A screen as it was last drawn, to be shown first at the next start.
 */
export type FirstPicture = { look: PictureLook, 
/**
 * The `library_revision` that the screen was drawn from.
 */
revision: string, 
/**
 * What this screen reads first, at most 20.
 */
reads: Array<FirstRead>, screen: PictureElement, };

/**
 * A call that a screen asks first.
 */
export type FirstRead = { call: FirstCall, request: unknown, };

/**
 * What to fix first: the failing checks of some reports, the most important and most frequent
 * first.
 */
export type FixList = { checks: Array<FailingCheck>, 
/**
 * The number of reports included.
 */
reports: number, 
/**
 * The number of those without known checks.
 */
without_checks: number, };

export type History = { 
/**
 * Its versions, newest first: one entry per change.
 */
snapshots: Array<Snapshot>, 
/**
 * Why each of the newest 200 differs from the one before it, newest first.
 */
reasons: Array<ChangeReasons>, 
/**
 * When it was found to be removed from the service.
 */
gone_at: string | null, 
/**
 * Older snapshots were deleted, as set in the preferences.
 */
is_cut: boolean, };

export type Importance = "high" | "medium" | "low";

export type InvalidLine = { 
/**
 * Its number, from 1.
 */
line: number, 
/**
 * Its URL text, at most 200 characters.
 */
text: string, 
/**
 * The invalid field: `url`, `privacy`, or `password`.
 */
field: string, reason: FieldReason, };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/**
 * A report's password to save in the system's keychain.
 */
export type KeepPassword = { connection: string, 
/**
 * The service's id of the report.
 */
id: string, 
/**
 * 1–128 characters.
 */
password: Secret, };

/**
 * Where to store a key.
 */
export type KeyPlace = "keychain" | "memory";

/**
 * Where a connection's key is stored.
 */
export type KeyState = "keychain" | "memory" | "missing";

/**
 * A report's full saved copy.
 */
export type KnownReport = { 
/**
 * The report; without checks if only lists without them were read.
 */
report: Report, 
/**
 * Whether its checks were read.
 */
has_checks: boolean, 
/**
 * When the service last returned it.
 */
seen_at: string, 
/**
 * When it was found to be removed from the service.
 */
gone_at: string | null, };

export type Language = "system" | "en" | "de" | "fr" | "es" | "pt-BR" | "ja" | "zh-Hans" | "ar" | "pseudo";

/**
 * The state and size of the library's file.
 */
export type LibraryInfo = { state: LibraryState, 
/**
 * The full path of its file.
 */
file: string, bytes: number, 
/**
 * The number of reports, including removed ones.
 */
reports: number, snapshots: number, 
/**
 * The name under which a damaged library was set aside in this session.
 */
set_aside: string | null, };

export type LibraryPage = { rows: Array<LibraryRow>, 
/**
 * Which page this is, from 1.
 */
number: number, total: number, 
/**
 * How many changed in each way, whichever [`ChangedSince::change`] the rows are of; only in a page
 * of [`LibraryQuery::changed`] whose conditions all apply.
 */
changes: Changes | null, };

/**
 * Which projects of the library to list. Absent fields are ignored.
 */
export type LibraryProjectQuery = { 
/**
 * A text anywhere in the name, case-insensitive; at most 500 characters.
 */
search?: string | null, sort_by?: LibraryProjectSort | null, 
/**
 * The sort direction; by default, newest, largest, or last first.
 */
sort?: Direction | null, per_page: PageSize, 
/**
 * Which page, from 1; absent means the first.
 */
page?: number | null, };

export type LibraryProjectSort = "created_at" | "project" | "reports" | "verdicts" | "score" | "trend" | "failing" | "checked";

/**
 * Which reports of the library to list. All conditions apply, unless [`Self::any`] is set; absent
 * ones are ignored.
 */
export type LibraryQuery = { 
/**
 * Only this connection; absent: all of them.
 */
connection?: string | null, 
/**
 * A text anywhere in what is searched, case-insensitive; at most 500 characters.
 */
search?: string | null, 
/**
 * What is searched; the URLs by default.
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
 * The lowest score, 0–100.
 */
score_min?: number | null, 
/**
 * The highest score, 0–100.
 */
score_max?: number | null, 
/**
 * Only reports last checked more than this many days ago.
 */
stale_days?: number | null, 
/**
 * Only reports that changed. [`Change::Gone`] lists removed reports, others existing ones.
 */
changed?: ChangedSince | null, 
/**
 * Only reports that fail the check of this name.
 */
failing?: string | null, 
/**
 * How the URL's path starts, such as `/blog`, case-insensitive; at most 500 characters.
 */
path?: string | null, 
/**
 * A regular expression that matches the URL without its scheme, case-insensitive; at most 500
 * characters.
 */
pattern?: string | null, 
/**
 * Only reports of a page that has several existing ones.
 */
duplicates?: Duplicates | null, 
/**
 * Whether one condition is enough of privacy, score, age, change, path, regular expression, and
 * duplicates. The others always apply.
 */
any?: boolean | null, 
/**
 * Removed reports instead of existing ones.
 */
gone?: boolean | null, 
/**
 * The sort key; by default, date created.
 */
sort_by?: LibrarySort | null, 
/**
 * Sorts by a check's value, in place of [`Self::sort_by`].
 */
sort_check?: CheckSort | null, 
/**
 * The sort direction; by default, newest, largest, or last first.
 */
sort?: Direction | null, per_page: PageSize, 
/**
 * Which page, from 1; absent means the first.
 */
page?: number | null, };

export type LibraryRow = { connection: string, 
/**
 * The saved copy.
 */
row: ReportRow, 
/**
 * When the service last returned it.
 */
seen_at: string, 
/**
 * When it last changed; absent if it never did.
 */
changed_at: string | null, 
/**
 * When it was found to be removed from the service.
 */
gone_at: string | null, 
/**
 * Its earlier score: at the time from which changes count, or else before its last change.
 */
score_before: number | null, 
/**
 * Its earlier verdict, likewise.
 */
verdict_before: Verdict | null, 
/**
 * How it changed; only in a page of [`LibraryQuery::changed`].
 */
change: ReportChange | null, };

export type LibrarySearchIn = "address" | "checks";

export type LibrarySort = "created" | "generated" | "address" | "score" | "changed" | "project" | "fall";

export type LibraryState = "ready" | "newer" | "read_only" | "unavailable";

/**
 * A page of a batch's rows to read.
 */
export type ListBatchRows = { batch: number, filter: BatchFilter, per_page: PageSize, 
/**
 * Which page, from 1.
 */
page: number, };

export type ListLibraryProjects = { connection: string, query: LibraryProjectQuery, };

export type ListProjects = { connection: string, query: ProjectQuery, };

export type ListReports = { connection: string, query: ReportQuery, };

/**
 * A create with an unknown outcome to look up.
 */
export type LookUpCreate = { connection: string, 
/**
 * The URL as given to the create.
 */
url: string, 
/**
 * When the create was started, by this computer's clock: the problem's `tried_at`.
 */
since: string, };

export type MakePassword = { 
/**
 * Its length, 8–64 characters.
 */
length: number, };

export type MenuEntry = { "kind": "command", 
/**
 * The UI's name for it.
 */
command: string, label: string, 
/**
 * Its keys, such as `CmdOrCtrl+Shift+N`.
 */
keys: string | null, is_enabled: boolean, } | { "kind": "system", action: SystemAction, label: string, } | { "kind": "separator" };

/**
 * A menu of the system's menu bar (macOS).
 */
export type MenuGroup = { title: string, 
/**
 * The system's own additions to it.
 */
role: MenuRole | null, 
/**
 * Its entries, from top to bottom.
 */
items: Array<MenuEntry>, };

/**
 * A menu with the system's own additions.
 */
export type MenuRole = "window" | "help";

/**
 * The differences between two moments.
 */
export type MomentsComparison = { before: Standing, after: Standing, better: number, worse: number, 
/**
 * Reports that were only there after.
 */
new: number, 
/**
 * Reports that were only there before.
 */
gone: number, 
/**
 * Reports with the same verdict and score, or without one.
 */
same: number, 
/**
 * The checks that broke or were fixed on pages of both moments, on the most pages first; at most
 * 200.
 */
checks: Array<MovedCheck>, 
/**
 * The pages whose score rose most first; at most 20.
 */
improved: Array<MovedPage>, 
/**
 * The pages whose score fell most first; at most 20.
 */
worsened: Array<MovedPage>, };

/**
 * The user's monthly quota for creating reports (`field-notes.md` 21).
 */
export type MonthlyQuota = { 
/**
 * Reports per month.
 */
limit: number, 
/**
 * Reports created this month, based on the library, including deleted ones.
 */
used: number, };

/**
 * On how many pages a check broke and was fixed.
 */
export type MovedCheck = { 
/**
 * The service's name for the check.
 */
name: string, 
/**
 * Its importance, if the service says so.
 */
importance: Importance | null, broke: number, fixed: number, };

/**
 * A page at two moments.
 */
export type MovedPage = { connection: string, 
/**
 * The service's id.
 */
id: string, address: string, created_at: string | null, verdict_before: Verdict | null, score_before: number | null, verdict: Verdict | null, score: number | null, 
/**
 * The differences between its snapshots of both moments; absent if one was deleted.
 */
reasons: ChangeReasons | null, };

/**
 * A moment of a connection's reports that the user named, such as "before the relaunch".
 */
export type NamedMoment = { 
/**
 * Assay's own identifier, 1–100 characters.
 */
id: string, 
/**
 * The connection's id.
 */
connection: string, 
/**
 * The user's name for it, 1–100 characters.
 */
name: string, at: string, };

/**
 * The network settings of a connection. Untrusted certificates can't be accepted.
 */
export type Network = { 
/**
 * Which proxy requests go through.
 */
proxy: ProxyChoice, 
/**
 * Certificates to trust in addition to the system's: a copy of the chosen file.
 */
certificates: Certificates | null, 
/**
 * The connect timeout in seconds, 1–120.
 */
connect_seconds: number, 
/**
 * The read timeout in seconds, 1–600.
 */
read_seconds: number, 
/**
 * The write timeout in seconds, 1–600: creates are slow (`field-notes.md` 17).
 */
write_seconds: number, };

/**
 * Typed network settings. They can't name a file: one with a path is rejected.
 */
export type NetworkDraft = { 
/**
 * Which proxy requests go through.
 */
proxy: ProxyChoice, 
/**
 * Which certificates to trust in addition to the system's.
 */
certificates: CertificateChoice, 
/**
 * The connect timeout in seconds, 1–120.
 */
connect_seconds: number, 
/**
 * The read timeout in seconds, 1–600.
 */
read_seconds: number, 
/**
 * The write timeout in seconds, 1–600.
 */
write_seconds: number, };

/**
 * A report to create (`interface.md` §4.3).
 */
export type NewReport = { 
/**
 * The page's URL; https by default. At most 2,048 characters.
 */
url: string, 
/**
 * The privacy: always sent, since services usually default to public (`field-notes.md` 18).
 */
privacy: Privacy, 
/**
 * 1–128 characters, required with [`Privacy::Password`] and not sent otherwise.
 */
password?: Secret | null, 
/**
 * Save the password on this computer once the write is proven.
 */
keep_password?: boolean | null, };

/**
 * A URL as it would be sent.
 */
export type NormalizedUrl = { 
/**
 * With its scheme, and encoded.
 */
url: string, 
/**
 * The fragment that was left out, with its `#`.
 */
fragment: string | null, };

/**
 * A part of a write that was not applied despite an OK response.
 */
export type NotApplied = "privacy" | "password" | "checks";

/**
 * The target of an `assay:` link or of a start of the program.
 */
export type OpenedLink = { "kind": "report", report: ReportRef, } | { "kind": "sample" } | { "kind": "unusable" };

/**
 * A column with its heading in the user's language.
 */
export type OutcomeColumn = { field: OutcomeField, 
/**
 * Its heading, at most 100 characters.
 */
heading: string, };

/**
 * A column of an exported batch.
 */
export type OutcomeField = "number" | "line" | "address" | "report" | "link" | "act" | "state" | "from" | "to" | "ended_at" | "took" | "message" | "password";

/**
 * The user's word for a value, such as “Created” for `create`, or for a problem code.
 */
export type OutcomeWord = { 
/**
 * The column's field.
 */
field: OutcomeField, value: string, 
/**
 * The word, at most 200 characters.
 */
word: string, };

export type Overview = { 
/**
 * The existing reports, by verdict.
 */
verdicts: VerdictCounts, 
/**
 * The same at the end of each day with a change, oldest first; at most 400 days.
 */
over_time: Array<DayVerdicts>, 
/**
 * The average score of those that have one, 0–100.
 */
mean_score: number | null, 
/**
 * The same at the ends of days in equal steps up to now, oldest first, where there were scores;
 * at most 54.
 */
average: Array<DayScore>, 
/**
 * The projects with the lowest average first; at most 500.
 */
projects: Array<ProjectVerdicts>, project_count: number, stale: number, public: number, private: number, password: number, privacy_unknown: number, 
/**
 * How many were created this month, including removed ones, based on the library
 * (`field-notes.md` 21).
 */
created_this_month: number, };

export type OverviewQuery = { 
/**
 * Only this connection; absent: all of them.
 */
connection?: string | null, 
/**
 * The age of a stale report, in days since its last check, 1–3,650.
 */
stale_days: number, 
/**
 * The offset of the user's time zone from UTC in minutes, for the start of days; -720 to 840.
 */
utc_offset: number, 
/**
 * The days of the averages over time, 1–365; absent: without them.
 */
trend_days?: number | null, 
/**
 * The moment with which the averages over time begin, in place of whole days; up to 3,650 days ago.
 */
trend_since?: string | null, };

/**
 * One page of a list (`field-notes.md` 10, 11).
 */
export type Page<T> = { 
/**
 * The readable rows, in the service's order.
 */
rows: Array<T>, unreadable: Array<UnreadableRow>, 
/**
 * Which page this is, from 1.
 */
number: number, 
/**
 * The total number of rows, if the service says so.
 */
total: number | null, 
/**
 * The number of rows before this page, if known.
 */
offset: number | null, 
/**
 * Whether another page follows, if the service says so.
 */
has_next: boolean, 
/**
 * The rows are not in the requested order (`field-notes.md` 14).
 */
sort_ignored: boolean, 
/**
 * The service ignored the filters: some rows don't match.
 */
filter_ignored: boolean, };

/**
 * The page sizes of the interface (`interface.md` §8).
 */
export type PageSize = 10 | 25 | 50 | 100;

/**
 * The paging data of a service's lists.
 */
export type Paging = "totals" | "next_only" | "unsaid";

/**
 * The passwords of rows with [`Privacy::Password`]. Never sent back to the webview.
 */
export type PasswordSource = { "kind": "one", 
/**
 * 1–128 characters.
 */
password: Secret, } | { "kind": "generate", 
/**
 * Its length, 8–64 characters.
 */
length: number, } | { "kind": "kept" };

/**
 * An element of a picture. Its tag, attributes, and styles are those of HTML and SVG that can
 * neither run nor load anything.
 */
export type PictureElement = { tag: string, class?: string, attributes?: { [key in string]: string }, 
/**
 * CSS properties.
 */
styles?: { [key in string]: string }, children?: Array<PictureNode>, };

/**
 * What a screen was drawn for.
 */
export type PictureLook = { 
/**
 * The screen: the saved preferences’ place.
 */
place: string, 
/**
 * Its language, as a BCP 47 tag.
 */
language: string, direction: TextDirection, 
/**
 * The theme that is shown.
 */
theme: ShownTheme, 
/**
 * The page’s size in CSS pixels.
 */
width: number, height: number, 
/**
 * Device pixels per CSS pixel.
 */
pixel_ratio: number, 
/**
 * Whether the system asks for more contrast.
 */
more_contrast: boolean, 
/**
 * Whether the system’s colors replace the app’s.
 */
forced_colors: boolean, };

/**
 * An element, or a text.
 */
export type PictureNode = string | PictureElement;

/**
 * A batch to plan. Nothing is changed on the service.
 */
export type PlanBatch = { connection: string, source: BatchSource, 
/**
 * What to do with the rows.
 */
wish: BatchRequest, password: PasswordSource | null, 
/**
 * Whether to save the passwords in the system's keychain.
 */
keep_passwords: boolean, };

/**
 * The operating systems.
 */
export type Platform = "linux" | "macos" | "windows";

/**
 * The user's preferences, and what the app restores at its next start.
 */
export type Preferences = { 
/**
 * Light, dark, or the system's theme.
 */
theme: Theme, 
/**
 * The default page size of lists.
 */
page_size: PageSize, 
/**
 * The last screen with its filters: a path inside the app, starting with `/`, at most 4,096 characters.
 */
place: string | null, language: Language, 
/**
 * The row height of lists.
 */
density: Density, 
/**
 * The zoom in percent, 50–400.
 */
zoom: Zoom, 
/**
 * The width of the panel next to a list in pixels, if the user set it.
 */
panel_width: number | null, 
/**
 * The columns of each list, by the list's name; at most 20 lists.
 */
columns: { [key in string]: ColumnLayout }, 
/**
 * Turns off single-key shortcuts such as `?`, which speech input can trigger by mistake.
 */
single_keys_off: boolean, 
/**
 * Saved views in the order of the sidebar; at most 100.
 */
views: Array<SavedView>, sync_on_open: boolean, 
/**
 * Sync what is new at this interval, in minutes, 5–10,080, while the app is open; 0 for never.
 */
sync_minutes: number, 
/**
 * Notify when a sync finds reports that got worse.
 */
notify_worse: boolean, 
/**
 * The age of a stale report, in days since its last check, 1–3,650.
 */
stale_days: number, 
/**
 * The days that the overview is about, 1–365.
 */
overview_days: number, 
/**
 * Moments named by the user, at most 500.
 */
moments: Array<NamedMoment>, 
/**
 * The [`NamedMoment::id`] since when the overview is instead, where its connection is shown.
 */
overview_moment: string | null, 
/**
 * How many days the library keeps snapshots, 30–36,500; 0 for no limit. The last one of each
 * report is always kept.
 */
keep_days: number, 
/**
 * Connections whose full sync the user declined; at most 1,000.
 */
sync_declined: Array<string>, 
/**
 * The number of concurrent rows in a batch, 1–16.
 */
batch_at_once: number, 
/**
 * Notify when a batch has ended or can't continue.
 */
notify_batches: boolean, 
/**
 * Monthly quotas entered by the user, by connection; at most 1,000.
 */
quotas: { [key in string]: number }, 
/**
 * Check for updates when the app opens, and daily while it is open.
 */
look_for_updates: boolean, 
/**
 * The separator of exported CSV files; absent for the system's.
 */
csv_separator: CsvSeparator | null, };

/**
 * A source to preview before planning.
 */
export type PreviewSource = { 
/**
 * The source: text, a file, or a sitemap.
 */
source: BatchSource, };

/**
 * Who can open a report: the interface's `privacy` (`interface.md` §2).
 */
export type Privacy = "public" | "private" | "password";

/**
 * The effects of a batch on privacy and passwords.
 */
export type PrivacyCounts = { 
/**
 * Reports that already have a password and keep it.
 */
keep_password: number, 
/**
 * Reports whose password is replaced, which can't be undone.
 */
replace_password: number, 
/**
 * Reports that lose their password: an undo sets a new one.
 */
lose_password: number, 
/**
 * Reports whose earlier privacy isn't known: an undo leaves them out.
 */
unknown_before: number, 
/**
 * Reports that an undo restores completely.
 */
restorable: number, };

/**
 * Why a call failed. The UI words it: no decision depends on a text.
 */
export type Problem = { code: ProblemCode, 
/**
 * The service's message, in its own language (`field-notes.md` 30).
 */
said: string | null, fields: Array<FieldProblem>, 
/**
 * Seconds until a retry makes sense, if the service says so (`field-notes.md` 29, 31).
 */
retry_after: number | null, 
/**
 * The HTTP status, if there was a response.
 */
status: number | null, 
/**
 * Technical details to show and copy: never a key or a password.
 */
detail: string | null, 
/**
 * When a write with an unknown outcome was started, by this computer's clock.
 */
tried_at: string | null, 
/**
 * The scheme and host that the service redirects to, if they aren't its own.
 */
moved_to?: string, };

/**
 * The kinds of problems. Each is worded or handled differently by the UI.
 */
export type ProblemCode = "invalid_input" | "refused_input" | "offline" | "name_not_found" | "connection_refused" | "connect_timed_out" | "unreachable" | "proxy_failed" | "untrusted" | "certificate_expired" | "certificate_name" | "tls_failed" | "https_not_spoken" | "ca_file_unusable" | "timed_out" | "response_truncated" | "canceled" | "outcome_unknown" | "not_done" | "not_applied" | "key_refused" | "forbidden" | "quota_used" | "not_found" | "throttled" | "maintenance" | "service_fault" | "redirected" | "unsupported_service" | "other_report" | "response_too_large" | "connection_unknown" | "service_unclear" | "too_often" | "key_missing" | "keychain_locked" | "keychain_missing" | "keychain_failed" | "sample_failed" | "storage_failed" | "library_failed" | "library_limit" | "too_many_rows" | "not_in_library" | "disk_full" | "slow_pattern" | "file_failed" | "not_a_library" | "batch_unknown" | "batch_not_ready" | "open_elsewhere" | "journal_failed" | "copy_failed" | "clipboard_failed" | "print_failed" | "update_failed" | "update_untrusted" | "update_not_permitted" | "safe_mode" | "internal";

/**
 * A project: the reports of one site (`field-notes.md` 16). Only its name is certain.
 */
export type Project = { 
/**
 * The name, which is also its id.
 */
project: string, reports: number | null, 
/**
 * The average score of its reports, 0–100, if the service returns their sum and count.
 */
mean_score: number | null, 
/**
 * When its first report was created.
 */
created_at: string | null, 
/**
 * Known fields with unrecognized values.
 */
odd: Array<UnrecognizedField>, 
/**
 * All other fields of the response, under the service's names.
 */
other: { [key in string]: JsonValue }, };

/**
 * Which projects to list (`interface.md` §4.6). Absent fields are not sent, except the page size.
 */
export type ProjectQuery = { search?: string | null, 
/**
 * What the term applies to.
 */
search_by?: ProjectSearchBy | null, sort_by?: ProjectSort | null, sort?: Direction | null, 
/**
 * Page size, always sent (`field-notes.md` 15).
 */
per_page: PageSize, 
/**
 * Which page, from 1 (the default). Sent only for 2 and up (`field-notes.md` 11).
 */
page?: number | null, };

export type ProjectRef = { connection: string, project: string, };

export type ProjectSearchBy = "project";

export type ProjectSort = "created_at" | "project";

/**
 * The existing reports of a project.
 */
export type ProjectSummary = { project: string, reports: number, verdicts: VerdictCounts, 
/**
 * The average score of those that have one, 0–100.
 */
mean_score: number | null, 
/**
 * The averages at the ends of days, in at most 30 even steps up to today, oldest first, of the
 * reports that were there then.
 */
trend: Array<number | null>, 
/**
 * How many checks of high importance fail, each counted on each page.
 */
failing: number, 
/**
 * The number of reports without known checks.
 */
without_checks: number, 
/**
 * The number of stale reports.
 */
stale: number, 
/**
 * The last check of any of them.
 */
checked_at: string | null, };

export type ProjectVerdicts = { connection: string, 
/**
 * Its name; absent for reports without a known project.
 */
project: string | null, verdicts: VerdictCounts, 
/**
 * The average score of those that have one, 0–100.
 */
mean_score: number | null, 
/**
 * The same at the days of [`Overview::average`], for the first 10 projects.
 */
trend: Array<number>, 
/**
 * The failing checks of high importance, on all pages together.
 */
failing_high: number, 
/**
 * The last check of any of its reports.
 */
checked_at: string | null, };

/**
 * Which proxy requests go through.
 */
export type ProxyChoice = { "kind": "system" } | { "kind": "direct" } | { "kind": "own", 
/**
 * Its http or https URL, without a user name or password.
 */
address: string, };

/**
 * How many reports match a query, or why that is unknown.
 */
export type QueryCount = { "kind": "counted" } & VerdictCounts | { "kind": "not_a_pattern" } | { "kind": "slow_pattern" };

/**
 * Calls of a connection that wait for the rate limit (`field-notes.md` 29).
 */
export type QueuedCalls = { connection: string, 
/**
 * Seconds until the next one continues, from the time of the event.
 */
seconds: number, 
/**
 * Requests allowed, usually per minute, if known.
 */
limit: number | null, };

/**
 * How a service rates a page.
 */
export type Rating = "word" | "score";

export type Release = { 
/**
 * Its number, such as `1.2.0`.
 */
version: string, 
/**
 * Its changelog, as Markdown.
 */
notes: string, published: string | null, 
/**
 * The page to download it from.
 */
page: string | null, };

/**
 * A line that repeats the page of an earlier one.
 */
export type RepeatedLine = { 
/**
 * Its number, from 1.
 */
line: number, 
/**
 * The number of the earlier one.
 */
first: number, };

/**
 * New options for a batch that was not started. Changed actions are reset.
 */
export type ReplanBatch = { batch: number, 
/**
 * What to do with the rows.
 */
wish: BatchRequest, 
/**
 * The passwords to set; absent to keep the planned ones.
 */
password: PasswordSource | null, 
/**
 * Whether to save the passwords in the system's keychain.
 */
keep_passwords: boolean, };

export type Report = { 
/**
 * The report as in lists.
 */
row: ReportRow, 
/**
 * Its checks, in the service's order (`field-notes.md` 4).
 */
checks: Array<Check>, 
/**
 * All other fields of the response, under the service's names.
 */
other: { [key in string]: JsonValue }, };

/**
 * How a report changed since a given time.
 */
export type ReportChange = { kind: Change, 
/**
 * When it last changed, was created (or else first seen), came back, or was found to be removed.
 */
at: string, 
/**
 * The differences from its snapshot at that time; absent for new and removed reports, and if
 * that snapshot was deleted.
 */
reasons: ChangeReasons | null, 
/**
 * A new report's score when first seen, if it changed since; absent if it came back.
 */
first_score: number | null, };

/**
 * Which reports to list (`interface.md` §4.1). Absent fields are not sent, except the page size.
 */
export type ReportQuery = { search?: string | null, 
/**
 * What the term applies to.
 */
search_by?: ReportSearchBy | null, project?: string | null, result?: Verdict | null, sort_by?: ReportSort | null, sort?: Direction | null, 
/**
 * Page size, always sent (`field-notes.md` 15).
 */
per_page: PageSize, 
/**
 * Which page, from 1 (the default). Sent only for 2 and up (`field-notes.md` 11).
 */
page?: number | null, };

export type ReportRef = { connection: string, 
/**
 * The service's id.
 */
id: string, };

/**
 * A report as shown in a list: without its checks, which can be large and stay in Rust
 * (`field-notes.md` 13).
 */
export type ReportRow = { 
/**
 * The service's id: opaque text, also if it is a number (`field-notes.md` 8).
 */
id: string, 
/**
 * The URL as the service stores it, without scheme, or empty if there is none
 * (`field-notes.md` 5).
 */
address: string, 
/**
 * The URL to open in a browser, always `http://` or `https://`; absent if unknown.
 */
url: string | null, 
/**
 * The site that the report belongs to (`field-notes.md` 6).
 */
project: string | null, 
/**
 * The verdict, as returned or derived from the score (`field-notes.md` 3).
 */
verdict: Verdict | null, 
/**
 * The score, 0–100, if the service returns one.
 */
score: number | null, 
/**
 * The privacy; absent if missing or unrecognized.
 */
privacy: Privacy | null, 
/**
 * Whether a password is set, if the service says so (`field-notes.md` 2).
 */
has_password: boolean | null, 
/**
 * When it was last checked.
 */
generated_at: string | null, created_at: string | null, 
/**
 * When the service last changed it.
 */
updated_at: string | null, 
/**
 * Known fields with unrecognized values; shown as unknown, never as a default.
 */
odd: Array<UnrecognizedField>, };

export type ReportSearchBy = "url";

export type ReportSort = "id" | "generated_at" | "url" | "result";

/**
 * How a report's score went.
 */
export type ReportTrend = { 
/**
 * The service's id.
 */
id: string, 
/**
 * The last 24 scores at most, 0–100, oldest first, without repeats.
 */
scores: Array<number>, 
/**
 * How many checks failed; absent if they weren't read, or if there are none.
 */
failed: number | null, 
/**
 * The values of the wanted checks, in their order; absent where a check wasn't read or found nothing.
 */
values: Array<CheckValue | null>, };

/**
 * Changes to a report (`interface.md` §4.4): at least one.
 */
export type ReportUpdate = { privacy?: Privacy | null, 
/**
 * 1–128 characters; required with [`Privacy::Password`], and not sent otherwise.
 */
password?: Secret | null, 
/**
 * Save the password on this computer once the write is proven.
 */
keep_password?: boolean | null, 
/**
 * Recheck the page, which overwrites the report's results (`field-notes.md` 20).
 */
results?: boolean | null, };

export type RowAction = "create" | "refresh" | "privacy" | "delete" | "skip";

export type RowState = "waiting" | "running" | "confirming" | "done" | "failed" | "unknown" | "skipped" | "canceled";

/**
 * A saved view: a list's filters, sort, and columns.
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
 * The screen with its filters and sort: a path inside the app, starting with `/`, at most
 * 4,096 characters.
 */
place: string, columns: ColumnLayout, };

/**
 * An API key or a report's password: accepted in requests, never returned.
 *
 * It doesn't implement `Debug`, `Display`, or `Serialize`, so that it can't end up in a log, file,
 * or response by accident; its memory is wiped on drop.
 */
export type Secret = string;

/**
 * The capabilities of a service, learned from its responses, never configured.
 */
export type ServiceCapabilities = { 
/**
 * How it rates a page (`field-notes.md` 3).
 */
rating: Rating | null, 
/**
 * It uses `score` where the interface uses `result` in rows, filter, and sort key
 * (`field-notes.md` 3).
 */
says_score: boolean, 
/**
 * The name for filtering by verdict, if the one of its rows was ignored.
 */
verdict_filter: VerdictName | null, 
/**
 * The name for sorting by verdict, if the one of its rows was ignored.
 */
verdict_sort: VerdictName | null, 
/**
 * Whether it respected the requested order, by sort key (`field-notes.md` 14).
 */
sorts: { [key in ReportSort]?: boolean }, 
/**
 * The paging data of its lists (`field-notes.md` 10).
 */
paging: Paging | null, 
/**
 * Requests allowed, usually per minute (`field-notes.md` 29).
 */
rate_limit: number | null, 
/**
 * How long the last create took, in milliseconds (`field-notes.md` 17).
 */
create_millis: number | null, };

/**
 * Which service is at a connection's new URL.
 */
export type ServiceChoice = "same" | "another";

/**
 * What a response or failure says about a connection.
 */
export type ServiceLink = "connected" | "offline" | "key_refused";

/**
 * Rows of a plan to change the action of.
 */
export type SetRowActions = { batch: number, 
/**
 * Their numbers; absent for all rows that match the filter and offer the action.
 */
rows: Array<number> | null, 
/**
 * The filter, if no numbers are given.
 */
filter: BatchFilter, 
/**
 * The new action: one of their choices.
 */
to: RowAction, };

export type ShownPassword = { password: string, };

export type ShownTheme = "light" | "dark";

/**
 * The time from which changes count.
 */
export type Since = "last_time" | "last_sync" | { "days": number } | { "at": string };

/**
 * A site of remembered sitemaps, with its pages that have no report. Sitemaps are remembered as
 * long as a batch that was planned from them.
 */
export type SitemapGap = { 
/**
 * The URL of the newest sitemap.
 */
sitemap: string, 
/**
 * The site, as the project that its reports belong to.
 */
project: string, 
/**
 * When that was read.
 */
read_at: string, 
/**
 * The number of pages of this site in all its sitemaps.
 */
pages: number, 
/**
 * The number of those without a report in the library.
 */
missing: number, };

/**
 * The pages without a report of remembered sitemaps.
 */
export type SitemapPages = { 
/**
 * The connection's id.
 */
connection: string, 
/**
 * Only this project; absent: all of them.
 */
project?: string | null, };

/**
 * A sitemap among those of a source.
 */
export type SitemapRead = { 
/**
 * Its URL, or the name of its file.
 */
name: string, 
/**
 * The number of its URLs, of pages or sitemaps.
 */
addresses: number, 
/**
 * Why it could not be read completely.
 */
fault: SourceError | null, 
/**
 * Why it could not be fetched.
 */
problem: Problem | null, };

/**
 * Why a row is skipped.
 */
export type SkipReason = { "kind": "known" } | { "kind": "fresh" } | { "kind": "duplicate", 
/**
 * The number of the earlier line, from 1.
 */
line: number | null, } | { "kind": "already_so" } | { "kind": "has_password" } | { "kind": "not_on_the_list" } | { "kind": "gone" } | { "kind": "chosen" };

/**
 * A version of a report.
 */
export type Snapshot = { 
/**
 * The library's number for it, in order of time.
 */
number: number, 
/**
 * When this version was first returned.
 */
seen_at: string, 
/**
 * The report as in lists.
 */
row: ReportRow, 
/**
 * The number of failed checks; absent if the checks are unknown.
 */
failed: number | null, };

export type SnapshotRef = { connection: string, 
/**
 * The service's id of the report.
 */
id: string, 
/**
 * The library's number of the snapshot.
 */
number: number, };

export type SourceColumn = { 
/**
 * Its header, at most 100 characters; absent without a header line.
 */
name: string | null, 
/**
 * Its first values, at most 5 of at most 100 characters; none for passwords.
 */
values: Array<string>, };

/**
 * Why a source was not read completely.
 */
export type SourceError = { "kind": "too_many" } | { "kind": "too_large", 
/**
 * The maximum number of megabytes.
 */
megabytes: number, } | { "kind": "not_text" } | { "kind": "broken_archive" } | { "kind": "broken_xml" } | { "kind": "entities" } | { "kind": "not_a_sitemap" } | { "kind": "too_many_sitemaps" } | { "kind": "empty" };

/**
 * A file that was chosen or dropped.
 */
export type SourceFile = { 
/**
 * The core's number for it, until the app closes.
 */
file: number, 
/**
 * Its name, without the folder.
 */
name: string, bytes: number, };

export type SourceForm = "lines" | "table" | "sitemap";

export type SourcePreview = { form: SourceForm, 
/**
 * The sheet that was read, of a workbook.
 */
sheet: string | null, 
/**
 * The detected character encoding, such as `UTF-16LE`.
 */
encoding: string, 
/**
 * The column separator of a table.
 */
delimiter: string | null, 
/**
 * Whether the first line is a header.
 */
has_head: boolean, 
/**
 * The columns of a table, at most 100.
 */
columns: Array<SourceColumn>, 
/**
 * The column of URLs, from 0.
 */
address: number | null, 
/**
 * The column of privacies.
 */
privacy: number | null, 
/**
 * The column of passwords.
 */
password: number | null, 
/**
 * The number of distinct pages.
 */
pages: number, 
/**
 * The number of lines that repeat an earlier page.
 */
duplicates: number, 
/**
 * The number of invalid lines.
 */
bad: number, 
/**
 * The first lines that repeat an earlier page, at most 1,000.
 */
repeats: Array<RepeatedLine>, 
/**
 * The first pages, at most 100.
 */
sample: Array<SourceRow>, 
/**
 * The first invalid lines, at most 1,000.
 */
bad_lines: Array<InvalidLine>, 
/**
 * The sitemaps that were read or failed, in order, at most 1,000.
 */
sitemaps: Array<SitemapRead>, 
/**
 * Why reading stopped early. The earlier part can be used.
 */
fault: SourceError | null, };

/**
 * How to read text or a file, if not as detected. Columns count from 0; an invalid number means no
 * such column.
 */
export type SourceReading = { 
/**
 * The column of URLs.
 */
address?: number | null, 
/**
 * The column of privacies.
 */
privacy?: number | null, 
/**
 * The column of passwords.
 */
password?: number | null, 
/**
 * Whether the first line is a header.
 */
has_head?: boolean | null, };

/**
 * A page of a source.
 */
export type SourceRow = { 
/**
 * Its line, from 1, if the source has lines.
 */
line: number | null, 
/**
 * The URL as it would be sent.
 */
address: string, 
/**
 * The privacy, if the source sets one.
 */
privacy: Privacy | null, 
/**
 * Whether the source has a password for it.
 */
has_password: boolean, };

/**
 * How reports stood at a moment.
 */
export type Standing = { at: string, 
/**
 * The reports that were there, by verdict.
 */
verdicts: VerdictCounts, 
/**
 * The average score of those that have one, 0–100.
 */
mean_score: number | null, };

/**
 * Everything for the first paint.
 */
export type Start = { version: string, 
/**
 * The operating system.
 */
platform: Platform, 
/**
 * The desktop, which determines how its keychain is unlocked.
 */
desktop: Desktop, 
/**
 * The locale of the system's number format, such as `de-DE`, if known.
 */
number_locale: string | null, 
/**
 * The system's separator of lists, if it has one.
 */
list_separator: string | null, preferences: Preferences, drafts: Array<Draft>, connections: Array<Connection>, 
/**
 * The name under which a damaged settings file was set aside at this start.
 */
settings_set_aside: string | null, 
/**
 * A link that was opened before the window listened, or the target of this start. Sent once.
 */
link: OpenedLink | null, 
/**
 * Safe mode: default preferences, no library, and preferences are not saved.
 */
safe_mode: boolean, 
/**
 * The last crash report, until the user has seen it.
 */
crash: CrashReport | null, 
/**
 * How the app is updated.
 */
update: UpdateState, };

/**
 * What was read for the window before it asked, inside its page.
 */
export type StartData = { answers: Array<FirstAnswer>, };

/**
 * A sync to start or resume.
 */
export type StartSync = { connection: string, kind: SyncKind, };

/**
 * The number of rows by status.
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
 * Sent, but not confirmed yet.
 */
confirming: number, done: number, failed: number, unknown: number, 
/**
 * Nothing to do.
 */
skipped: number, 
/**
 * Canceled before they were sent.
 */
canceled: number, };

/**
 * The steps of a connection test, in order.
 */
export type Step = "settings" | "proxy" | "name" | "connect" | "tls" | "interface" | "key" | "reports" | "projects" | "paging" | "sorting" | "throttle";

/**
 * The outcome of a step of a connection test.
 */
export type StepOutcome = "passed" | "absent" | "failed" | "skipped";

/**
 * Some projects of a connection, for their summaries.
 */
export type SummariesQuery = { 
/**
 * The connection's id.
 */
connection: string, 
/**
 * The names, at most 100.
 */
projects: Array<string>, 
/**
 * The length of the trend in days, 1–3,650.
 */
days: number, 
/**
 * The age of a stale report, in days since its last check, 1–3,650.
 */
stale_days: number, };

export type SyncFound = { new: number, 
/**
 * Reports that changed in any way.
 */
changed: number, 
/**
 * Changed reports whose verdict or score fell.
 */
worse: number, 
/**
 * Removed reports.
 */
gone: number, };

export type SyncKind = "full" | "light";

export type SyncPhase = "reading" | "looking";

export type SyncProgress = { kind: SyncKind, phase: SyncPhase, 
/**
 * The number of reports read or looked up.
 */
done: number, 
/**
 * The total, if the service says so.
 */
total: number | null, 
/**
 * The estimated seconds left.
 */
seconds_left: number | null, };

/**
 * The sync status of a connection.
 */
export type SyncState = { connection: string, running: SyncProgress | null, 
/**
 * The number of reports read by a full sync that was stopped and can be resumed.
 */
unfinished: number | null, 
/**
 * When the last sync of any kind succeeded.
 */
synced_at: string | null, 
/**
 * When the last full sync succeeded.
 */
full_at: string | null, 
/**
 * How certain it is that the library has every report.
 */
completeness: Completeness, 
/**
 * The number of existing reports in the library.
 */
reports: number, 
/**
 * The number of reports on the service, if it says so.
 */
total: number | null, 
/**
 * The number of newest reports that the last sync covered; absent if it covered all that may
 * have changed.
 */
looked_at: number | null, 
/**
 * Why the last one ended early.
 */
problem: Problem | null, 
/**
 * What the last successful sync found.
 */
found: SyncFound, };

export type SystemAction = "about" | "services" | "hide" | "hide_others" | "show_all" | "quit" | "undo" | "redo" | "cut" | "copy" | "paste" | "select_all" | "full_screen" | "minimize" | "enlarge" | "close_window";

export type SystemNotification = { 
/**
 * At most 100 characters.
 */
title: string, 
/**
 * At most 300 characters.
 */
body: string, };

export type TextDirection = "ltr" | "rtl";

export type Theme = "system" | "light" | "dark";

/**
 * How a call is made, independent of its request.
 */
export type Ticket = { 
/**
 * The UI's number for the call, for canceling it; 0 for none.
 */
number: number, 
/**
 * Low priority: other calls go first under a rate limit.
 */
background: boolean, };

/**
 * Some reports of a connection, for their trends and the values of checks.
 */
export type TrendsQuery = { 
/**
 * The connection's id.
 */
connection: string, 
/**
 * The service's ids, at most 100.
 */
ids: Array<string>, 
/**
 * The checks whose values are wanted, at most 8.
 */
checks?: Array<string> | null, };

/**
 * An unreadable row of a list, shown as received.
 */
export type UnreadableRow = { 
/**
 * Its position in the response, from 0.
 */
position: number, 
/**
 * The path of the invalid value, such as `data[3].id`.
 */
path: string, 
/**
 * The row as JSON text, at most 2,000 characters.
 */
raw: string, };

/**
 * A known field with an unrecognized value.
 */
export type UnrecognizedField = { 
/**
 * The service's name for the field.
 */
field: string, 
/**
 * The value as JSON text, at most 200 characters.
 */
raw: string, };

/**
 * How a copy of the app is updated.
 */
export type UpdateMethod = "own" | "with_permission" | "package" | "forbidden" | "unsigned";

export type UpdatePhase = { "kind": "idle" } | { "kind": "looking" } | { "kind": "current", 
/**
 * When it was checked.
 */
at: string, } | { "kind": "found", release: Release, } | { "kind": "fetching", release: Release, 
/**
 * The bytes downloaded.
 */
done: number, 
/**
 * The total bytes, if known.
 */
total: number | null, } | { "kind": "ready", release: Release, } | { "kind": "installing", release: Release, } | { "kind": "failed", problem: Problem, 
/**
 * The update that failed; none if the check failed.
 */
release: Release | null, };

export type UpdateReport = { connection: string, 
/**
 * The service's id.
 */
id: string, update: ReportUpdate, };

export type UpdateState = { 
/**
 * How this copy of the app is updated.
 */
way: UpdateMethod, phase: UpdatePhase, };

/**
 * A URL as typed, or to open.
 */
export type UrlInput = { url: string, };

/**
 * A place inside a check's value that differs.
 */
export type ValueChange = { 
/**
 * The path, such as `max` or `[3].src`; empty for the whole value.
 */
path: string, 
/**
 * The earlier value; absent if it was added.
 */
before: JsonValue | null, 
/**
 * The later value; absent if it was removed.
 */
after: JsonValue | null, };

/**
 * A report's conclusion about its page: the interface's `result` (`interface.md` §2).
 */
export type Verdict = "good" | "decent" | "bad";

export type VerdictCounts = { good: number, decent: number, bad: number, unknown: number, };

/**
 * A service's name for the verdict in queries.
 */
export type VerdictName = "result" | "score" | "neither";

export type WindowCrash = { 
/**
 * The error with its stack, truncated to 20,000 characters.
 */
text: string, };

/**
 * The result of a create or update.
 */
export type WriteResult = { 
/**
 * The report as read after the write, since the write's own response is not final
 * (`field-notes.md` 7).
 */
report: Report, 
/**
 * Why the read after the write failed: then nothing is confirmed, and `report` is the write's
 * own response.
 */
unsettled: Problem | null, 
/**
 * What the service responded OK to but did not apply, as the later read showed.
 */
not_applied: Array<NotApplied>, 
/**
 * Whether the created report is for another page than requested, such as after a redirect.
 */
is_other_page: boolean, 
/**
 * Why the write's response was lost, if it was and the write was confirmed by a lookup.
 */
answer_lost: Problem | null, 
/**
 * Why the password could not be saved, if it was to be.
 */
unkept: Problem | null, };

/**
 * The window's zoom in percent, 50–400.
 */
export type Zoom = number;

/** Every call to the core, with what it does, its request and its answer. */
export interface Calls {
  /** Everything for the first paint. */
  app_start: { kind: "read"; request: null; answer: Start };
  /** Show the window after its first paint: true if frames were drawn, false after a */
  /** timeout. May be called again once frames were drawn. */
  app_painted: { kind: "read"; request: boolean; answer: null };
  /** Keep the drawn screen for the next start, in place of the earlier one; false if it is */
  /** outdated by now, or nothing is kept. */
  picture_save: { kind: "write"; request: FirstPicture; answer: boolean };
  /** Save the preferences; returns the saved ones. */
  preferences_save: { kind: "write"; request: Preferences; answer: Preferences };
  /** Save what was typed into a form, or delete it if empty. */
  draft_save: { kind: "write"; request: Draft; answer: null };
  /** Set whether closing the window would lose something: then it is asked first */
  /** (`CoreEvent::CloseAsked`). */
  close_guard: { kind: "read"; request: boolean; answer: null };
  /** Close the window without asking. */
  app_close: { kind: "read"; request: null; answer: null };
  /** Restart the app, out of safe mode; the window is asked first, as before it closes. */
  app_restart: { kind: "read"; request: null; answer: null };
  /** Fill the system's menu bar, if there is one. */
  menu_show: { kind: "read"; request: Array<MenuGroup>; answer: null };
  /** A new report's URL as it would be sent; fails if it is invalid. */
  address_check: { kind: "read"; request: UrlInput; answer: NormalizedUrl };
  /** A connection's URL as it would be saved; fails if it is invalid. */
  base_check: { kind: "read"; request: UrlInput; answer: CheckedBase };
  /** Open an http or https URL in the system's browser. */
  address_open: { kind: "read"; request: UrlInput; answer: null };
  /** The connections, in the order in which they were added. */
  connections_list: { kind: "read"; request: null; answer: Array<Connection> };
  /** Test a connection, typed or saved, step by step. */
  connection_test: { kind: "read"; request: ConnectionDraft; answer: ConnectionCheck };
  /** Save a new or changed connection, and its key in the keychain. */
  connection_save: { kind: "guarded_write"; request: ConnectionDraft; answer: Connection };
  /** Remove a connection and its key. */
  connection_remove: { kind: "guarded_write"; request: ConnectionRemoval; answer: null };
  /** Restore the service that was replaced in this session. */
  connection_undo: { kind: "write"; request: ConnectionRef; answer: Connection };
  /** Let the user choose a certificate file, and read it; null if none was chosen. */
  ca_file_choose: { kind: "read"; request: null; answer: ChosenCertificates | null };
  /** Cancel all calls of a connection that wait for the rate limit. */
  pending_calls_cancel: { kind: "read"; request: ConnectionRef; answer: null };
  /** Cancel a call. A write that was already sent is completed. */
  call_cancel: { kind: "read"; request: CallRef; answer: null };
  /** Start the sample service; returns its connection. */
  sample_open: { kind: "write"; request: null; answer: Connection };
  /** Reset the sample workspace. */
  sample_reset: { kind: "write"; request: null; answer: null };
  /** A page of reports (`interface.md` §4.1). */
  reports_list: { kind: "read"; request: ListReports; answer: Page<ReportRow> };
  /** A full report (`interface.md` §4.2). */
  report_read: { kind: "read"; request: ReportRef; answer: Report };
  /** Create a report (`interface.md` §4.3), then read it. */
  report_create: { kind: "service_write"; request: CreateReport; answer: WriteResult };
  /** Look up a report whose creation has an unknown outcome (`field-notes.md` 19). */
  report_find_created: { kind: "read"; request: LookUpCreate; answer: CreateLookup };
  /** Change or recheck a report (`interface.md` §4.4), then read it. */
  report_update: { kind: "service_write"; request: UpdateReport; answer: WriteResult };
  /** Delete a report (`interface.md` §4.5). */
  report_delete: { kind: "service_write"; request: ReportRef; answer: DeleteResult };
  /** A page of projects (`interface.md` §4.6). */
  projects_list: { kind: "read"; request: ListProjects; answer: Page<Project> };
  /** Delete a project with all of its reports (`interface.md` §4.7). */
  project_delete: { kind: "service_write"; request: ProjectRef; answer: DeleteResult };
  /** A page of the library's reports. */
  library_list: { kind: "read"; request: LibraryQuery; answer: LibraryPage };
  /** How many reports of the library match each query, by verdict, for at most 100. Sort order */
  /** and page are ignored. */
  library_counts: { kind: "read"; request: Array<LibraryQuery>; answer: Array<QueryCount> };
  /** The projects of the library's reports, as a page of the service's list. */
  library_projects: { kind: "read"; request: ListLibraryProjects; answer: Page<Project> };
  /** Verdicts, trends, and failing checks of projects; those that the library doesn't have are left out. */
  project_summaries: { kind: "read"; request: SummariesQuery; answer: Array<ProjectSummary> };
  /** A report's saved copy. */
  library_report: { kind: "read"; request: ReportRef; answer: KnownReport };
  /** How the scores of reports went, and what some checks found; those that the library doesn't */
  /** have are left out. */
  library_trends: { kind: "read"; request: TrendsQuery; answer: Array<ReportTrend> };
  /** The service's names of the checks of the library's reports, at most 500. */
  check_names: { kind: "read"; request: null; answer: Array<string> };
  /** Load what searches in checks read, so that the first one doesn't have to. */
  check_search_prepare: { kind: "read"; request: null; answer: null };
  /** A report's history. */
  report_history: { kind: "read"; request: ReportRef; answer: History };
  /** A report as it was in a snapshot. */
  snapshot_read: { kind: "read"; request: SnapshotRef; answer: Report };
  /** The differences between two snapshots of a report. */
  snapshots_compare: { kind: "read"; request: CompareSnapshots; answer: Comparison };
  /** The differences between two reports. */
  reports_compare: { kind: "read"; request: CompareReports; answer: Comparison };
  /** The differences between two moments of the reports of a library's list. */
  moments_compare: { kind: "read"; request: CompareMoments; answer: MomentsComparison };
  /** The number of reports that changed since a given time. */
  changes_count: { kind: "read"; request: ChangesQuery; answer: Changes };
  /** Mark all changes up to now as seen: from then on, they count since the last time. */
  changes_mark_seen: { kind: "write"; request: null; answer: null };
  /** What to fix first in the reports of a library's list; the page is ignored. */
  fix_list: { kind: "read"; request: LibraryQuery; answer: FixList };
  /** A summary of the library. */
  overview_read: { kind: "read"; request: OverviewQuery; answer: Overview };
  /** A text that is another one after each change to the library's reports. */
  library_revision: { kind: "read"; request: null; answer: string };
  /** The state and size of the library's file. */
  library_info: { kind: "read"; request: null; answer: LibraryInfo };
  /** Delete all data of the library. */
  library_clear: { kind: "write"; request: null; answer: LibraryInfo };
  /** Copy the library into a file that the user chooses; null if none was chosen. */
  library_backup: { kind: "write"; request: null; answer: Exported | null };
  /** Replace the library with a file that the user chooses; null if none was chosen. */
  library_restore: { kind: "write"; request: null; answer: LibraryInfo | null };
  /** The sync status of all connections. */
  syncs_list: { kind: "read"; request: null; answer: Array<SyncState> };
  /** Start or resume a sync; progress is sent as `CoreEvent::Sync`. */
  sync_start: { kind: "write"; request: StartSync; answer: null };
  /** Stop a connection's sync. */
  sync_stop: { kind: "write"; request: ConnectionRef; answer: null };
  /** Show a system notification. */
  notification_show: { kind: "read"; request: SystemNotification; answer: null };
  /** Export a list to a file that the user chooses; null if none was chosen. */
  export_save: { kind: "write"; request: ExportRequest; answer: Exported | null };
  /** Save a report for a client to a file that the user chooses; null if none was chosen, or */
  /** if the system's print dialog was opened in place of a file. */
  client_report_save: { kind: "write"; request: ClientReportRequest; answer: Exported | null };
  /** How reports for clients present their sender. */
  branding_read: { kind: "read"; request: null; answer: Branding };
  /** Save how reports for clients present their sender. */
  branding_save: { kind: "write"; request: Branding; answer: null };
  /** Let the user choose a picture as a logo, and read it as a `data:` URL; null if none */
  /** was chosen. */
  logo_choose: { kind: "read"; request: null; answer: string | null };
  /** Let the user choose a file with URLs; null if none was chosen. */
  source_choose: { kind: "read"; request: null; answer: SourceFile | null };
  /** A preview of a source of URLs. */
  source_preview: { kind: "read"; request: PreviewSource; answer: SourcePreview };
  /** The sites of the sitemaps that batches were planned from, with how many of their pages have */
  /** no report; at most 100. */
  sitemap_gaps: { kind: "read"; request: ConnectionRef; answer: Array<SitemapGap> };
  /** The URLs of those pages, at most 50,000. */
  sitemap_missing: { kind: "read"; request: SitemapPages; answer: Array<string> };
  /** Plan a batch. Nothing is changed on the service. */
  batch_plan: { kind: "write"; request: PlanBatch; answer: Batch };
  /** Update the plan of a batch that was not started. */
  batch_update_plan: { kind: "write"; request: ReplanBatch; answer: Batch };
  /** Change the action of rows in a plan. */
  batch_set_actions: { kind: "write"; request: SetRowActions; answer: Batch };
  /** A batch. */
  batch_read: { kind: "read"; request: BatchRef; answer: Batch };
  /** The batches, newest first. */
  batches_list: { kind: "read"; request: BatchesQuery; answer: Array<Batch> };
  /** A page of a batch's rows. */
  batch_rows: { kind: "read"; request: ListBatchRows; answer: BatchRows };
  /** The invalid lines of a batch's source, at most 1,000. */
  batch_bad_lines: { kind: "read"; request: BatchRef; answer: Array<InvalidLine> };
  /** Why rows of a batch failed, and the verdicts of the reports that it created. */
  batch_outcome: { kind: "read"; request: BatchRef; answer: BatchOutcome };
  /** Start or resume a batch; progress is sent as `CoreEvent::Batch`. */
  batch_start: { kind: "write"; request: BatchRef; answer: Batch };
  /** Pause a batch. Rows in flight are completed. */
  batch_pause: { kind: "write"; request: BatchRef; answer: Batch };
  /** Stop a batch; unsent rows are not sent. During the start delay it becomes a plan */
  /** again. */
  batch_cancel: { kind: "write"; request: BatchRef; answer: Batch };
  /** Retry the failed rows. */
  batch_retry: { kind: "write"; request: BatchRef; answer: Batch };
  /** Plan a batch that restores the privacy that each report had before this one. */
  batch_undo: { kind: "write"; request: BatchRef; answer: Batch };
  /** Delete a batch that is not running. */
  batch_remove: { kind: "write"; request: BatchRef; answer: null };
  /** Export a batch's rows to a file that the user chooses; null if none was chosen. */
  batch_export: { kind: "write"; request: ExportBatch; answer: Exported | null };
  /** A new random password that is easy to read. */
  password_make: { kind: "read"; request: MakePassword; answer: ShownPassword };
  /** Save a report's password in the system's keychain. */
  password_save: { kind: "write"; request: KeepPassword; answer: null };
  /** Whether a report's password is saved in the system's keychain. */
  password_exists: { kind: "read"; request: ReportRef; answer: boolean };
  /** A report's saved password. */
  password_show: { kind: "read"; request: ReportRef; answer: ShownPassword };
  /** Copy a report's password to the clipboard for 60 seconds. */
  password_copy: { kind: "write"; request: ReportRef; answer: null };
  /** Delete a report's saved password. */
  password_forget: { kind: "write"; request: ReportRef; answer: null };
  /** Save a crash report of the window, on this computer only. */
  crash_report_save: { kind: "write"; request: WindowCrash; answer: null };
  /** Mark crash reports as seen. */
  crash_seen: { kind: "write"; request: null; answer: null };
  /** Diagnostics: versions, state, and recent log entries, without secrets or URLs. */
  diagnostics_read: { kind: "read"; request: null; answer: string };
  /** Open the log folder in the system's file manager. */
  logs_open: { kind: "read"; request: null; answer: null };
  /** Delete all of the app's data on this computer, including secrets in the keychain, */
  /** and close it. */
  data_remove: { kind: "write"; request: DataRemoval; answer: null };
  /** Check for an update of the app. */
  update_check: { kind: "read"; request: null; answer: UpdateState };
  /** Download, verify, and install the update, and restart; progress is sent as */
  /** `CoreEvent::Update`. */
  update_install: { kind: "write"; request: null; answer: null };
  /** Open the system's print dialog for the window. */
  window_print: { kind: "read"; request: null; answer: null };
}

/** The calls that send a change to the service themselves. Once sent, they go on to their end. */
export const SERVICE_WRITES: ReadonlySet<keyof Calls> = new Set<keyof Calls>([
  "report_create",
  "report_update",
  "report_delete",
  "project_delete",
]);

/** The calls that are waited for when the window closes, as no draft makes up for their loss. */
export const GUARDED_WRITES: ReadonlySet<keyof Calls> = new Set<keyof Calls>([
  "connection_save",
  "connection_remove",
  "report_create",
  "report_update",
  "report_delete",
  "project_delete",
]);

/** What a failure says about the connection; `null` for nothing. */
export const LINK_AFTER: Readonly<Record<ProblemCode, ServiceLink | null>> = {
  invalid_input: "connected",
  copy_failed: "connected",
  ca_file_unusable: "offline",
  key_missing: "key_refused",
  canceled: null,
  offline: "offline",
  name_not_found: "offline",
  connection_refused: "offline",
  connect_timed_out: "offline",
  unreachable: "offline",
  proxy_failed: "offline",
  untrusted: "offline",
  certificate_expired: "offline",
  certificate_name: "offline",
  tls_failed: "offline",
  https_not_spoken: "offline",
  timed_out: "offline",
  response_truncated: "offline",
  maintenance: "offline",
  throttled: "connected",
  key_refused: "key_refused",
  quota_used: "connected",
  redirected: "connected",
  too_many_rows: "connected",
  refused_input: "connected",
  forbidden: "connected",
  not_found: "connected",
  not_applied: "connected",
  service_fault: "connected",
  outcome_unknown: "connected",
  not_done: "connected",
  unsupported_service: "connected",
  other_report: "connected",
  response_too_large: "connected",
  sample_failed: "offline",
  keychain_locked: "connected",
  keychain_missing: "connected",
  keychain_failed: "connected",
  storage_failed: "connected",
  library_failed: "connected",
  journal_failed: "connected",
  disk_full: "connected",
  clipboard_failed: "connected",
  print_failed: "connected",
  connection_unknown: "connected",
  service_unclear: "connected",
  too_often: "connected",
  safe_mode: "connected",
  internal: "connected",
  library_limit: "connected",
  not_in_library: "connected",
  slow_pattern: "connected",
  not_a_library: "connected",
  file_failed: "connected",
  batch_unknown: "connected",
  batch_not_ready: "connected",
  open_elsewhere: "connected",
  update_failed: "connected",
  update_untrusted: "connected",
  update_not_permitted: "connected",
};

/** The failures that pass without the user, on the same network. */
export const PASSING: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "offline",
  "name_not_found",
  "connection_refused",
  "connect_timed_out",
  "unreachable",
  "proxy_failed",
  "tls_failed",
  "https_not_spoken",
  "timed_out",
  "response_truncated",
  "maintenance",
  "throttled",
  "service_fault",
]);
