//! Exports are read by other programs' readers.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
#![allow(clippy::float_cmp, reason = "a number that was kept is the very same")]

mod made_up;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use assay_export::{Columns, Export, IsCanceled, Row, WORKBOOK_ROWS, has_room, remove_leftovers};
use assay_model::{
    Check, CsvSeparator, ExportColumn, ExportField, ExportFormat, ExportWord, Exported, FailingCheck, Problem,
    ProblemCode, Report, ReportRow, Verdict, readable,
};
use calamine::{Data, Reader, Xlsx, open_workbook};
use made_up::{reports, text};
use proptest::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;

const CSV: ExportFormat = ExportFormat::Csv { bom: false, separator: CsvSeparator::Comma, decimal_comma: false };
const FORMATS: [ExportFormat; 3] = [CSV, ExportFormat::Xlsx, ExportFormat::Json];
const FIELDS: [ExportField; 9] = [
    ExportField::Id,
    ExportField::Address,
    ExportField::Url,
    ExportField::Verdict,
    ExportField::Score,
    ExportField::GeneratedAt,
    ExportField::Failed,
    ExportField::FailedChecks,
    ExportField::GoneAt,
];

fn never() -> IsCanceled {
    Arc::new(|| false)
}

/// Returns true after a number of calls.
fn after(times: u32) -> IsCanceled {
    let asked = AtomicU32::new(0);
    Arc::new(move || asked.fetch_add(1, Ordering::SeqCst) >= times)
}

fn columns() -> Vec<ExportColumn> {
    FIELDS.map(|field| ExportColumn { field, heading: format!("={field:?}"), check: None }).into()
}

fn words() -> Vec<ExportWord> {
    vec![ExportWord { field: ExportField::Verdict, value: "good".into(), word: "Gut".into() }]
}

fn write(target: &Path, format: ExportFormat, rows: &[Row], canceled: IsCanceled) -> Result<Exported, Problem> {
    let mut export = Export::begin(target, format, Columns::of_reports(&columns(), &words()), canceled)?;
    rows.iter().try_for_each(|row| export.write(row))?;
    export.finish()
}

