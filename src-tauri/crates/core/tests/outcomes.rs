//! Exported outcomes, and passwords in no file unless requested.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{
    fs,
    path::Path,
    sync::{Mutex, OnceLock},
    time::Duration,
};

use assay_core::Core;
use assay_model::{
    BatchFilter, BatchRef, BatchRequest, BatchState, ConnectionDraft, CoreEvent, CreateReport, CsvSeparator,
    ExistingReportPolicy, ExportBatch, ExportFormat, ListReports, NewReport, OutcomeColumn, OutcomeField,
    PasswordSource, PlanBatch, Privacy, ProblemCode, ReportQuery, ReportRef, ReportRow, ReportUpdate, RowState, Secret,
    ServiceChoice, Ticket, UpdateReport,
};
use assay_sample_service::{ServiceProfile, service_profile::Fault};
use common::{
    App, KEY,
    batches::{create_as, plan, plan_of, reports, rows, run, text, until_ended},
    draft, service_of,
};
use data_encoding::{BASE64, HEXLOWER, HEXUPPER};
use log::{Log, Metadata, Record};
use serde_json::Value;

/// Planted passwords: one row's own, and the others'.
const OWN: &str = "tulips-in-may-1f7a";
const ALL: &str = "sunflowers-of-june-2c9d";

const CSV: ExportFormat = ExportFormat::Csv { bom: false, separator: CsvSeparator::Comma, decimal_comma: false };

fn of(batch: u32, format: ExportFormat, fields: &[OutcomeField]) -> ExportBatch {
    let column = |field: &OutcomeField| OutcomeColumn { field: *field, heading: format!("{field:?}") };
    ExportBatch {
        batch,
        filter: BatchFilter::default(),
        format,
        columns: fields.iter().map(column).collect(),
        words: Vec::new(),
        name: "Outcome".to_owned(),
    }
}

/// The lines below the headings.
async fn lines(app: &App, request: ExportBatch) -> Vec<Vec<String>> {
    let file = app.choose("outcome.csv");
    let exported = app.core.batch_export(request).await.unwrap().unwrap();
    let mut reader = csv::Reader::from_path(file).unwrap();
    let lines: Vec<Vec<_>> = reader.records().map(|line| line.unwrap().iter().map(str::to_owned).collect()).collect();
    assert_eq!(exported.rows as usize, lines.len());
    lines
}

async fn listed(core: &Core, connection: &str) -> Vec<ReportRow> {
    let list = ListReports { connection: connection.to_owned(), query: ReportQuery::default() };
    core.reports_list(list).await.unwrap().rows
}

