//! Files of lists, over real HTTP and a real library, read again with other programs' readers.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{
    collections::BTreeSet,
    fs,
    num::NonZeroU32,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use assay_library::{Library, ObservedReport};
use assay_model::{
    CallRef, CoreEvent, CreateReport, CsvSeparator, Direction, ExportColumn, ExportField, ExportFormat, ExportOf,
    ExportRequest, ExportWord, Exported, LibraryProjectQuery, LibraryProjectSort, LibraryQuery, ListLibraryProjects,
    ListReports, NewReport, PageSize, Privacy, Problem, ProblemCode, Report, ReportQuery, ReportRef, ReportSort,
    ReportUpdate, Ticket, UpdateReport, Verdict,
};
use assay_sample_service::{
    ServiceProfile,
    service_profile::{Lists, MadeUp},
};
use calamine::{Data, Reader, Xlsx, open_workbook};
use common::{App, FakeHost, FakeKeychain, KEY, draft, gate::Gate, service_of};
use jiff::Timestamp;
use serde_json::Value;
use tokio::{sync::Notify, time::timeout};

const REPORTS: u32 = 130;
const CSV: ExportFormat = ExportFormat::Csv { bom: false, separator: CsvSeparator::Comma, decimal_comma: false };

fn request(of: ExportOf, format: ExportFormat, fields: &[ExportField]) -> ExportRequest {
    let column = |field: &ExportField| ExportColumn { field: *field, heading: format!("{field:?}"), check: None };
    let word = ExportWord { field: ExportField::Verdict, value: "bad".into(), word: "Schlecht".into() };
    ExportRequest { of, format, columns: fields.iter().map(column).collect(), words: vec![word], name: "a/b".into() }
}

async fn save(app: &App, request: ExportRequest) -> Result<Option<Exported>, Problem> {
    app.core.export_save(request).await
}

/// The cells of a file by row, headings first, or the values of JSON.
fn cells(file: &Path, format: ExportFormat) -> Vec<Vec<String>> {
    match format {
        ExportFormat::Csv { .. } => {
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_path(file).unwrap();
            reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
        }
        ExportFormat::Xlsx => {
            let mut book: Xlsx<_> = open_workbook(file).unwrap();
            let sheet = book.worksheet_range_at(0).unwrap().unwrap();
            sheet.rows().map(|row| row.iter().map(Data::to_string).collect()).collect()
        }
        ExportFormat::Json => vec![],
    }
}