fn written(format: ExportFormat, rows: &[Row]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("file");
    let exported = write(&target, format, rows, never()).unwrap();
    assert_eq!(exported.rows as usize, rows.len());
    assert_eq!(exported.bytes, fs::metadata(&target).unwrap().len());
    assert_eq!(names(folder.path()), ["file"]);
    (folder, target)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The expected value of a cell, in any format.
#[derive(Debug, PartialEq)]
enum Held {
    Nothing,
    Text(String),
    Number(f64),
    Date(jiff::Timestamp),
}

fn held(row: &Row) -> Vec<Held> {
    let report = row.report.as_ref().unwrap();
    let checks = row.checks.as_ref().map(|checks| checks.iter().filter(|check| check.passed == Some(false)));
    let text = |text: Option<&str>| match text {
        None | Some("") => Held::Nothing,
        Some(text) => Held::Text(text.to_owned()),
    };
    #[expect(clippy::cast_precision_loss, reason = "few")]
    let failed = checks.clone().map_or(Held::Nothing, |failed| Held::Number(failed.count() as f64));
    let names = checks.map(|failed| failed.map(|check| check.name.clone()).collect::<Vec<_>>().join(", "));
    vec![
        match report.id.parse::<u32>() {
            Ok(number) if number.to_string() == report.id => Held::Number(number.into()),
            _ => text(Some(&report.id)),
        },
        text(Some(&readable(&report.address))),
        text(report.url.as_deref()),
        text(report.verdict.map(Verdict::word)),
        report.score.map_or(Held::Nothing, Held::Number),
        report.generated_at.map_or(Held::Nothing, Held::Date),
        failed,
        text(names.as_deref()),
        row.gone_at.map_or(Held::Nothing, Held::Date),
    ]
}

/// Removes the apostrophe against formulas, as documented.
fn bare(cell: &str) -> &str {
    let signs = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    match cell.strip_prefix('\'') {
        Some(rest) if rest.trim_start_matches('\'').starts_with(signs) => rest,
        _ => cell,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn csv_read_again_has_the_same_cells(rows in reports()) {
        let (_folder, target) = written(CSV, &rows);
        let mut reader = csv::Reader::from_path(&target).unwrap();
        prop_assert_eq!(reader.headers().unwrap().get(0), Some("'=Id"));
        let read: Vec<_> = reader.records().map(Result::unwrap).collect();
        prop_assert_eq!(read.len(), rows.len());
        for (record, row) in read.iter().zip(&rows) {
            for (cell, held) in record.iter().zip(held(row)) {
                match held {
                    Held::Nothing => prop_assert_eq!(cell, ""),
                    Held::Text(text) => {
                        prop_assert_eq!(bare(cell), text);
                        prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']));
                    }
                    Held::Number(number) => prop_assert_eq!(cell.parse::<f64>().unwrap(), number),
                    Held::Date(date) => prop_assert_eq!(cell.parse::<jiff::Timestamp>().unwrap(), date),
                }
            }
        }
    }

    #[test]
    fn a_workbook_opened_again_has_the_same_typed_cells(rows in reports()) {
        let (_folder, target) = written(ExportFormat::Xlsx, &rows);
        let mut book: Xlsx<_> = open_workbook(&target).unwrap();
        let sheet = book.worksheet_range_at(0).unwrap().unwrap();
        prop_assert_eq!(sheet.get_value((0, 0)), Some(&Data::String("=Id".into())));
        for (number, row) in (1..).zip(&rows) {
            for (column, held) in (0..).zip(held(row)) {
                let cell = sheet.get_value((number, column)).unwrap_or(&Data::Empty);
                match held {
                    Held::Nothing => prop_assert_eq!(cell, &Data::Empty),
                    Held::Text(text) if text == "good" && column == 3 => {
                        prop_assert_eq!(cell, &Data::String("Gut".into()));
                    }
                    Held::Text(text) => prop_assert_eq!(cell, &Data::String(text)),
                    Held::Number(number) => prop_assert_eq!(cell, &Data::Float(number)),
                    Held::Date(date) => {
                        let Data::DateTime(time) = cell else { panic!("{cell:?} is no date") };
                        prop_assert!(time.is_datetime());
                        let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
                        let shown = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z");
                        prop_assert_eq!(shown.parse::<jiff::Timestamp>().unwrap(), date);
                    }
                }
            }
        }
    }

    #[test]
    fn json_has_everything_and_changes_nothing(rows in reports()) {
        let (_folder, target) = written(ExportFormat::Json, &rows);
        let read: Vec<Value> = serde_json::from_slice(&fs::read(&target).unwrap()).unwrap();
        prop_assert_eq!(read.len(), rows.len());
        for (mut value, row) in read.into_iter().zip(rows) {
            let checks: Option<Vec<Check>> = serde_json::from_value(value["checks"].take()).unwrap();
            prop_assert_eq!(checks, row.checks);
            prop_assert_eq!(value["other"].take(), row.other.map_or(Value::Null, Value::Object));
            prop_assert_eq!(serde_json::from_value::<ReportRow>(value).unwrap(), row.report.unwrap());
        }
    }

    #[test]
    fn any_text_fits_any_cell(text in text()) {
        let row = Row::of_report(Report { row: ReportRow { address: text.repeat(3000), ..made_up::row() }, checks: vec![], other: serde_json::Map::new() });
        for format in FORMATS {
            written(format, std::slice::from_ref(&row));
        }
    }
}

#[test]
fn texts_that_programs_would_run_are_texts_and_numbers_stay_numbers() {
    for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "'=1", "=cmd|' /C calc'!A0", "'"] {
        let row = Row::of_report(Report {
            row: ReportRow { url: Some(text.to_owned()), score: Some(-4.5), ..made_up::row() },
            checks: vec![],
            other: serde_json::Map::new(),
        });
        let (_folder, target) = written(CSV, &[row]);
        let lines = fs::read_to_string(&target).unwrap();
        let mut reader = csv::Reader::from_reader(lines.as_bytes());
        let record = reader.records().next().unwrap().unwrap();
        assert_eq!(record[2], format!("{}{text}", if text == "'" { "" } else { "'" }), "{text:?}");
        assert!(lines.contains(",-4.5,"), "{lines}");
        // Quoted, regardless of a program's separator.
        assert!(lines.contains("\"'="), "{lines}");
    }
}

#[test]
fn the_mark_of_utf_8_is_there_where_it_is_asked_for() {
    for bom in [true, false] {
        let (_folder, target) =
            written(ExportFormat::Csv { bom, separator: CsvSeparator::Comma, decimal_comma: false }, &[]);
        assert_eq!(fs::read(target).unwrap().starts_with(b"\xef\xbb\xbf"), bom);
    }
}

#[test]
fn an_empty_list_is_a_whole_file() {
    let (_csv, csv) = written(CSV, &[]);
    assert_eq!(fs::read_to_string(csv).unwrap().lines().count(), 1);
    let (_json, json) = written(ExportFormat::Json, &[]);
    assert_eq!(serde_json::from_slice::<Vec<Value>>(&fs::read(json).unwrap()).unwrap(), Vec::<Value>::new());
    let (_xlsx, xlsx) = written(ExportFormat::Xlsx, &[]);
    let mut book: Xlsx<_> = open_workbook(xlsx).unwrap();
    assert_eq!(book.worksheet_range_at(0).unwrap().unwrap().height(), 1);
}

#[test]
fn what_is_there_stays_until_all_is_written_and_nothing_is_left_of_what_is_not() {
    let rows: Vec<_> = (0..200).map(|_| Row::of_report(made_up::report())).collect();
    for format in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("mine");
        fs::write(&target, "what was there").unwrap();
        // At the first row, in the middle, and during the final sync.
        for times in [0, 1, 100, 200, 201] {
            let problem = write(&target, format, &rows, after(times)).unwrap_err();
            assert_eq!(problem.code, ProblemCode::Canceled, "{format:?} after {times}");
            assert_eq!(names(folder.path()), ["mine"], "{format:?} after {times}");
        }
        let mut left = Export::<Row>::begin(&target, format, Columns::of_reports(&columns(), &[]), never()).unwrap();
        left.write(&rows[0]).unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "what was there");
        drop(left);
        assert_eq!(names(folder.path()), ["mine"]);
        write(&target, format, &rows, never()).unwrap();
        assert_ne!(fs::read(&target).unwrap(), b"what was there");
        assert_eq!(names(folder.path()), ["mine"]);
    }
}

