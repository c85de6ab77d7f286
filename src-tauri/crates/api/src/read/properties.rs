//! Invariants of parsing any response.

use std::sync::LazyLock;

use assay_model::{ProjectQuery, ReportQuery, UnrecognizedField};
use jiff::{Timestamp, tz::TimeZone};
use percent_encoding::percent_decode_str;
use proptest::{collection::vec, option, prelude::*, sample::select};
use serde_json::{Map, Value, json};
use url::Url;

use super::{deleted, json, projects, repair::repair_json, report, reports, scalar};
use crate::path::segment;

/// The names that the parsers read.
static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| [&report::KNOWN[..], &OTHER_NAMES].concat());

/// The names that reports don’t have.
const OTHER_NAMES: [&str; 17] = [
    "reports",
    "deleted",
    "data",
    "meta",
    "links",
    "total",
    "current_page",
    "last_page",
    "per_page",
    "from",
    "next",
    "next_page_url",
    "date",
    "timezone",
    "status",
    "seo_friendly_url",
    "value",
];

/// Values with a meaning somewhere, and invalid ones.
const VALUES: [&str; 34] = [
    "null",
    "true",
    "false",
    "0",
    "1",
    "2",
    "7",
    "-1",
    "82.5",
    "79",
    "1e400",
    "-1e999",
    "18446744073709551616",
    "-0.0",
    "[]",
    "{}",
    "\"\"",
    "\"0\"",
    "\"1\"",
    "\"true\"",
    "\"good\"",
    "\"82.5\"",
    "\"7\"",
    "\"example.com/a\"",
    "\"UTC\"",
    "\"2026-01-31 10:20:30\"",
    "\"2026-01-31T10:20:30.000000Z\"",
    "\"0000-00-00 00:00:00\"",
    "\"\\ud800\"",
    "\"\\udc00\\ud83d\\ude00\"",
    "\"\\u0000\"",
    "\"a\nb\"",
    "\"\u{fffd}\"",
    "\"\\\\\"",
];

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![4 => select(&NAMES[..]).prop_map(quoted), 1 => ".{0,4}".prop_map(|name| quoted(&name)), 1 => Just("\"\\ud800\"".into())]
}

/// JSON text with repeated names and out-of-range values.
fn text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => select(&VALUES[..]).prop_map(str::to_owned),
        1 => any::<i64>().prop_map(|number| number.to_string()),
        1 => any::<f64>().prop_map(|number| Value::from(number).to_string()),
        1 => any::<String>().prop_map(|text| quoted(&text)),
    ];
    leaf.prop_recursive(5, 48, 8, |inner| {
        prop_oneof![vec(inner.clone(), 0..6).prop_map(|items| format!("[{}]", items.join(","))), record(inner),]
    })
}

fn record(value: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    vec((name(), value), 0..8).prop_map(|fields| {
        let fields: Vec<_> = fields.into_iter().map(|(name, value)| format!("{name}: {value}")).collect();
        format!("{{{}}}", fields.join(", "))
    })
}

/// A realistic row with variations.
fn row() -> impl Strategy<Value = String> {
    prop_oneof![
        1 => text(),
        3 => (record(text()), option::of(any::<u64>())).prop_map(|(record, id)| match id {
            Some(id) => record.replacen('{', &format!("{{\"id\": {id}, \"project\": \"p{id}\", "), 1).replace(", }", "}"),
            None => record,
        }),
    ]
}

/// JSON, possibly damaged.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => text().prop_map(String::into_bytes),
        2 => (text(), vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)).prop_map(|(text, changes)| {
            let mut bytes = text.into_bytes();
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            bytes
        }),
        1 => vec(any::<u8>(), 0..64),
    ]
}

/// A value with a plain JSON spelling.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i32>().prop_map(|quarters| json!(f64::from(quarters) / 4.0)),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec((".{0,6}", inner), 0..6).prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn is_odd(odd: &[UnrecognizedField], field: &str) -> bool {
    odd.iter().any(|odd| odd.field == field)
}