fn values(file: &Path) -> Vec<Value> {
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

fn everything(connection: &str) -> LibraryQuery {
    LibraryQuery { connection: Some(connection.to_owned()), ..LibraryQuery::default() }
}

#[tokio::test]
async fn every_kind_of_list_goes_into_every_kind_of_file() {
    let service = service_of(REPORTS).await;
    let (app, connection, _) = App::knowing(&service).await;
    let first = ReportRef { connection: connection.clone(), id: "7".into() };
    let update = ReportUpdate { results: Some(true), ..ReportUpdate::default() };
    app.core.report_update(UpdateReport { connection: connection.clone(), id: "7".into(), update }).await.unwrap();
    app.core.library_flush().await;
    let history = app.core.report_history(first).await.unwrap().snapshots.len();
    assert_eq!(history, 2);
    let fixes = app.core.fix_list(everything(&connection)).await.unwrap();
    let failing: u32 = fixes.checks.iter().map(|check| check.pages).sum();

    let list = ExportOf::List { connection: connection.clone(), query: ReportQuery::default() };
    let selection = ExportOf::Selection { connection: connection.clone(), ids: vec!["7".into(), "120".into()] };
    let library = ExportOf::Library { query: everything(&connection) };
    let fix_list = ExportOf::FixList { query: everything(&connection) };
    let of_one = ExportOf::History { connection: connection.clone(), id: "7".into() };
    let report = [ExportField::Connection, ExportField::Id, ExportField::Verdict, ExportField::Failed];
    let fix = [ExportField::Check, ExportField::Pages, ExportField::Address];
    for (of, fields, rows) in [
        (list, &report[..], REPORTS as usize),
        (library, &report[..], REPORTS as usize),
        (selection, &report[..], 2),
        (of_one, &report[..], history),
        (fix_list, &fix[..], failing as usize),
    ] {
        for format in [CSV, ExportFormat::Xlsx, ExportFormat::Json] {
            let file = app.choose("mine");
            let exported = save(&app, request(of.clone(), format, fields)).await.unwrap().unwrap();
            assert_eq!((exported.rows as usize, &*exported.file), (rows, file.to_str().unwrap()), "{of:?} {format:?}");
            assert_eq!(exported.bytes, fs::metadata(&file).unwrap().len());
            if format == ExportFormat::Json {
                let values = values(&file);
                assert_eq!(values.len(), rows, "{of:?}");
                // With everything: checks and unknown fields.
                assert!(values.iter().all(|value| value["checks"].is_array()), "{of:?}");
                assert!(values.iter().any(|value| value["checks"][0]["name"].is_string()), "{of:?}");
                assert!(values.iter().all(|value| value["other"].is_object() && value["connection"] == "Mine"));
                continue;
            }
            let cells = cells(&file, format);
            assert_eq!(cells.len(), rows + 1, "{of:?} {format:?}");
            assert_eq!(cells[0].len(), fields.len());
            assert!(cells[1..].iter().all(|row| !row[0].is_empty() && !row[1].is_empty()), "{of:?} {format:?}");
            if fields == report {
                let bad = if format == ExportFormat::Xlsx { "Schlecht" } else { "bad" };
                let has_bad = cells.iter().any(|row| row[2] == bad);
                assert!(has_bad || rows < 10, "{of:?} {format:?}");
                assert!(cells[1..].iter().all(|row| row[3].parse::<u32>().is_ok()), "{of:?} {format:?}");
            }
        }
    }
}

#[tokio::test]
async fn a_list_goes_along_as_it_is_filtered() {
    let service = service_of(REPORTS).await;
    let (app, connection, _) = App::knowing(&service).await;
    let file = app.choose("bad.csv");
    let query = ReportQuery { result: Some(Verdict::Bad), page: Some(2), ..ReportQuery::default() };
    let of = ExportOf::List { connection: connection.clone(), query };
    save(&app, request(of, CSV, &[ExportField::Id, ExportField::Verdict])).await.unwrap();
    let shown = cells(&file, CSV);
    let query = LibraryQuery { verdict: Some(Verdict::Bad), ..everything(&connection) };
    save(&app, request(ExportOf::Library { query }, CSV, &[ExportField::Id, ExportField::Verdict])).await.unwrap();
    let mut remembered = cells(&file, CSV);
    let ids = |cells: &[Vec<String>]| {
        let mut ids: Vec<_> = cells[1..].iter().map(|row| row[0].clone()).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&shown), ids(&remembered));
    assert!(shown.len() > 1 && shown[1..].iter().all(|row| row[1] == "bad"));
    remembered.clear();

    // The checks of a fix list alone, and one that is narrowed to the pages that fail another check.
    let fixes = app.core.fix_list(everything(&connection)).await.unwrap().checks;
    let of = ExportOf::FixList { query: everything(&connection) };
    let of_checks = [ExportField::Check, ExportField::Pages, ExportField::Theme, ExportField::Reference];
    save(&app, request(of, CSV, &of_checks)).await.unwrap();
    assert_eq!(cells(&file, CSV).len(), fixes.len() + 1);
    let narrow = LibraryQuery { failing: Some(fixes[1].name.clone()), ..everything(&connection) };
    let any = LibraryQuery { any: Some(true), score_max: Some(50), ..everything(&connection) };
    for query in [narrow, any] {
        let pages: u32 = app.core.fix_list(query.clone()).await.unwrap().checks.iter().map(|check| check.pages).sum();
        let of = ExportOf::FixList { query };
        let exported = save(&app, request(of, CSV, &[ExportField::Check, ExportField::Id])).await.unwrap().unwrap();
        assert_eq!(exported.rows, pages);
    }
}