#[test]
fn where_no_file_can_be_made_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let missing = folder.path().join("no such folder").join("file");
        let problem = write(&missing, format, &[], never()).unwrap_err();
        assert_eq!(problem.code, ProblemCode::FileFailed);
        assert!(problem.detail.is_some());
        let taken = folder.path().join("folder");
        fs::create_dir_all(taken.join("full")).unwrap();
        assert_eq!(write(&taken, format, &[], never()).unwrap_err().code, ProblemCode::FileFailed);
        assert_eq!(names(folder.path()), ["folder"]);
    }
}

#[cfg(unix)]
#[test]
fn a_new_file_is_as_readable_as_others_and_a_link_leads_where_it_led() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other");
    fs::write(&other, "").unwrap();
    let link = folder.path().join("link");
    symlink(&other, &link).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    let usual = mode(&other);
    let target = folder.path().join("new");
    write(&target, CSV, &[], never()).unwrap();
    assert_eq!(mode(&target), usual);
    write(&link, CSV, &[], never()).unwrap();
    assert!(link.is_symlink() && fs::metadata(&other).unwrap().len() > 0);
}

#[test]
fn what_killed_exports_left_is_removed_and_nothing_else() {
    use std::time::{Duration, SystemTime};
    let folder = tempfile::tempdir().unwrap();
    let begin = |name: &str| {
        let columns = Columns::of_reports(&columns(), &words());
        Export::<Row>::begin(&folder.path().join(name), CSV, columns, never()).unwrap()
    };
    let running = begin("running");
    // A killed process leaves its file. On Windows a copy is used, since the file stays open.
    let part = names(folder.path()).pop().unwrap();
    fs::copy(folder.path().join(&part), folder.path().join(format!(".assay-killed{}", &part[".assay-".len()..])))
        .unwrap();
    fs::write(folder.path().join(".assay-mine"), "").unwrap();
    fs::write(folder.path().join("notes.part"), "").unwrap();
    fs::create_dir(folder.path().join(".assay-folder.part")).unwrap();
    let others = [".assay-folder.part", ".assay-mine", "notes.part"];
    assert_eq!(names(folder.path()).len(), others.len() + 2);
    let earlier = SystemTime::now() - Duration::from_hours(1);
    assert_eq!(remove_leftovers(folder.path(), earlier).unwrap(), 0);
    drop(running);
    assert_eq!(remove_leftovers(folder.path(), SystemTime::now() + Duration::from_hours(1)).unwrap(), 1);
    assert_eq!(names(folder.path()), others);
    assert!(remove_leftovers(&folder.path().join("nowhere"), earlier).is_err());
}

