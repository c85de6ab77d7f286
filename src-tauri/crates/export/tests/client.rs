//! Reports for clients with outside texts of the worst kind.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use assay_export::{
    CheckNames, ClientReport, ComparedPage, DayScore, DocumentFile, IsCanceled, Medium, Page, PageChanges, Subject,
    client_report_html,
};
use assay_model::{Branding, Change, Check, FailingCheck, Importance, Language, ProblemCode, Verdict, VerdictCounts};
use jiff::civil::Date;
use serde_json::{Map, Value, json};

const HOSTILE: [&str; 8] = [
    "</title></style><script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "<!-- --><svg onload=alert(1)>",
    "\u{202e}\u{2066}gnp.exe\u{2069}",
    "\u{61c}\u{200f}\0a\r\n",
    "\\\"}body{background:url(//evil.example)}",
    "javascript:alert(1)",
];

const LANGUAGES: [Language; 8] = [
    Language::English,
    Language::German,
    Language::French,
    Language::Spanish,
    Language::Portuguese,
    Language::Japanese,
    Language::Chinese,
    Language::Arabic,
];

fn day(day: i8) -> Date {
    Date::constant(2026, 11, day)
}

/// A report with a text in every place for one.
fn several(text: &str, count: u32) -> ClientReport {
    let names = CheckNames { fixed: vec![text.to_owned(); 9], broke: vec![text.to_owned()] };
    let page = Page {
        address: text.to_owned(),
        url: Some(text.to_owned()),
        verdict: Some(Verdict::Bad),
        score: Some(30.0),
        score_before: Some(27.0),
        verdict_before: Some(Verdict::Bad),
        checked: Some(day(20)),
        changes: names,
    };
    let changes = PageChanges { pages: vec![page.clone()], total: 3 };
    ClientReport {
        branding: Branding {
            name: text.to_owned(),
            footer: text.to_owned(),
            accent: Some(text.to_owned()),
            logo: Some("data:image/png;base64,iVBORw0KGgo=".to_owned()),
        },
        title: text.to_owned(),
        made: day(21),
        checked: Some(day(20)),
        since: Some(day(1)),
        as_of: Some(day(21)),
        score: Some(57.0),
        verdict: Some(Verdict::Decent),
        scores: vec![DayScore { day: day(1), score: 48.0 }, DayScore { day: day(21), score: 57.0 }],
        subject: Subject::Several {
            pages: vec![page; count as usize],
            total: count,
            verdicts: VerdictCounts { good: 1, decent: 2, bad: 3, unknown: 4 },
            better: changes.clone(),
            worse: changes,
            failing: vec![FailingCheck { name: text.to_owned(), importance: Some(Importance::High), pages: 2 }; 30],
        },
    }
}

fn one(text: &str) -> ClientReport {
    let check = |value: Value| Check {
        name: text.to_owned(),
        passed: Some(false),
        importance: Some(Importance::Low),
        errors: Some(value.clone()),
        value,
        other: Map::from_iter([(text.to_owned(), Value::from(text))]),
    };
    // A known check shows what was found, too.
    let known = |value: Value| Check { name: "title".to_owned(), ..check(value) };
    let values = [json!(text), json!([text, [text]]), json!({ text: { text: text } }), json!({ "found": [text] })];
    let checks = values.iter().cloned().map(check).chain(values.iter().cloned().map(known)).cycle().take(30).collect();
    let changes = CheckNames { fixed: vec![text.to_owned()], broke: vec![text.to_owned()] };
    let subject = Subject::One { url: Some(text.to_owned()), checks, change: None, changes };
    ClientReport { subject, ..several(text, 1) }
}

fn two(text: &str) -> ClientReport {
    let page = || Page {
        address: text.to_owned(),
        url: Some(text.to_owned()),
        verdict: Some(Verdict::Bad),
        score: Some(30.0),
        ..Page::default()
    };
    let pages = [&[text; 9][..], &[text]]
        .map(|names| ComparedPage { page: page(), only_fails: names.iter().map(|name| (*name).to_owned()).collect() });
    let failing = vec![FailingCheck { name: text.to_owned(), importance: Some(Importance::High), pages: 1 }; 30];
    let subject = Subject::Two { pages: Box::new(pages), failing };
    ClientReport {
        subject,
        since: None,
        as_of: None,
        score: None,
        verdict: None,
        scores: Vec::new(),
        ..several(text, 2)
    }
}

/// The tags of a document with their attributes, texts and styles left out.
fn tags(html: &str) -> Vec<String> {
    let (mut tags, mut rest) = (Vec::new(), html);
    while let Some((_, after)) = rest.split_once('<') {
        let mut quote = None;
        let end = after.find(|sign| {
            match quote {
                Some(open) if sign == open => quote = None,
                None if sign == '"' || sign == '\'' => quote = Some(sign),
                _ => {}
            }
            quote.is_none() && sign == '>'
        });
        let tag = &after[..end.unwrap()];
        rest = &after[tag.len()..];
        if tag == "style" {
            rest = &rest[rest.find("</style").unwrap()..];
        }
        tags.push(tag.to_owned());
    }
    tags
}