#[tokio::test]
async fn what_the_library_knows_goes_along_without_the_service() {
    let service = service_of(REPORTS).await;
    let (app, connection, _) = App::knowing(&service).await;
    // A report that is not in the library is read from the service.
    app.core.library_clear(()).await.unwrap();
    let selection = |ids: &[&str]| ExportOf::Selection {
        connection: connection.clone(),
        ids: ids.iter().map(ToString::to_string).collect(),
    };
    let file = app.choose("file.json");
    save(&app, request(selection(&["3"]), ExportFormat::Json, &[ExportField::Id])).await.unwrap();
    assert_eq!(values(&file)[0]["id"], "3");
    let query = ReportQuery { per_page: PageSize::Hundred, ..ReportQuery::default() };
    app.core.reports_list(ListReports { connection: connection.clone(), query }).await.unwrap();
    service.stop().await;
    let of = ExportOf::Library { query: LibraryQuery::default() };
    let exported = save(&app, request(of, ExportFormat::Json, &[ExportField::Id])).await.unwrap().unwrap();
    assert_eq!(exported.rows, 100);
    save(&app, request(selection(&["130"]), ExportFormat::Json, &[ExportField::Id])).await.unwrap();
    let missing = save(&app, request(selection(&["130", "3"]), ExportFormat::Json, &[ExportField::Id])).await;
    assert_eq!(missing.unwrap_err().code, ProblemCode::ConnectionRefused);
    // The earlier file is unchanged.
    assert_eq!(values(&file).len(), 1);
}