#[test]
fn a_workbook_has_an_end_that_is_told_before() {
    assert!(has_room(ExportFormat::Xlsx, u64::from(WORKBOOK_ROWS)).is_ok());
    let problem = has_room(ExportFormat::Xlsx, u64::from(WORKBOOK_ROWS) + 1).unwrap_err();
    assert_eq!((problem.code, &*problem.fields[0].field), (ProblemCode::InvalidInput, "rows"));
    assert!(has_room(CSV, u64::MAX).is_ok() && has_room(ExportFormat::Json, u64::MAX).is_ok());
}

/// A process's file size limit simulates a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_takes_no_more_is_told_and_left_as_it_was() {
    const LIMITED: &str = "ASSAY_TEST_LIMITED";
    if std::env::var_os(LIMITED).is_none() {
        // Limits can be set only for a new process; 512 blocks are at most half a megabyte.
        let again = std::process::Command::new("sh")
            .args([
                "-c",
                "trap '' XFSZ; ulimit -f 512; exec \"$0\" --exact a_disk_that_takes_no_more_is_told_and_left_as_it_was",
            ])
            .arg(std::env::current_exe().unwrap())
            .env(LIMITED, "yes")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&again.stdout);
        assert!(again.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let rows: Vec<_> = (0..40_000).map(|_| Row::of_report(made_up::report())).collect();
    for format in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("mine");
        fs::write(&target, "what was there").unwrap();
        let problem = write(&target, format, &rows, never()).unwrap_err();
        assert_eq!(problem.code, ProblemCode::FileFailed, "{format:?}");
        assert!(problem.detail.unwrap().contains("File too large"), "{format:?}");
        assert_eq!(names(folder.path()), ["mine"], "{format:?}");
        assert_eq!(fs::read_to_string(&target).unwrap(), "what was there");
    }
}

#[test]
fn addresses_are_exported_for_reading_beside_the_exact_ones() {
    let url = "https://x.example/gr%C3%B6%C3%9Fe%2F";
    let row = ReportRow { address: "x.example/gr%C3%B6%C3%9Fe%2F".into(), url: Some(url.into()), ..made_up::row() };
    let (_folder, csv) = written(CSV, &[Row::of_report(Report { row, ..made_up::report() })]);
    let csv = fs::read_to_string(csv).unwrap();
    assert!(csv.contains("x.example/größe%2F") && csv.contains(url), "{csv}");
}

#[test]
fn a_workbook_links_pages_rounds_scores_and_names_its_sheet_like_the_file() {
    let row = |id: &str, url: &str| {
        Row::of_report(Report {
            row: ReportRow {
                id: id.into(),
                url: Some(url.to_owned()),
                score: Some(86.333_333_333_333),
                ..made_up::row()
            },
            checks: vec![],
            other: serde_json::Map::new(),
        })
    };
    let rows = [row("237", "https://shop.example/%C3%A9"), row("0237", "javascript:alert(1)")];
    let folder = TempDir::new().unwrap();
    let target = folder.path().join("Reports [of] a very long name – Brightleaf.xlsx");
    write(&target, ExportFormat::Xlsx, &rows, never()).unwrap();
    let mut book: Xlsx<_> = open_workbook(&target).unwrap();
    assert_eq!(book.sheet_names(), ["Reports of a very long name – B"]);
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    assert_eq!(sheet.get_value((1, 0)), Some(&Data::Float(237.0)));
    assert_eq!(sheet.get_value((2, 0)), Some(&Data::String("0237".into())));
    let shown = [(1, 1), (1, 2), (2, 1), (2, 2)].map(|at| sheet.get_value(at).unwrap().to_string());
    assert_eq!(shown, ["example.com", "https://shop.example/%C3%A9", "example.com", "javascript:alert(1)"]);
    let mut archive = zip::ZipArchive::new(fs::File::open(&target).unwrap()).unwrap();
    let mut part = |name: &str| std::io::read_to_string(archive.by_name(name).unwrap()).unwrap();
    let links = part("xl/worksheets/_rels/sheet1.xml.rels");
    assert_eq!(links.matches("\"https://shop.example/é\"").count(), 2, "{links}");
    assert!(!links.contains("javascript"), "{links}");
    let linked = part("xl/worksheets/sheet1.xml");
    assert!(["ref=\"B2\"", "ref=\"C2\""].iter().all(|cell| linked.contains(cell)), "{linked}");
    assert!(part("xl/styles.xml").contains("\"0.0\""));
}