/// A tag without the values of its attributes.
fn shape(tag: &str) -> String {
    tag.split('"').step_by(2).collect::<Vec<_>>().join("\"")
}

#[test]
fn no_text_becomes_a_tag_or_an_attribute() {
    for (report, medium) in [
        (one as fn(&str) -> ClientReport, Medium::Browser),
        (one, Medium::Paper),
        (two, Medium::Browser),
        (two, Medium::Paper),
        (|text| several(text, 3), Medium::Browser),
        (|text| several(text, 3), Medium::Paper),
    ] {
        let shapes = |html: &str| tags(html).iter().map(|tag| shape(tag)).collect::<Vec<_>>();
        let shapes_of = |text: &str| shapes(&client_report_html(&report(text), Language::English, medium));
        let (harmless, link) = (shapes_of("harmless"), shapes_of("https://a.example/"));
        assert_eq!(shapes_of("https://a.example/\"><script>alert(1)</script><a title='"), link);
        for text in HOSTILE {
            let html = client_report_html(&report(text), Language::English, medium);
            assert_eq!(shapes(&html), harmless, "{text}");
            let style = html.split_once("<style>").unwrap().1.split_once("</style").unwrap().0;
            assert!(!html.contains("<script") && !style.contains("url("), "{text}");
            assert!(!html.contains(['\u{61c}', '\u{200f}', '\u{202e}', '\u{2066}', '\u{2069}', '\0']), "{text}");
            assert!(!html.contains("href=\"javascript:"), "{text}");
            assert_eq!(html.matches("</style").count(), 1, "{text}");
        }
    }
}

#[test]
fn texts_of_a_megabyte_leave_the_file_small() {
    let text = "ü".repeat(1 << 20);
    for report in [several(&text, 3), one(&text), two(&text)] {
        for medium in [Medium::Browser, Medium::Paper] {
            let html = client_report_html(&report, Language::English, medium);
            assert!(html.len() < 400_000, "{}", html.len());
        }
    }
}

#[test]
fn only_a_picture_is_a_logo() {
    for text in HOSTILE.into_iter().chain(["https://a.example/x.png", "data:image/svg+xml;base64,PHN2Zy8+"]) {
        for logo in [text.to_owned(), format!("data:image/png;base64,{text}")] {
            let mut report = several("x", 1);
            report.branding.logo = Some(logo);
            let html = client_report_html(&report, Language::English, Medium::Browser);
            assert!(!html.contains("<img"), "{text}");
        }
    }
}

#[test]
fn a_logo_without_a_name_has_a_text() {
    let alt = |name: &str| {
        let mut report = several("x", 1);
        report.branding.name = name.to_owned();
        let html = client_report_html(&report, Language::English, Medium::Browser);
        tags(&html).into_iter().find(|tag| tag.starts_with("img")).map(|tag| tag.contains(" alt=\"\""))
    };
    assert_eq!([alt("Brightleaf"), alt("")], [Some(true), Some(false)]);
}

#[test]
fn the_file_needs_no_network_and_runs_nothing() {
    let html = client_report_html(&several("https://a.example/", 3), Language::English, Medium::Browser);
    assert!(html.contains("default-src 'none'; img-src data:;"));
    for tag in tags(&html) {
        let loads = ["script", "link", "iframe", "object", "embed", "base", "form", "video", "audio"];
        let name = tag.split([' ', '/']).next().unwrap();
        assert!(!loads.contains(&name), "{tag}");
        assert!(!tag.contains(" src=") || tag.contains(" src=\"data:image/"), "{tag}");
        assert!(!tag.contains(" style="), "{tag}");
    }
    assert!(!html.contains("@import") && !html.contains("url("));
}

#[test]
fn every_language_has_its_code_direction_and_counts() {
    for language in LANGUAGES {
        for (report, pages) in [(several("a.example/x", 1234), 1234), (one("a.example/x"), 1), (two("a.example/x"), 2)]
        {
            let html = client_report_html(&report, language, Medium::Browser);
            let is_right_to_left = language == Language::Arabic;
            assert_eq!(html.contains(" dir=\"rtl\">"), is_right_to_left, "{language:?}");
            for place in ["{count}", "{date}", "{score}", "{from}", "{to}", "{total}", "{checks}", "{page}"] {
                assert!(!html.contains(place), "{place} {language:?}");
            }
            assert_eq!(report.rows(), pages);
            assert_eq!(html.matches("<h1>").count(), 1);
            let fixes = html.split_once("class=\"fixes\"").unwrap().1.split_once("</ol>").unwrap().0;
            assert_eq!(fixes.matches("<li>").count(), 10, "{language:?}");
        }
        let html = client_report_html(&several("a.example/x", 1234), language, Medium::Browser);
        let table = html.split_once("aria-labelledby=\"pages\"").unwrap().1;
        assert_eq!(table.matches("<tr>").count(), 1235, "{language:?}");
    }
}