#[tokio::test]
async fn an_export_that_is_canceled_in_the_middle_leaves_what_was_there() {
    let service = service_of(REPORTS).await;
    let (reached, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let gate = Gate::before(&service.base_url(), {
        let (reached, go_on) = (Arc::clone(&reached), Arc::clone(&go_on));
        move |line| {
            let (reached, go_on) = (Arc::clone(&reached), Arc::clone(&go_on));
            async move {
                if line.contains("page=2") {
                    reached.notify_one();
                    go_on.notified().await;
                }
                line
            }
        }
    })
    .await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let app = Arc::new(app);
    for (number, format) in (1..).zip([CSV, ExportFormat::Xlsx, ExportFormat::Json]) {
        let file = app.choose("mine");
        fs::write(&file, "what was there").unwrap();
        let of = ExportOf::List { connection: connection.id.clone(), query: ReportQuery::default() };
        let mut events = app.core.watch();
        let task = tokio::spawn({
            let app = Arc::clone(&app);
            async move {
                let ticket = Ticket { number, background: true };
                app.core.run_call(ticket, app.core.export_save(request(of, format, &[ExportField::Id]))).await
            }
        });
        timeout(Duration::from_secs(20), reached.notified()).await.unwrap();
        assert!(names(&file).len() > 1, "beside the file is what is to become of it");
        assert_eq!(fs::read_to_string(&file).unwrap(), "what was there");
        app.core.call_cancel(CallRef { number }).await.unwrap();
        assert_eq!(task.await.unwrap().unwrap_err().code, ProblemCode::Canceled, "{format:?}");
        assert_eq!(names(&file), ["mine"], "{format:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "what was there");
        let mut told = None;
        while let Ok(event) = events.try_recv() {
            if let CoreEvent::Export { number, done, .. } = event {
                told = Some((number, done));
            }
        }
        assert_eq!(told.map(|(number, _)| number), Some(number));
        go_on.notify_one();
    }
}

/// The names in a file's folder.
fn names(file: &Path) -> Vec<String> {
    let entries = fs::read_dir(file.parent().unwrap()).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn where_no_file_can_be_made_that_is_said() {
    let service = service_of(3).await;
    let (app, connection) = App::connected_to(&service.base_url(), KEY).await;
    let of = ExportOf::List { connection: connection.id.clone(), query: ReportQuery::default() };
    // The user canceled.
    assert_eq!(save(&app, request(of.clone(), CSV, &[ExportField::Id])).await.unwrap(), None);
    let nowhere = app.host.folder.0.path().join("no such folder").join("file.csv");
    *app.host.new_file.lock().unwrap() = Some(nowhere);
    let problem = save(&app, request(of.clone(), CSV, &[ExportField::Id])).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::FileFailed);
    assert!(problem.detail.is_some());

    let file = app.choose("mine");
    let code = async |request: ExportRequest| save(&app, request).await.unwrap_err();
    let nobody = ExportOf::List { connection: "nobody".into(), query: ReportQuery::default() };
    assert_eq!(code(request(nobody, CSV, &[ExportField::Id])).await.code, ProblemCode::ConnectionUnknown);
    let unseen = ExportOf::History { connection: connection.id.clone(), id: "99".into() };
    assert_eq!(code(request(unseen, CSV, &[ExportField::Id])).await.code, ProblemCode::NotInLibrary);
    let selection = |ids| ExportOf::Selection { connection: connection.id.clone(), ids };
    let long = "x".repeat(101);
    let plain = request(of.clone(), CSV, &[ExportField::Id]);
    let headed = ExportColumn { field: ExportField::Id, heading: long.clone(), check: None };
    let of_check = |field, check: Option<&str>| {
        let column = ExportColumn { field, heading: "Check".into(), check: check.map(str::to_owned) };
        ExportRequest { columns: vec![column], ..plain.clone() }
    };
    let of_word = |field, length| {
        let word = ExportWord { field, value: "title".into(), word: "x".repeat(length) };
        ExportRequest { words: vec![word], ..plain.clone() }
    };
    for (wrong, field) in [
        (request(of.clone(), CSV, &[]), "columns"),
        (request(of.clone(), CSV, &[ExportField::Id; 51]), "columns"),
        (ExportRequest { columns: vec![headed], ..plain.clone() }, "columns"),
        (of_check(ExportField::Value, None), "columns"),
        (of_check(ExportField::ValueLength, Some("")), "columns"),
        (of_check(ExportField::Id, Some("title")), "columns"),
        (of_word(ExportField::Verdict, 101), "words"),
        (of_word(ExportField::How, 501), "words"),
        (ExportRequest { name: long, ..plain.clone() }, "name"),
        (request(selection(vec![]), CSV, &[ExportField::Id]), "ids"),
        (request(selection(vec!["1".into(); 10_001]), CSV, &[ExportField::Id]), "ids"),
    ] {
        let problem = code(wrong).await;
        assert_eq!((problem.code, &*problem.fields[0].field), (ProblemCode::InvalidInput, field));
    }
    assert!(names(&file).is_empty());
}

#[tokio::test]
async fn a_list_that_changes_meanwhile_goes_along_without_gaps_and_says_what_could_not_be_read() {
    let service = service_of(350).await;
    let (elsewhere, there) = App::connected(&service).await;
    let (elsewhere, is_done) = (Arc::new(elsewhere), Arc::new(AtomicBool::new(false)));
    let gate = Gate::before(&service.base_url(), move |line| {
        let (elsewhere, there, is_done) = (Arc::clone(&elsewhere), there.id.clone(), Arc::clone(&is_done));
        async move {
            // Equal numbers of creates and deletes keep the total.
            if line.contains("page=3") && !is_done.swap(true, Ordering::SeqCst) {
                for number in 1..=20 {
                    let unwanted = ReportRef { connection: there.clone(), id: number.to_string() };
                    elsewhere.core.report_delete(unwanted).await.unwrap();
                    let url = format!("https://new.example/{number}");
                    let report = NewReport { url, privacy: Privacy::Public, password: None, keep_password: None };
                    elsewhere.core.report_create(CreateReport { connection: there.clone(), report }).await.unwrap();
                }
            }
            line
        }
    })
    .await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let file = app.choose("all.csv");
    let query = ReportQuery { sort_by: Some(ReportSort::Id), sort: Some(Direction::Asc), ..ReportQuery::default() };
    let of = ExportOf::List { connection: connection.id.clone(), query };
    let exported = save(&app, request(of.clone(), CSV, &[ExportField::Id])).await.unwrap().unwrap();
    assert_eq!(exported.unreadable, 0);
    let ids: Vec<u32> = cells(&file, CSV)[1..].iter().map(|row| row[0].parse().unwrap()).collect();
    assert_eq!(exported.rows as usize, ids.len());
    let each: BTreeSet<_> = ids.iter().copied().collect();
    assert_eq!(each.len(), ids.len(), "twice");
    assert!((21..=350).all(|id| each.contains(&id)), "a gap: {}", ids.len());

    service.apply_profile(ServiceProfile {
        lists: Lists { unreadable_row: Some(3), ..Lists::default() },
        ..ServiceProfile::default()
    });
    let exported = save(&app, request(of, CSV, &[ExportField::Id])).await.unwrap().unwrap();
    assert_eq!((exported.rows, exported.unreadable), (346, 4));
}

#[tokio::test]
async fn a_list_without_an_end_is_not_exported() {
    let service = service_of(3).await;
    let (app, connection) = App::connected_to(&service.base_url(), KEY).await;
    let made_up = Some(MadeUp { rows: None, overlap: 0, circle: NonZeroU32::new(2) });
    service.apply_profile(ServiceProfile { lists: Lists { made_up, ..Lists::default() }, ..ServiceProfile::default() });
    let file = app.choose("endless.csv");
    let of = ExportOf::List { connection: connection.id, query: ReportQuery::default() };
    let saved = timeout(Duration::from_mins(1), save(&app, request(of, CSV, &[ExportField::Id]))).await;
    assert_eq!(saved.expect("it reads pages without end").unwrap_err().code, ProblemCode::TooManyRows);
    assert!(names(&file).is_empty());
}

#[tokio::test]
async fn a_selection_has_the_checks_that_are_wanted() {
    let service = service_of(30).await;
    let gate = Gate::open(&service.base_url()).await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    // As a list without checks showed it.
    let seen = app.core.report_read(ReportRef { connection: connection.id.clone(), id: "3".into() }).await.unwrap();
    app.core.library_clear(()).await.unwrap();
    let library = app.host.folder.0.path().join("library.sqlite");
    let bare = ObservedReport { report: Report { checks: vec![], ..seen }, has_checks: false };
    let scope = format!("{} {}", connection.id, connection.base_url);
    Library::open(&library).library.scope(&scope).ingest(&[bare], Timestamp::now()).unwrap();
    let of = ExportOf::Selection { connection: connection.id.clone(), ids: vec!["3".into()] };
    let file = app.choose("three.json");
    gate.forget();
    save(&app, request(of.clone(), CSV, &[ExportField::Id])).await.unwrap();
    assert!(gate.lines().is_empty(), "{:?}", gate.lines());
    save(&app, request(of, ExportFormat::Json, &[ExportField::Id])).await.unwrap();
    assert!(values(&file)[0]["checks"][0]["name"].is_string());
}

#[tokio::test]
async fn no_library_is_no_reason_to_ask_for_a_whole_selection() {
    let service = service_of(30).await;
    let gate = Gate::open(&service.base_url()).await;
    let host = Arc::<FakeHost>::default();
    fs::create_dir(host.folder.0.path().join("library.sqlite")).unwrap();
    let app = App::over(host, FakeKeychain::default());
    let connection = app.core.connection_save(draft(&gate.base_url, KEY)).await.unwrap();
    let of = ExportOf::Selection { connection: connection.id, ids: vec!["3".into()] };
    app.choose("three.csv");
    gate.forget();
    let problem = save(&app, request(of, CSV, &[ExportField::Id])).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::LibraryFailed);
    assert!(gate.lines().is_empty(), "{:?}", gate.lines());
}

#[tokio::test]
async fn what_a_killed_export_left_is_removed_at_the_next_start() {
    let service = service_of(3).await;
    let (app, connection) = App::connected(&service).await;
    let folder = app.host.folder.0.path().join("exports");
    fs::create_dir(&folder).unwrap();
    let left = folder.join(".assay-killed.part");
    fs::write(&left, "").unwrap();
    *app.host.new_file.lock().unwrap() = Some(folder.join("list.csv"));
    let of = ExportOf::List { connection: connection.id.clone(), query: ReportQuery::default() };
    let columns = vec![ExportColumn { field: ExportField::Id, heading: "Id".into(), check: None }];
    let request = ExportRequest { of, format: CSV, columns, words: Vec::new(), name: "list".into() };
    app.core.export_save(request).await.unwrap();
    assert!(left.exists(), "another export may still be writing it");
    let app = app.restarted();
    app.core.app_start(()).await.unwrap();
    let begun = std::time::Instant::now();
    while left.exists() {
        assert!(begun.elapsed() < Duration::from_mins(1));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(folder.join("list.csv").exists());
}

#[tokio::test]
async fn projects_are_exported_with_their_figures() {
    let service = service_of(REPORTS).await;
    let (app, connection, _) = App::knowing(&service).await;
    let query = LibraryProjectQuery {
        sort_by: Some(LibraryProjectSort::Reports),
        per_page: PageSize::Hundred,
        ..LibraryProjectQuery::default()
    };
    let list = ListLibraryProjects { connection: connection.clone(), query: query.clone() };
    let shown = app.core.library_projects(list).await.unwrap().rows;
    let shown: Vec<_> = shown.into_iter().map(|it| (it.project, it.reports.unwrap().to_string())).collect();
    assert!(shown.len() > 1);
    let query = LibraryProjectQuery { per_page: PageSize::Ten, page: Some(7), ..query };
    let of = ExportOf::Projects { connection: connection.clone(), query };
    let fields = [ExportField::Project, ExportField::Reports, ExportField::Average, ExportField::Connection];
    for format in [CSV, ExportFormat::Xlsx, ExportFormat::Json] {
        let file = app.choose("mine");
        let exported = save(&app, request(of.clone(), format, &fields)).await.unwrap().unwrap();
        assert_eq!(exported.rows as usize, shown.len());
        if format == ExportFormat::Json {
            let values = values(&file);
            let of = |value: &Value| (value["project"].as_str().unwrap().to_owned(), value["reports"].to_string());
            assert_eq!(values.iter().map(of).collect::<Vec<_>>(), shown);
            assert!(values.iter().all(|value| value["verdicts"]["good"].is_number() && value["connection"] == "Mine"));
            continue;
        }
        let cells = cells(&file, format);
        assert_eq!(cells[1..].iter().map(|row| (row[0].clone(), row[1].clone())).collect::<Vec<_>>(), shown);
        assert!(cells[1..].iter().all(|row| row[2].parse::<f64>().is_ok() && row[3] == "Mine"));
    }
    let long = LibraryProjectQuery { search: Some("x".repeat(501)), ..LibraryProjectQuery::default() };
    let of = ExportOf::Projects { connection, query: long };
    let problem = save(&app, request(of, CSV, &fields)).await.unwrap_err();
    assert_eq!(&*problem.fields[0].field, "search");
}
