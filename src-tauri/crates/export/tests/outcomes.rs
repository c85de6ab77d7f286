//! The rows of a batch in every kind of file.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{fs, path::PathBuf, sync::Arc};

use assay_export::{Columns, Export, Outcome, OutcomeLine};
use assay_model::{
    BatchRow, CsvSeparator, ExportFormat, FieldReason, InvalidLine, OutcomeColumn, OutcomeField, OutcomeWord, Privacy,
    Problem, ProblemCode, RowAction, RowState, Secret, SkipReason,
};
use calamine::{Data, Reader, Xlsx, open_workbook};
use serde_json::{Value, json};
use tempfile::TempDir;

const FIELDS: [OutcomeField; 13] = [
    OutcomeField::Number,
    OutcomeField::Line,
    OutcomeField::Address,
    OutcomeField::Report,
    OutcomeField::Link,
    OutcomeField::Act,
    OutcomeField::State,
    OutcomeField::From,
    OutcomeField::To,
    OutcomeField::EndedAt,
    OutcomeField::Took,
    OutcomeField::Message,
    OutcomeField::Password,
];

fn row(number: u32) -> BatchRow {
    BatchRow {
        number,
        line: Some(number + 10),
        address: "https://example.com/".to_owned(),
        report: None,
        act: RowAction::Create,
        skipped: None,
        choices: vec![RowAction::Create, RowAction::Skip],
        from: None,
        to: None,
        has_password: false,
        generated_at: None,
        state: RowState::Waiting,
        problem: None,
        was_found: false,
        ended_at: None,
        took: None,
    }
}

/// One completed, one failed with and one without a message, one skipped, one waiting.
fn outcomes() -> [Outcome; 5] {
    let done = BatchRow {
        report: Some("7".to_owned()),
        act: RowAction::Privacy,
        from: Some(Privacy::Public),
        to: Some(Privacy::Password),
        has_password: true,
        state: RowState::Done,
        ended_at: Some("2026-01-31T10:20:30Z".parse().unwrap()),
        took: Some(1500),
        ..row(1)
    };
    let refused = Problem { said: Some("=The url is wrong.".into()), ..Problem::new(ProblemCode::RefusedInput) };
    let failed = |number, problem| BatchRow { state: RowState::Failed, problem: Some(problem), ..row(number) };
    let skipped = BatchRow {
        act: RowAction::Skip,
        skipped: Some(SkipReason::Duplicate { line: Some(2) }),
        state: RowState::Skipped,
        ..row(4)
    };
    let plain = |row| Outcome { row, link: None, password: None };
    let link = Some("https://service.example/reports/7".to_owned());
    [
        Outcome { row: done, link, password: Some(Secret::from("=Horse7")) },
        plain(failed(2, refused)),
        plain(failed(3, Problem::new(ProblemCode::NotFound).with_detail("details"))),
        plain(skipped),
        plain(BatchRow { line: None, ..row(5) }),
    ]
}

fn written(format: ExportFormat, fields: &[OutcomeField]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let column = |field: &OutcomeField| OutcomeColumn { field: *field, heading: format!("{field:?}") };
    let columns: Vec<_> = fields.iter().map(column).collect();
    let word = |field, value: &str, word: &str| OutcomeWord { field, value: value.into(), word: word.into() };
    let words = [
        word(OutcomeField::Act, "privacy", "Privacy changed"),
        word(OutcomeField::State, "failed", "Failed"),
        word(OutcomeField::To, "password", "With password"),
        word(OutcomeField::Message, "refused_input", "Refused by the service"),
        word(OutcomeField::Message, "not_found", "Not there"),
        word(OutcomeField::Message, "duplicate", "Twice on the list"),
        word(OutcomeField::State, "invalid", "Invalid line"),
    ];
    let columns = Columns::of_outcome(&columns, &words);
    let mut export = Export::begin(&file, format, columns, Arc::new(|| false)).unwrap();
    let invalid = InvalidLine {
        line: 19,
        text: String::new(),
        field: "password".to_owned(),
        reason: FieldReason::TooLong { limit: 128 },
    };
    let rows = outcomes().into_iter().map(|outcome| OutcomeLine::Row(Box::new(outcome)));
    rows.chain([OutcomeLine::Invalid(invalid.into())]).try_for_each(|line| export.write(&line)).unwrap();
    assert_eq!(export.finish().unwrap().rows, 6);
    (folder, file)
}

#[test]
fn a_sheet_of_comma_separated_values_has_the_values_of_the_contract() {
    let (_folder, file) =
        written(ExportFormat::Csv { bom: false, separator: CsvSeparator::Comma, decimal_comma: false }, &FIELDS);
    let mut reader = csv::Reader::from_path(file).unwrap();
    let lines: Vec<Vec<String>> =
        reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect();
    let ended = "2026-01-31T10:20:30Z";
    let (page, link) = ("https://example.com/", "https://service.example/reports/7");
    assert_eq!(
        lines[0],
        ["1", "11", page, "7", link, "privacy", "done", "public", "password", ended, "1500", "", "'=Horse7"]
    );
    let messages: Vec<_> = lines.iter().map(|line| line[11].as_str()).collect();
    assert_eq!(messages, ["", "refused_input: =The url is wrong.", "not_found", "duplicate", "", "too_long"]);
    assert_eq!(lines[5], ["", "19", "", "", "", "", "invalid", "", "", "", "", "too_long", ""]);
    assert_eq!(lines[4], ["5", "", page, "", "", "create", "waiting", "", "", "", "", "", ""]);
}

#[test]
fn a_workbook_has_the_users_words_and_types() {
    let (_folder, file) = written(ExportFormat::Xlsx, &FIELDS);
    let mut book: Xlsx<_> = open_workbook(file).unwrap();
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    let cell = |row, column| sheet.get_value((row, column)).cloned().unwrap_or(Data::Empty);
    assert_eq!([cell(1, 0), cell(1, 10)], [Data::Float(1.0), Data::Float(1500.0)]);
    assert!(matches!(cell(1, 9), Data::DateTime(_)));
    let texts = [(1, 5), (1, 6), (1, 8), (2, 6), (2, 11), (3, 11), (4, 11), (1, 12), (6, 6)]
        .map(|(row, column)| cell(row, column));
    let shown = [
        "Privacy changed",
        "done",
        "With password",
        "Failed",
        "Refused by the service: =The url is wrong.",
        "Not there",
        "Twice on the list",
        "=Horse7",
        "Invalid line",
    ];
    assert_eq!(texts, shown.map(|text| Data::String(text.to_owned())));
}

#[test]
fn json_has_all_of_a_row_whatever_the_columns_are() {
    let (_folder, file) = written(ExportFormat::Json, &[OutcomeField::Number]);
    let rows: Vec<Value> = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    assert_eq!(
        (&rows[0]["password"], &rows[0]["link"]),
        (&json!("=Horse7"), &json!("https://service.example/reports/7"))
    );
    assert_eq!(rows[2]["problem"]["detail"], json!("details"));
    assert_eq!(
        rows[5],
        json!({"line": 19, "state": "invalid", "field": "password", "reason": {"kind": "too_long", "limit": 128}})
    );
    for (mut value, outcome) in rows.into_iter().zip(outcomes()) {
        let fields = value.as_object_mut().unwrap();
        fields.remove("link").unwrap();
        assert_eq!(fields.remove("password").is_some(), outcome.password.is_some());
        assert_eq!(serde_json::from_value::<BatchRow>(value).unwrap(), outcome.row);
    }
}