fn create(privacy: Privacy) -> BatchRequest {
    create_as(privacy, ExistingReportPolicy::Create)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_row_says_what_became_of_it_and_leads_to_its_report() {
    let service = service_of(0).await;
    let (app, connection) = App::connected(&service).await;
    let addresses = ["https://a.example/1", "https://never.invalid/", "https://a.example/2"].map(str::to_owned);
    let batch = plan(&app.core, &connection.id, &addresses).await.number;
    let fields = [OutcomeField::Address, OutcomeField::State, OutcomeField::Message, OutcomeField::Link];
    let planned = lines(&app, of(batch, CSV, &fields)).await;
    assert_eq!(planned[0], ["https://a.example/1", "waiting", "", ""]);

    run(&app.core, batch).await;
    let ended = rows(&app.core, batch).await;
    // The failed one is listed first, while the file keeps the order of the source.
    let first = ended.iter().find(|row| row.number == 1).unwrap().report.clone().unwrap();
    let outcome = lines(&app, of(batch, CSV, &fields)).await;
    assert_eq!(outcome[0], ["https://a.example/1", "done", "", &format!("{}/reports/{first}", connection.base_url)]);
    assert_eq!((outcome[1][1].as_str(), outcome[1][3].as_str()), ("failed", ""));
    assert!(outcome[1][2].starts_with("refused_input"), "{outcome:?}");
    let failed = BatchFilter { state: Some(RowState::Failed), ..BatchFilter::default() };
    assert_eq!(lines(&app, ExportBatch { filter: failed, ..of(batch, CSV, &fields) }).await, outcome[1..2]);

    // Deleted reports have no link, and neither do those of a changed connection.
    let gone = plan_of(&app.core, &connection.id, reports(Some(first)), BatchRequest::Delete, None).await;
    app.core.batch_start(BatchRef { batch: gone.number }).await.unwrap();
    until_ended(&app.core, gone.number).await;
    let outcome = lines(&app, of(gone.number, CSV, &fields)).await;
    assert_eq!((outcome[0][1].as_str(), outcome[0][3].as_str()), ("done", ""));
    let moved = ConnectionDraft {
        id: Some(connection.id),
        service: Some(ServiceChoice::Another),
        ..draft(&format!("{}/x", service.base_url()), KEY)
    };
    app.core.connection_save(moved).await.unwrap();
    assert!(lines(&app, of(batch, CSV, &fields)).await.iter().all(|line| line[3].is_empty()));

    let nowhere = app.core.batch_export(of(99, CSV, &fields)).await.unwrap_err();
    assert_eq!(nowhere.code, ProblemCode::BatchUnknown);
    assert_eq!(app.core.batch_export(of(batch, CSV, &[])).await.unwrap_err().fields[0].field, "columns");
    *app.host.new_file.lock().unwrap() = None;
    assert_eq!(app.core.batch_export(of(batch, CSV, &fields)).await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_are_in_the_file_only_where_they_are_asked_for_as_long_as_they_are_known() {
    let service = service_of(3).await;
    let (app, connection) = App::connected(&service).await;
    let known: Vec<_> = listed(&app.core, &connection.id).await.into_iter().map(|row| row.id).collect();
    let wish = BatchRequest::Privacy { privacy: Privacy::Password };
    let made = Some(PasswordSource::Generate { length: 12 });
    let batch = plan_of(&app.core, &connection.id, reports(known.clone()), wish, made).await.number;
    let fields = [OutcomeField::Report, OutcomeField::Password];
    let planned = lines(&app, of(batch, CSV, &fields)).await;
    let is_password = |line: &Vec<String>| line[1].len() == 12;
    assert!(planned.iter().filter(|line| is_password(line)).count() > 1, "{planned:?}");

    run(&app.core, batch).await;
    let app = app.restarted();
    assert_eq!(lines(&app, of(batch, CSV, &fields)).await, planned, "kept in the keychain");
    let file = app.choose("outcome.json");
    app.core.batch_export(of(batch, ExportFormat::Json, &fields)).await.unwrap();
    let rows: Vec<Value> = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(rows[0]["password"].as_str().unwrap_or_default(), planned[0][1]);
    app.core.batch_export(of(batch, ExportFormat::Json, &fields[..1])).await.unwrap();
    let rows: Vec<Value> = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert!(rows.iter().all(|row| row.get("password").is_none()));

    // A report with a new password has no known one.
    for id in &known {
        app.core.password_forget(ReportRef { connection: connection.id.clone(), id: id.clone() }).await.unwrap();
    }
    assert!(lines(&app, of(batch, CSV, &fields)).await.iter().all(|line| line[1].is_empty()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_outcome_is_written_row_by_row_until_nobody_wants_it() {
    let service = service_of(0).await;
    let (app, connection) = App::connected(&service).await;
    let addresses: Vec<_> = (0..5000).map(|page| format!("https://large.example/{page}")).collect();
    let batch = plan(&app.core, &connection.id, &addresses).await.number;
    let mut events = app.core.watch();
    let numbers = lines(&app, of(batch, CSV, &[OutcomeField::Number])).await;
    assert!(numbers.iter().zip(1..=5000).all(|(line, number)| line[0] == number.to_string()));
    assert_eq!(numbers.len(), 5000);
    let mut told = Vec::new();
    while let Ok(event) = events.try_recv() {
        if let CoreEvent::Export { total, .. } = event {
            told.push(total);
        }
    }
    assert_eq!(told.first(), Some(&Some(5000)));

    let file = app.choose("canceled.xlsx");
    let ticket = Ticket { number: 7, background: false };
    let export =
        app.core.run_call(ticket, app.core.batch_export(of(batch, ExportFormat::Xlsx, &[OutcomeField::Number])));
    let cancel = async {
        while fs::read_dir(file.parent().unwrap()).unwrap().count() < 2 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        app.core.call_cancel(assay_model::CallRef { number: 7 }).await.unwrap();
    };
    let (exported, ()) = tokio::join!(export, cancel);
    assert_eq!(exported.unwrap_err().code, ProblemCode::Canceled);
    let left: Vec<_> = fs::read_dir(file.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["outcome.csv"], "nothing is left of it");
}

/// The app's log, at its usual levels.
struct Lines(Mutex<String>);

impl Log for Lines {
    fn enabled(&self, about: &Metadata) -> bool {
        about.target().starts_with("assay") || about.level() <= log::Level::Info
    }

    fn log(&self, record: &Record) {
        if self.enabled(record.metadata()) {
            let line = format!("{} {}\n", record.target(), record.args());
            self.0.lock().unwrap().push_str(&line);
        }
    }

    fn flush(&self) {}
}

fn logged() -> &'static Lines {
    static LINES: OnceLock<Lines> = OnceLock::new();
    LINES.get_or_init(|| Lines(Mutex::default()))
}

/// The forms of a text in files: plain, as written by the webview, Base64 at any offset, and hex.
fn forms(text: &str) -> Vec<Vec<u8>> {
    let units = || text.encode_utf16();
    let mut forms = vec![text.as_bytes().to_vec()];
    forms.push(units().flat_map(u16::to_le_bytes).collect());
    forms.push(units().flat_map(u16::to_be_bytes).collect());
    forms.extend([HEXLOWER.encode(text.as_bytes()).into(), HEXUPPER.encode(text.as_bytes()).into()]);
    for before in 0..3 {
        // The part that is independent of its neighbors.
        let code = BASE64.encode(&[&vec![0; before], text.as_bytes()].concat());
        let whole = (before + text.len()) / 3 * 4;
        forms.push(code[before.div_ceil(3) * 4..whole].into());
    }
    forms
}

/// The files and other data that contain a text in any form.
fn holders(folder: &Path, besides: &[(&str, String)], text: &str) -> Vec<String> {
    let forms = forms(text);
    let holds = |bytes: &[u8]| forms.iter().any(|form| bytes.windows(form.len()).any(|part| part == form));
    let mut found: Vec<_> =
        besides.iter().filter(|(_, text)| holds(text.as_bytes())).map(|(name, _)| (*name).to_owned()).collect();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(holders(&path, &[], text));
        } else if holds(&fs::read(&path).unwrap()) {
            found.push(path.file_name().unwrap().display().to_string());
        }
    }
    found
}

#[test]
fn a_text_is_found_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let text = "tulips-in-may-1f7a";
    for (number, form) in forms(text).into_iter().enumerate() {
        fs::write(folder.path().join(number.to_string()), [b"before ", &form[..], b" behind"].concat()).unwrap();
    }
    assert_eq!(holders(folder.path(), &[], text).len(), 8);
    let longer = BASE64.encode(format!("before {text} behind").as_bytes());
    assert_eq!(holders(folder.path(), &[("code", longer)], text).len(), 9);
    assert_eq!(holders(folder.path(), &[], "another text"), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_the_key_nor_a_password_is_in_any_file_or_in_the_log() {
    log::set_logger(logged()).unwrap();
    log::set_max_level(log::LevelFilter::Trace);
    let service = service_of(3).await;
    let (app, connection) = App::connected(&service).await;
    let folder = app.host.folder.0.path().to_owned();
    let assert_unheld = |app: &App, answers: String, when: &str| {
        let log = logged().0.lock().unwrap().clone();
        let besides = [("settings", app.settings_text()), ("log", log), ("answers", answers)];
        for secret in [OWN, ALL, KEY] {
            assert_eq!(holders(&folder, &besides, secret), [""; 0], "{secret}, {when}");
        }
    };
    let shown = async |app: &App, batch| {
        let batch_and_rows = (app.core.batch_read(BatchRef { batch }).await.unwrap(), rows(&app.core, batch).await);
        serde_json::to_string(&batch_and_rows).unwrap()
    };

    let source = format!("url,password\nhttps://a.example/1,{OWN}\nhttps://never.invalid/,\nhttps://a.example/2,\n");
    let plan = PlanBatch {
        connection: connection.id.clone(),
        source: text(&source),
        wish: create(Privacy::Password),
        password: Some(PasswordSource::One { password: Secret::from(ALL) }),
        keep_passwords: true,
    };
    let batch = app.core.batch_plan(plan).await.unwrap();
    assert_eq!((batch.state, batch.passwords_missing, batch.acts.create), (BatchState::Planned, 0, 3));
    assert!(folder.join("batches.sqlite").exists());
    assert_unheld(&app, shown(&app, batch.number).await, "planned");

    let app = app.restarted();
    let ended = run(&app.core, batch.number).await;
    assert_eq!((ended.states.done, ended.states.failed), (2, 1));
    let kept = app.keychain.keys();
    assert!(kept.iter().any(|key| key == OWN) && kept.iter().any(|key| key == ALL), "kept where they are to be");
    app.core.library_flush().await;
    assert!(folder.join("library.sqlite").exists());
    assert_unheld(&app, shown(&app, batch.number).await, "run");

    app.choose("outcome.csv");
    let fields = [OutcomeField::Address, OutcomeField::State, OutcomeField::Message, OutcomeField::Link];
    app.core.batch_export(of(batch.number, CSV, &fields)).await.unwrap();
    app.choose("outcome.json");
    app.core.batch_export(of(batch.number, ExportFormat::Json, &fields)).await.unwrap();
    tracing_is_heard();
    assert_unheld(&app, shown(&app, batch.number).await, "exported");

    app.core.batch_remove(BatchRef { batch: batch.number }).await.unwrap();
    app.core.end().await;
    assert_unheld(&app, String::new(), "removed");

    // Only on request.
    let known: Vec<_> = listed(&app.core, &connection.id).await.into_iter().map(|row| row.id).collect();
    let wish = BatchRequest::Privacy { privacy: Privacy::Password };
    let password = Some(PasswordSource::One { password: Secret::from(ALL) });
    let batch = plan_of(&app.core, &connection.id, reports(known), wish, password).await;
    app.choose("with passwords.csv");
    app.core.batch_export(of(batch.number, CSV, &[OutcomeField::Password])).await.unwrap();
    assert_eq!(holders(&folder, &[], ALL), ["with passwords.csv"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_service_echoes_is_in_no_file_and_on_no_screen() {
    let service = service_of(3).await;
    let (app, connection) = App::connected(&service).await;
    service.apply_profile(ServiceProfile { faults: vec![Fault::Echo.into()], ..ServiceProfile::default() });
    let (id, folder) = (&connection.id, app.host.folder.0.path().to_owned());
    let rows = listed(&app.core, id).await;
    let wanted = ReportRef { connection: id.clone(), id: rows[0].id.clone() };
    let read = app.core.report_read(wanted.clone()).await.unwrap();
    assert!(read.other.contains_key("request"), "the rest of what is echoed is kept");
    let password = Some(Secret::from(OWN));
    let update = ReportUpdate {
        privacy: Some(Privacy::Password),
        password: password.clone(),
        results: None,
        keep_password: None,
    };
    let written = app.core.report_update(UpdateReport { connection: id.clone(), id: wanted.id, update }).await.unwrap();
    let new = |url: &str| NewReport {
        url: url.to_owned(),
        privacy: Privacy::Password,
        password: password.clone(),
        keep_password: None,
    };
    let create = |url: &str| CreateReport { connection: id.clone(), report: new(url) };
    let created = app.core.report_create(create("https://a.example/1")).await.unwrap();
    let refused = app.core.report_create(create("https://never.invalid/")).await.unwrap_err();
    app.core.library_flush().await;
    app.choose("backup.assay-library");
    app.core.library_backup(()).await.unwrap().unwrap();
    let answers = serde_json::to_string(&(rows, read, written, created, &refused)).unwrap();
    assert!(answers.contains("•••"), "{answers}");
    let besides = [("settings", app.settings_text()), ("log", refused.to_string()), ("answers", answers)];
    for secret in [OWN, KEY] {
        assert_eq!(holders(&folder, &besides, secret), [""; 0], "{secret}");
    }
}

/// Checks that the log is captured.
fn tracing_is_heard() {
    tracing::warn!(target: "assay_test", "heard");
    assert!(logged().0.lock().unwrap().contains("heard"));
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_that_cannot_be_used_leave_no_password_behind_and_are_in_the_outcome() {
    let service = service_of(0).await;
    let (app, connection) = App::connected(&service).await;
    let listed = [
        "https://a.example/1".to_owned(),
        format!("https://a.example/2 {OWN}"),
        OWN.to_owned(),
        format!("https://ann:{OWN}@a.example/3"),
        format!("ftp://ann:{OWN}@a.example/4"),
        format!("https://a.example,{OWN}"),
        format!("ftp://a.example/5;{OWN}"),
        "ftp://a.example/6".to_owned(),
    ];
    let listed = plan_of(&app.core, &connection.id, text(&listed.join("\n")), create(Privacy::Private), None).await;
    assert_eq!((listed.acts.create, listed.bad_lines), (1, 7));
    let table = format!(
        "url,privacy,password\nhttps://a.example/1,,{ALL}\n{OWN},,https://a.example/2\nhttps://a.example/3,{OWN},\n\"https://a.example/4,{OWN}\n"
    );
    let swapped = plan_of(&app.core, &connection.id, text(&table), create(Privacy::Private), None).await;
    assert!(swapped.bad_lines >= 2, "{swapped:?}");

    let mut answers = String::new();
    for batch in [listed.number, swapped.number] {
        answers += &serde_json::to_string(&app.core.batch_bad_lines(BatchRef { batch }).await.unwrap()).unwrap();
        answers += &serde_json::to_string(&rows(&app.core, batch).await).unwrap();
    }
    let fields = [OutcomeField::Line, OutcomeField::Address, OutcomeField::State, OutcomeField::Message];
    let outcome = lines(&app, of(listed.number, CSV, &fields)).await;
    app.core.end().await;
    let folder = app.host.folder.0.path();
    for secret in [OWN, ALL] {
        assert_eq!(
            holders(folder, &[("answers", answers.clone()), ("settings", app.settings_text())], secret),
            [""; 0]
        );
    }
    assert_eq!(outcome.len(), 8);
    assert_eq!(outcome[1], ["2", "", "invalid", "not_an_address"]);
    assert_eq!(outcome[7], ["8", "ftp://a.example/6", "invalid", "unsupported_scheme"]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_with_passwords_is_readable_by_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let service = service_of(0).await;
    let (app, connection) = App::connected(&service).await;
    let source = format!("url,password\nhttps://a.example/1,{OWN}\n");
    let batch = plan_of(&app.core, &connection.id, text(&source), create(Privacy::Password), None).await.number;
    let mode = |file: &Path| fs::metadata(file).unwrap().permissions().mode() & 0o777;
    for (format, name) in [(CSV, "a.csv"), (ExportFormat::Xlsx, "a.xlsx"), (ExportFormat::Json, "a.json")] {
        let file = app.choose(name);
        app.core.batch_export(of(batch, format, &[OutcomeField::Address])).await.unwrap();
        assert_ne!(mode(&file) & 0o400, 0, "{name}");
        // Also in the place of a file that others could read.
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        app.core.batch_export(of(batch, format, &[OutcomeField::Address, OutcomeField::Password])).await.unwrap();
        assert_eq!(mode(&file), 0o600, "{name}");
    }
}