#[test]
fn a_url_too_long_for_a_link_is_a_text_in_a_workbook() {
    // An emoji has two UTF-16 units, of which a link has at most 2,079.
    let urls = [1_100, 1_000].map(|count| format!("https://shop.example/{}", "🦀".repeat(count)));
    let rows = urls
        .clone()
        .map(|url| Row::of_report(Report { row: ReportRow { url: Some(url), ..made_up::row() }, ..made_up::report() }));
    let (_folder, target) = written(ExportFormat::Xlsx, &rows);
    let mut book: Xlsx<_> = open_workbook(&target).unwrap();
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    assert_eq!([1, 2].map(|row| sheet.get_value((row, 2)).unwrap().to_string()), urls);
    let mut archive = zip::ZipArchive::new(fs::File::open(&target).unwrap()).unwrap();
    let links = archive.by_name("xl/worksheets/_rels/sheet1.xml.rels").unwrap();
    assert_eq!(std::io::read_to_string(links).unwrap().matches("shop.example").count(), 2);
}

#[test]
fn a_workbook_has_no_more_links_than_a_sheet_can() {
    let row = ReportRow { url: Some("https://shop.example/a".into()), ..made_up::row() };
    let rows = vec![Row::of_report(Report { row, ..made_up::report() }); 32_768];
    let (_folder, target) = written(ExportFormat::Xlsx, &rows);
    let mut archive = zip::ZipArchive::new(fs::File::open(&target).unwrap()).unwrap();
    let links = archive.by_name("xl/worksheets/_rels/sheet1.xml.rels").unwrap();
    assert_eq!(std::io::read_to_string(links).unwrap().matches("<Relationship ").count(), 65_530);
}

#[test]
fn checks_are_in_the_users_words_beside_their_keys() {
    let check = |name: &str| Check {
        name: name.into(),
        passed: Some(false),
        importance: None,
        value: Value::Null,
        errors: None,
        other: serde_json::Map::new(),
    };
    let failing = FailingCheck { name: "title".into(), importance: None, pages: 3 };
    let rows = [
        Row { checks: Some(vec![check("title"), check("=odd")]), ..Row::of_check(failing) },
        Row { checks: Some(Vec::new()), ..Row::default() },
    ];
    let fields = [
        ExportField::Check,
        ExportField::CheckKey,
        ExportField::Why,
        ExportField::How,
        ExportField::Theme,
        ExportField::Reference,
        ExportField::FailedChecks,
        ExportField::FailedKeys,
    ];
    let columns = fields.map(|field| ExportColumn { field, heading: format!("{field:?}"), check: None });
    let words = [
        (ExportField::Check, "Page title"),
        (ExportField::Why, "=People read it first."),
        (ExportField::Theme, "Content"),
        (ExportField::FailedChecks, "Page title"),
    ]
    .map(|(field, word)| ExportWord { field, value: "title".into(), word: word.into() });
    let folder = tempfile::tempdir().unwrap();
    let (csv, xlsx) = (folder.path().join("csv"), folder.path().join("xlsx"));
    for (target, format) in [(&csv, CSV), (&xlsx, ExportFormat::Xlsx)] {
        let mut export = Export::begin(target, format, Columns::of_reports(&columns, &words), never()).unwrap();
        rows.iter().try_for_each(|row| export.write(row)).unwrap();
        export.finish().unwrap();
    }
    let reference = "https://developers.google.com/search/docs/appearance/title-link";
    let said = ["Page title", "title", "=People read it first.", "", "Content", reference];
    let cells = [&said[..], &["Page title, =odd", "title, =odd"]].concat();
    let mut reader = csv::Reader::from_path(&csv).unwrap();
    let read: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(read[0].iter().map(bare).collect::<Vec<_>>(), cells);
    assert_eq!(&read[0][2], "'=People read it first.");
    assert_eq!(read[1].iter().collect::<Vec<_>>(), [""; 8]);
    let mut book: Xlsx<_> = open_workbook(&xlsx).unwrap();
    let range = book.worksheet_range_at(0).unwrap().unwrap();
    let held = cells.iter().map(|cell| if cell.is_empty() { Data::Empty } else { Data::String((*cell).into()) });
    assert_eq!(range.rows().nth(1).unwrap(), held.collect::<Vec<_>>());
    let mut archive = zip::ZipArchive::new(fs::File::open(&xlsx).unwrap()).unwrap();
    let links = std::io::read_to_string(archive.by_name("xl/worksheets/_rels/sheet1.xml.rels").unwrap()).unwrap();
    assert!(links.contains(reference));
}