#[test]
fn a_score_and_its_verdict_are_read_as_a_list_of_the_language() {
    for (language, hidden) in
        [(Language::English, ", Decent"), (Language::Arabic, "، مقبول"), (Language::Japanese, "、普通")]
    {
        let report = ClientReport { score: Some(62.0), verdict: Some(Verdict::Decent), ..one("a.example/x") };
        let html = client_report_html(&report, language, Medium::Browser);
        assert!(html.contains(&format!("<span class=\"hidden\">{hidden}</span>")), "{language:?}");
    }
}

#[test]
fn paper_has_every_page_in_tables_that_fit() {
    let html = client_report_html(&several("a.example/x", 1001), Language::English, Medium::Paper);
    let lists: Vec<_> =
        html.split("class=\"list\"").skip(1).map(|list| list.matches("class=\"wide\"").count()).collect();
    assert_eq!((lists.len(), lists.iter().sum::<usize>()), (44, 1001));
    assert!(lists.iter().all(|rows| (1..=23).contains(rows)), "{lists:?}");
}

/// A report of a page with these failing checks.
fn failing(checks: &[(&str, Value)]) -> ClientReport {
    let check = |(name, errors): &(&str, Value)| Check {
        name: (*name).to_owned(),
        passed: Some(false),
        importance: None,
        value: Value::from("x"),
        errors: Some(errors.clone()),
        other: Map::new(),
    };
    let checks = checks.iter().map(check).collect();
    let subject = Subject::One { url: None, checks, change: None, changes: CheckNames::default() };
    ClientReport { subject, ..several("x", 1) }
}

#[test]
fn a_known_check_says_why_it_matters_how_to_fix_it_and_where_to_read_more() {
    for language in LANGUAGES {
        let html = client_report_html(&failing(&[("meta_description", Value::Null)]), language, Medium::Browser);
        let known = assay_guide::finding(language, "meta_description", None).unwrap();
        let theme = assay_guide::theme_name(language, known.theme);
        for text in [known.why, known.how, theme, known.reference, "developers.google.com"] {
            assert!(html.contains(&maud::html! { (text) }.into_string()), "{text}");
        }
    }
}

#[test]
fn checks_of_one_name_show_each_its_own_error() {
    let report = failing(&[("title", json!({ "too_long": null })), ("title", json!({ "too_short": null }))]);
    let html = client_report_html(&report, Language::English, Medium::Browser);
    let (long, short) = (html.find("<bdi>Title too long</bdi>"), html.find("<bdi>Title too short</bdi>"));
    assert!(long.is_some() && long < short, "{html}");
}

#[test]
fn nothing_changed_only_if_the_score_and_the_verdict_are_the_same() {
    let told = |score: f64, change| {
        let subject = Subject::One { url: None, checks: Vec::new(), change, changes: CheckNames::default() };
        let report = ClientReport { score: Some(score), subject, ..several("x", 1) };
        client_report_html(&report, Language::English, Medium::Browser).contains("Nothing improved or got worse")
    };
    assert!(told(48.0, None));
    assert!(!told(30.0, None));
    assert!(!told(48.0, Some(Change::Worse)));
}

#[test]
fn two_pages_stand_with_what_only_one_of_them_fails() {
    let mut report = two("x");
    let Subject::Two { pages, .. } = &mut report.subject else { unreachable!() };
    let [one, other] = &mut **pages;
    (one.page.address, one.page.score, one.only_fails) = ("a.example/".into(), Some(91.0), vec!["title".into()]);
    (other.page.address, other.page.verdict, other.page.score) = ("b.example/".into(), None, None);
    other.only_fails.clear();
    let html = client_report_html(&report, Language::English, Medium::Browser);
    let (cover, inside) = html.split_once("<main>").unwrap();
    for shown in ["a.example/", ">91<", "b.example/", ">Unknown<"] {
        assert!(cover.contains(shown), "{shown}");
    }
    let (_, of_one) = inside.split_once("Failed only by ").unwrap();
    assert!(of_one.contains("a.example/") && !of_one.contains("Failed only by "), "{inside}");
    assert!(of_one.contains("<li><bdi>Title</bdi></li>") && of_one.contains("1 of 2 pages"), "{inside}");
    assert!(!inside.contains("No check is known"));

    let Subject::Two { pages, .. } = &mut report.subject else { unreachable!() };
    pages[0].only_fails.clear();
    let html = client_report_html(&report, Language::English, Medium::Browser);
    assert!(html.contains("No check is known that only one page fails."));
}