proptest! {
    #[test]
    fn no_answer_stops_a_reader(body in bytes(), id in ".{0,3}") {
        let _ = (report(body[..].into()), projects(body[..].into(), &ProjectQuery::default()), deleted(body[..].into(), &id), json(body[..].into()));
        let _ = reports(body[..].into(), &ReportQuery::default()).map(|listed| listed.page);
    }

    #[test]
    fn what_is_json_in_form_is_read(text in text()) {
        prop_assert!(json(text.as_bytes().into()).is_ok());
    }

    #[test]
    fn repair_changes_nothing_that_is_sound(value in value()) {
        let text = value.to_string();
        prop_assert_eq!(repair_json(&text), text);
    }

    #[test]
    fn what_was_repaired_needs_no_repair(text in ".*|[\\[{\"\\\\ud80e1:,.-]*") {
        let repaired = repair_json(&text);
        prop_assert_eq!(repair_json(&repaired), repaired);
    }

    #[test]
    fn no_row_is_lost(rows in vec(row(), 0..12), form in 0..5) {
        let list = format!("[{}]", rows.join(", "));
        let map: Vec<_> = rows.iter().enumerate().map(|(at, row)| format!("\"{}\": {row}", at * 2)).collect();
        let body = match form {
            0 => list,
            1 => format!("{{\"data\": {list}, \"status\": 200}}"),
            2 => format!("{{\"current_page\": 1, \"data\": {list}, \"total\": 3}}"),
            3 => format!("{{\"data\": {{\"data\": {list}, \"meta\": []}}}}"),
            _ => format!("{{\"data\": {{{}}}, \"links\": {{}}}}", map.join(", ")),
        };
        let page = reports(body.as_bytes().into(), &ReportQuery::default()).map(|listed| listed.page).unwrap();
        prop_assert_eq!(page.rows.len() + page.unreadable.len(), rows.len());
        let places: Vec<_> = page.unreadable.iter().map(|row| row.position).collect();
        prop_assert!(places.is_sorted_by(|one, other| one < other));
        prop_assert!(places.iter().all(|place| (*place as usize) < rows.len()));
        let page = projects(body.as_bytes().into(), &ProjectQuery::default()).unwrap();
        prop_assert_eq!(page.rows.len() + page.unreadable.len(), rows.len());
    }

    #[test]
    fn an_id_is_what_it_was_and_one_segment_of_a_path(id in prop_oneof![".+", "[./%\\\\?#]{1,3}", "\\PC{1,8}"]) {
        prop_assume!(!id.contains('\u{fffd}'));
        let body = json!({"data": {"id": id}}).to_string();
        let read = report(body.as_bytes().into()).unwrap().row.id;
        prop_assert_eq!(&read, &id);
        match segment("id", &read) {
            Err(_) => prop_assert!(matches!(&*id, "." | "..")),
            Ok(segment) => {
                let url = Url::parse(&format!("https://example.com/api/v1/reports/{segment}")).unwrap();
                prop_assert_eq!((url.query(), url.fragment()), (None, None));
                let segments: Vec<_> = url.path_segments().unwrap().collect();
                prop_assert_eq!(segments.len(), 4);
                prop_assert_eq!(percent_decode_str(segments[3]).decode_utf8().unwrap(), id);
            }
        }
    }

    #[test]
    fn an_id_keeps_every_digit(id in any::<u128>()) {
        let body = format!("{{\"id\": {id}, \"deleted\": true}}");
        prop_assert_eq!(report(body.as_bytes().into()).unwrap().row.id, id.to_string());
        prop_assert_eq!(deleted(body.as_bytes().into(), &id.to_string()), Ok(()));
    }

    #[test]
    fn what_is_unknown_is_kept(fields in vec(("[a-z_]{1,8}|\\PC{1,4}", value()), 0..8)) {
        let unknown: Map<_, _> = fields.into_iter().filter(|(name, _)| !NAMES.contains(&&**name)).collect();
        let mut record = unknown.clone();
        record.insert("id".into(), json!(7));
        let body = json!({"data": record, "status": 200}).to_string();
        prop_assert_eq!(&report(body.as_bytes().into()).unwrap().other, &unknown);
        record.insert("project".into(), json!("example.com"));
        record.shift_remove("id");
        let body = json!([record]).to_string();
        prop_assert_eq!(&projects(body.as_bytes().into(), &ProjectQuery::default()).unwrap().rows[0].other, &unknown);
    }

    #[test]
    fn a_known_field_is_understood_or_told(value in prop_oneof![value(), select(&VALUES[..]).prop_filter_map("refused by JSON", |text| serde_json::from_str(text).ok())]) {
        let mut record: Map<_, _> = ["url", "project", "result", "results", "privacy", "password", "generated_at", "created_at", "updated_at"]
            .map(|name| (name.to_owned(), value.clone())).into_iter().collect();
        record.insert("id".into(), json!(7));
        let read = report(json!(record).to_string().as_bytes().into()).unwrap();
        let row = &read.row;
        let is_none = value.is_null() || value == json!("");
        for (field, is_known) in [
            ("url", !row.address.is_empty() || is_none),
            ("project", row.project.is_some() || is_none),
            ("result", row.verdict.is_some()),
            ("results", !read.checks.is_empty() || value == json!([]) || value == json!({})),
            ("privacy", row.privacy.is_some()),
            ("password", row.has_password.is_some()),
            ("generated_at", row.generated_at.is_some()),
            ("created_at", row.created_at.is_some()),
            ("updated_at", row.updated_at.is_some()),
        ] {
            prop_assert_eq!(is_odd(&row.odd, field), !is_known && !value.is_null(), "{}", field);
            let is_kept = is_odd(&row.odd, field) && field != "password";
            prop_assert_eq!(read.other.get(field), is_kept.then_some(&value), "{}", field);
        }
    }

    #[test]
    fn checks_keep_their_names_order_and_values(checks in vec((".{0,6}", value()), 0..8)) {
        let checks: Map<_, _> = checks.into_iter().collect();
        let body = json!({"id": 7, "results": checks.iter().map(|(name, value)| (name.clone(), json!({"value": value}))).collect::<Map<_, _>>()});
        let read = report(body.to_string().as_bytes().into()).unwrap();
        let read: Map<_, _> = read.checks.into_iter().map(|check| (check.name, check.value)).collect();
        prop_assert!(read.iter().eq(checks.iter()));
    }

    #[test]
    fn a_moment_is_the_same_in_every_form(second in -62_000_000_000_i64..250_000_000_000, micro in 0..1_000_000_i32, offset in -1079..1079_i32) {
        let moment = Timestamp::new(second, micro * 1000).unwrap();
        let zone = TimeZone::fixed(jiff::tz::Offset::from_seconds(offset * 60).unwrap());
        let utc = moment.to_zoned(TimeZone::UTC);
        let there = moment.to_zoned(zone);
        for form in [
            json!(utc.strftime("%Y-%m-%dT%H:%M:%S.%6fZ").to_string()),
            json!(utc.strftime("%Y-%m-%d %H:%M:%S.%6f").to_string()),
            json!(there.strftime("%Y-%m-%dT%H:%M:%S.%6f%:z").to_string()),
            json!(there.strftime("%Y-%m-%d %H:%M:%S.%6f %z").to_string()),
            json!({"date": there.strftime("%Y-%m-%d %H:%M:%S.%6f").to_string(), "timezone_type": 1, "timezone": there.strftime("%:z").to_string()}),
            json!({"date": utc.strftime("%Y-%m-%d %H:%M:%S.%6f").to_string(), "timezone_type": 3, "timezone": "UTC"}),
        ] {
            prop_assert_eq!(scalar::date(&form), Some(moment), "{}", form);
        }
    }

    #[test]
    fn no_value_stops_a_scalar(value in value(), date in "[0-9TtZz:+. -]{0,30}", zone in "[A-Za-z/+:0-9]{0,20}") {
        let dates = [json!(date), json!({"date": date, "timezone": zone}), value];
        for value in &dates {
            let _ = (scalar::date(value), scalar::flag(value), scalar::number(value), scalar::text(value), scalar::count(value));
        }
    }
}
