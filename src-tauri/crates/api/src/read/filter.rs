//! Detects filters that a service ignored (`field-notes.md` 14).
//!
//! It must be certain: a row that no reading of the filter allows.

use assay_model::{ReportQuery, ReportRow, Verdict};

/// Whether some reports don't match the filters. Searches are excluded, since services search
/// differently.
pub(crate) fn of_reports_ignored(rows: &[ReportRow], query: &ReportQuery) -> bool {
    let project = query.project.as_deref().filter(|project| project.is_ascii() && !project.is_empty());
    rows.iter().any(|row| {
        let is_elsewhere =
            project.zip(row.project.as_deref()).is_some_and(|(wanted, found)| !found.eq_ignore_ascii_case(wanted));
        is_elsewhere || is_of_another_verdict(row, query)
    })
}

/// Whether some reports don't match the verdict filter.
pub(crate) fn of_verdict_ignored(rows: &[ReportRow], query: &ReportQuery) -> bool {
    rows.iter().any(|row| is_of_another_verdict(row, query))
}

fn is_of_another_verdict(row: &ReportRow, query: &ReportQuery) -> bool {
    query.result.is_some_and(|wanted| !may_be(row, wanted))
}

/// Whether a report may have the verdict, allowing for rounding; without word and score it may have
/// any.
fn may_be(row: &ReportRow, wanted: Verdict) -> bool {
    let of_score = row.score.into_iter().flat_map(|score| [score.floor(), score.ceil()]).map(Verdict::of_score);
    row.verdict.is_none_or(|verdict| of_score.chain([verdict]).any(|verdict| verdict == wanted))
}

#[cfg(test)]
mod tests {
    use assay_model::{ReportQuery, Verdict};
    use serde_json::{Value, json};

    use crate::read;

    fn is_ignored(row: &Value, query: &ReportQuery) -> bool {
        let body = json!([{"id": 1}, row]).to_string();
        let page = read::reports(body.as_bytes().into(), query).unwrap().page;
        assert_eq!(page.rows.len(), 2);
        page.filter_ignored
    }

    #[test]
    fn a_report_of_another_project_is_told() {
        let is_ignored = |project: &str, wanted: &str| {
            let query = ReportQuery { project: Some(wanted.into()), ..ReportQuery::default() };
            is_ignored(&json!({"id": 2, "project": project}), &query)
        };
        assert!(is_ignored("example.org", "example.com"));
        assert!(!is_ignored("Example.com", "example.com"));
        // Two spellings of one name.
        assert!(!is_ignored("xn--mnchen-3ya.example", "münchen.example"));
    }

    #[test]
    fn a_report_of_another_verdict_is_told() {
        let is_ignored = |result: &Value, wanted| {
            let query = ReportQuery { result: Some(wanted), ..ReportQuery::default() };
            is_ignored(&json!({"id": 2, "result": result}), &query)
        };
        assert!(is_ignored(&json!(80), Verdict::Bad));
        assert!(is_ignored(&json!("good"), Verdict::Decent));
        assert!(!is_ignored(&json!(30), Verdict::Bad));
        assert!(!is_ignored(&json!(null), Verdict::Bad));
        // Services may round before comparing.
        assert!(!is_ignored(&json!(79.5), Verdict::Good));
        assert!(!is_ignored(&json!(79.5), Verdict::Decent));
        assert!(is_ignored(&json!(79.5), Verdict::Bad));
    }

    #[test]
    fn nothing_is_said_where_no_filter_was_asked_for() {
        assert!(!is_ignored(&json!({"id": 2, "project": "example.org", "result": 3}), &ReportQuery::default()));
    }
}