#[test]
fn a_past_day_stands_beside_the_scores_of_it() {
    let html =
        |as_of| client_report_html(&ClientReport { as_of, ..several("x", 3) }, Language::English, Medium::Browser);
    assert_eq!(html(Some(day(9))).matches("As of Nov 9, 2026").count(), 2);
    assert!(!html(None).contains("As of"));
}

#[test]
fn a_score_with_nothing_beside_it_has_no_summary() {
    let html = |report: &ClientReport| client_report_html(report, Language::English, Medium::Paper);
    let with = one("a page");
    let without = ClientReport { since: None, scores: Vec::new(), ..with.clone() };
    assert!(html(&with).contains(">Summary<"));
    assert!(!html(&without).contains(">Summary<"));
    for report in [with, without] {
        assert_eq!(html(&report).matches("80 and up is good").count(), 1);
    }
}

#[test]
fn a_table_has_a_column_of_changes_only_if_a_page_changed() {
    let html = |before: Option<f64>| {
        let mut report = several("shop", 3);
        let Subject::Several { pages, better, worse, .. } = &mut report.subject else { unreachable!() };
        (*better, *worse) = (PageChanges::default(), PageChanges::default());
        for page in pages {
            (page.score, page.score_before) = (Some(71.0), before);
        }
        client_report_html(&report, Language::English, Medium::Browser)
    };
    assert!(html(Some(64.0)).contains(">Change</th>"));
    for before in [None, Some(71.2)] {
        assert!(!html(before).contains(">Change</th>"), "{before:?}");
    }
}

#[test]
fn a_check_of_the_only_page_has_no_count_of_pages() {
    let html = |pages| client_report_html(&several("shop", pages), Language::English, Medium::Browser);
    assert!(html(2).contains("of 2 pages"));
    assert!(!html(1).contains("of 1 pages"));
}

#[test]
fn time_grows_with_the_pages_and_no_faster() {
    let time = |count| {
        let report = several("a.example/x", count);
        let begun = Instant::now();
        let html = client_report_html(&report, Language::English, Medium::Browser);
        assert!(html.len() > count as usize * 100);
        begun.elapsed().as_secs_f64()
    };
    // Other work on the machine slows some of the runs, but not all.
    let fastest = |count| (0..20).map(|_| time(count)).fold(f64::MAX, f64::min);
    let (small, large) = (fastest(1000), fastest(4000));
    assert!(large / small < 20.0, "{small} {large}");
}

#[test]
fn a_file_is_complete_or_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("report.html");
    let canceled = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&canceled);
    let is_canceled: IsCanceled = Arc::new(move || asked.load(Ordering::SeqCst));
    fs::write(&target, "before").unwrap();

    let mut document = DocumentFile::begin(&target, Arc::clone(&is_canceled)).unwrap();
    document.write("<p>").unwrap();
    canceled.store(true, Ordering::SeqCst);
    assert_eq!(document.finish(1).unwrap_err().code, ProblemCode::Canceled);
    assert_eq!(DocumentFile::begin(&target, Arc::clone(&is_canceled)).err().unwrap().code, ProblemCode::Canceled);
    canceled.store(false, Ordering::SeqCst);
    let empty = DocumentFile::begin(&target, Arc::clone(&is_canceled)).unwrap();
    assert_eq!(empty.finish(1).unwrap_err().code, ProblemCode::FileFailed);
    assert_eq!(fs::read_to_string(&target).unwrap(), "before");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    let mut document = DocumentFile::begin(&target, is_canceled).unwrap();
    document.write("<p>").unwrap();
    assert_eq!(document.finish(7).unwrap().rows, 7);
    assert_eq!(fs::read_to_string(&target).unwrap(), "<p>");
}

#[test]
fn only_a_whole_pdf_file_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("report.pdf");
    let tail = format!("%PDF-1.7 %%EOF{}", "x".repeat(2000));
    for (content, is_whole) in
        [("", false), ("%PDF-1.7 cut", false), (&tail, false), ("<p>%%EOF", false), ("%PDF-1.7 all %%EOF\n", true)]
    {
        let document = DocumentFile::begin(&target, Arc::new(|| false)).unwrap();
        if cfg!(windows) {
            fs::write(document.path(), content).unwrap();
        } else {
            // As desktops do: a new file takes the place of the old one.
            let other = folder.path().join("other");
            fs::write(&other, content).unwrap();
            fs::rename(&other, document.path()).unwrap();
        }
        let done = document.finish_pdf(1).map(|it| it.bytes).map_err(|problem| problem.code);
        let expected = if is_whole { Ok(content.len() as u64) } else { Err(ProblemCode::FileFailed) };
        assert_eq!(done, expected, "{content}");
        assert_eq!(target.exists(), is_whole);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