#[test]
fn spreadsheet_programs_of_each_region_find_columns_and_numbers() {
    let row = ReportRow { address: "a.example/x,y;z".into(), score: Some(38.5), ..made_up::row() };
    let row = Row { report: Some(row), ..Row::default() };
    let columns = [ExportField::Address, ExportField::Score];
    let columns = columns.map(|field| ExportColumn { field, heading: format!("{field:?}"), check: None });
    for (separator, decimal_comma, lines) in [
        (CsvSeparator::Comma, false, "\"Address\",\"Score\"\r\n\"a.example/x,y;z\",38.5\r\n"),
        (CsvSeparator::Semicolon, true, "\"Address\";\"Score\"\r\n\"a.example/x,y;z\";\"38,5\"\r\n"),
        (CsvSeparator::Semicolon, false, "\"Address\";\"Score\"\r\n\"a.example/x,y;z\";38.5\r\n"),
        (CsvSeparator::Tab, false, "\"Address\"\t\"Score\"\r\n\"a.example/x,y;z\"\t38.5\r\n"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let format = ExportFormat::Csv { bom: false, separator, decimal_comma };
        let mut export = Export::begin(&file, format, Columns::of_reports(&columns, &[]), never()).unwrap();
        export.write(&row).unwrap();
        export.finish().unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), lines);
    }
}

#[test]
fn values_of_checks_are_numbers_texts_and_lists() {
    let check = |name: &str, value: Value| Check {
        name: name.into(),
        passed: Some(true),
        importance: None,
        value,
        errors: None,
        other: serde_json::Map::new(),
    };
    let checks = vec![
        check("load_time", json!(0.125)),
        check("words", json!(812)),
        check("title", json!("=Ärzte")),
        check("https", json!(true)),
        check("links", json!(["a", 2])),
        check("range", json!({"min": 1})),
        check("nothing", json!([])),
        check("long", json!("x".repeat(2_000_000))),
    ];
    let known = Report { row: ReportRow::default(), checks, other: serde_json::Map::new() };
    let rows = [Row::of_report(known), Row { report: Some(ReportRow::default()), ..Row::default() }];
    let value = |check: &str| (ExportField::Value, check.to_owned());
    let wanted = ["load_time", "words", "title", "https", "links", "range", "nothing", "long", "unknown"].map(value);
    let columns: Vec<_> = wanted
        .into_iter()
        .chain([(ExportField::ValueLength, "title".to_owned()), (ExportField::ValueLength, "words".to_owned())])
        .map(|(field, check)| ExportColumn { field, heading: check.clone(), check: Some(check) })
        .collect();
    let word = ExportWord { field: ExportField::Value, value: "true".into(), word: "Ja".into() };
    for format in [CSV, ExportFormat::Xlsx] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let columns = Columns::of_reports(&columns, std::slice::from_ref(&word));
        let mut export = Export::begin(&file, format, columns, never()).unwrap();
        rows.iter().try_for_each(|row| export.write(row)).unwrap();
        export.finish().unwrap();
        let long = format!("{}…", "x".repeat(1_000));
        if format == ExportFormat::Xlsx {
            let mut book: Xlsx<_> = open_workbook(&file).unwrap();
            let sheet = book.worksheet_range_at(0).unwrap().unwrap();
            let cells: Vec<_> = sheet.rows().nth(1).unwrap().to_vec();
            let text = |text: &str| Data::String(text.into());
            assert_eq!(cells[..2], [Data::Float(0.125), Data::Float(812.0)]);
            assert_eq!(cells[2..6], [text("=Ärzte"), text("Ja"), text("a, 2"), text("{\"min\":1}")]);
            assert_eq!(cells[6..], [Data::Empty, text(&long), Data::Empty, Data::Float(6.0), Data::Empty]);
            assert!(sheet.rows().nth(2).is_none_or(|row| row.iter().all(|cell| *cell == Data::Empty)));
        } else {
            let mut reader = csv::Reader::from_path(&file).unwrap();
            let cells: Vec<Vec<String>> =
                reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
            let known = ["0.125", "812", "'=Ärzte", "true", "a, 2", "{\"min\":1}", "", &long, "", "6", ""];
            assert_eq!(cells[0], known);
            assert!(cells[1].iter().all(String::is_empty));
        }
    }
}
