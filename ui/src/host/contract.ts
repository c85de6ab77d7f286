// Made from the contract in Rust by `npm run contract`. Do not edit.

/**
 * An address as typed, or to be opened.
 */
export type AddressText = { 
/**
 * The text.
 */
url: string, };

/**
 * A call to cancel.
 */
export type CallRef = { 
/**
 * The number of its ticket.
 */
number: number, };

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
waiting: Array<Waiting>, } | { "kind": "connections" } | { "kind": "close_asked" } | { "kind": "command", 
/**
 * The window's name for it.
 */
command: string, };

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
most: number, } | { "kind": "unreadable_file" } | { "kind": "no_certificate" } | { "kind": "query_or_fragment" } | { "kind": "insecure" } | { "kind": "not_usable" } | { "kind": "other_origin" } | { "kind": "nothing_to_change" } | { "kind": "said", 
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
 * How much a check matters.
 */
export type Importance = "high" | "medium" | "low";

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/**
 * Where a key is to be kept.
 */
export type KeyPlace = "keychain" | "memory";

/**
 * Where a connection's key is.
 */
export type KeyState = "keychain" | "memory" | "missing";

/**
 * The languages of the window.
 */
export type Language = "system" | "en" | "de" | "fr" | "es" | "pt-BR" | "ja" | "zh-Hans" | "ar" | "pseudo";

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
single_keys_off: boolean, };

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
export type ProblemCode = "invalid_input" | "refused_input" | "offline" | "name_not_found" | "connection_refused" | "connect_timed_out" | "unreachable" | "proxy_failed" | "untrusted" | "certificate_expired" | "certificate_name" | "tls_failed" | "ca_file_unusable" | "timed_out" | "answer_cut_off" | "cancelled" | "outcome_unknown" | "not_done" | "key_refused" | "forbidden" | "quota_used" | "not_found" | "throttled" | "maintenance" | "service_fault" | "redirected" | "not_this_interface" | "answer_too_large" | "connection_unknown" | "key_missing" | "keychain_locked" | "keychain_missing" | "keychain_failed" | "sample_failed" | "storage_failed" | "internal";

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
 * The app was started to show the sample workspace.
 */
open_sample: boolean, 
/**
 * The name under which a damaged settings file was set aside at this start.
 */
settings_set_aside: string | null, };

/**
 * The steps of a connection check, in their order.
 */
export type Step = "settings" | "proxy" | "name" | "connect" | "tls" | "interface" | "key" | "reports" | "projects" | "paging" | "sorting" | "throttle";

/**
 * How a step of a connection check ended.
 */
export type StepOutcome = "passed" | "absent" | "failed" | "skipped";

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
 * What a report concludes about its page: the interface's `result` (`interface.md` §2).
 */
export type Verdict = "good" | "decent" | "bad";

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
}
