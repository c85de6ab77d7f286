//! The markup. Outside texts go through [`plain`] and are escaped by the macro.

use std::f64::consts::PI;

use assay_guide::{error_kind, finding, theme_name};
use assay_model::{Check, Importance, Verdict, VerdictCounts};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{
    CheckNames, ClientReport, ComparedPage, Medium, Page, PageChanges, Subject,
    accent::Accent,
    chart::chart,
    plain::{check_name, css_string, link, plain},
    texts::{Texts, filled},
};

/// No script and no network; pictures only from inside the file.
const POLICY: &str =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE: &str = include_str!("style.css");

/// Checks that are fixed first.
const MAX_FIXES: usize = 10;

/// In characters, of a URL as the service has it.
const MAX_ADDRESS: usize = 2048;

/// Rows of a table that fit on a printed page.
const ROWS_PER_SHEET: usize = 23;

/// Pages that changed for better, or for worse, that fit on a printed page.
const CHANGES_PER_SHEET: usize = 8;

/// Names of checks in the reason of a change.
const MAX_NAMES: usize = 6;

pub(super) fn document(report: &ClientReport, texts: &Texts, medium: Medium) -> Markup {
    let title = plain(&report.title);
    html! {
        (DOCTYPE)
        html lang=(texts.code()) dir=(texts.direction) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                title { (title) " – " (texts.kind) }
                style { (PreEscaped(STYLE)) (PreEscaped(own_style(report, texts, medium))) }
            }
            body.(if medium == Medium::Paper { "paper" } else { "browser" }) {
                (cover(report, texts))
                main {
                    (summary(report, texts))
                    (changes(report, texts, medium))
                    (fixes(report, texts))
                    (table(report, texts, medium))
                }
            }
        }
    }
}

/// The sender's color, and what stands at the edges of printed pages.
fn own_style(report: &ClientReport, texts: &Texts, medium: Medium) -> String {
    let accent = Accent::or_usual(report.branding.accent.as_deref());
    let heading = if accent.is_readable() { accent.css() } else { "#171a24".to_owned() };
    let colors = format!(":root{{--accent:{};--on-accent:{};--heading:{heading}}}", accent.css(), accent.text());
    if medium == Medium::Paper {
        return colors + "@page{margin:0}";
    }
    let (name, title) = (css_string(&report.branding.name), css_string(&report.title));
    let (start, end) = if texts.direction == "rtl" { ("right", "left") } else { ("left", "right") };
    format!(
        "{colors}@page{{@top-{start}{{content:{name}}}@top-{end}{{content:{title}}}\
         @bottom-{start}{{content:{}}}@bottom-{end}{{content:counter(page) \" / \" counter(pages)}}}}",
        css_string(&texts.scale),
    )
}

/// The class of a verdict.
pub(super) fn class(verdict: Option<Verdict>) -> &'static str {
    verdict.map_or("unknown", Verdict::word)
}

fn cover(report: &ClientReport, texts: &Texts) -> Markup {
    let ClientReport { branding, title, made, checked, .. } = report;
    html! {
        header.cover {
            div.top {
                (rosette())
                p.sender {
                    @if let Some(logo) = branding.logo.as_deref().filter(|logo| is_picture(logo)) {
                        // Beside a name, it says nothing more.
                        img src=(logo) alt=(if branding.name.is_empty() { texts.kind.as_str() } else { "" });
                    }
                    bdi { (plain(&branding.name)) }
                }
                p.kind { (texts.kind) }
                h1 { bdi { (plain(title)) } }
                p.date { (texts.date(*made)) }
            }
            div.bottom {
                @if let Subject::Two { pages, .. } = &report.subject {
                    @for ComparedPage { page, .. } in pages.iter() {
                        (result(page.verdict, page.score, &html! { p { (address(page)) } }, texts))
                    }
                } @else {
                    @let times = html! { (since(report, texts)) (as_of(report, texts)) };
                    (result(report.verdict, report.score, &times, texts))
                }
                @if let Subject::Several { verdicts, .. } = &report.subject { (bar(*verdicts, texts)) }
                @if let Some(checked) = checked {
                    p.muted { (filled(&texts.last_checked, &[("date", &texts.date(*checked))])) }
                }
                @if !has_summary(report, texts) { p.muted { (texts.scale) } }
                @if !branding.footer.is_empty() { p.footer { bdi { (plain(&branding.footer)) } } }
            }
        }
    }
}

fn result(verdict: Option<Verdict>, score: Option<f64>, more: &Markup, texts: &Texts) -> Markup {
    html! {
        div.result {
            (stamp("large", verdict, score, texts))
            div { p.word { (texts.verdict(verdict)) } (more) }
        }
    }
}

/// Whether it is a picture inside the file.
fn is_picture(logo: &str) -> bool {
    let bytes = ["data:image/png;base64,", "data:image/jpeg;base64,"].iter().find_map(|kind| logo.strip_prefix(kind));
    bytes.is_some_and(|bytes| bytes.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'+' | b'/' | b'=')))
}

/// Rings of an engine-turned rosette.
fn rosette() -> Markup {
    let ring = |radius: f64, lobe: f64| {
        let points = (0..192).map(|point| {
            let angle = f64::from(point) / 192.0 * 2.0 * PI;
            let reach = radius + lobe * (8.0 * angle).cos();
            format!("{:.1} {:.1}", reach * angle.cos(), reach * angle.sin())
        });
        format!("M{}Z", points.collect::<Vec<_>>().join("L"))
    };
    html! {
        svg.rosette viewBox="-380 -380 760 760" aria-hidden="true" {
            @for (at, (radius, lobe, copies)) in [(300.0, 62.0, 22), (190.0, 44.0, 16), (104.0, 26.0, 12)].into_iter().enumerate() {
                defs { path id={ "ring" (at) } d=(ring(radius, lobe)) {} }
                @for turn in 0..copies {
                    use href={ "#ring" (at) } transform={ "rotate(" (format!("{:.2}", f64::from(turn) * 45.0 / f64::from(copies))) ")" } {}
                }
            }
        }
    }
}

fn stamp(size: &str, verdict: Option<Verdict>, score: Option<f64>, texts: &Texts) -> Markup {
    html! {
        span.{ "stamp " (size) " " (class(verdict)) } {
            @match score {
                Some(score) => { (Texts::score(score)) span.hidden { (texts.list) (texts.verdict(verdict)) } },
                None => { (texts.verdict(verdict)) },
            }
        }
    }
}

/// How much the score rose or fell since then.
fn since(report: &ClientReport, texts: &Texts) -> Markup {
    let (Some(first), Some(now), Some(since)) = (report.scores.first(), report.score, report.since) else {
        return html! {};
    };
    html! { p.since { (delta(Some(first.score), Some(now), texts)) " " (filled(&texts.since, &[("date", &texts.date(since))])) } }
}

fn as_of(report: &ClientReport, texts: &Texts) -> Markup {
    html! { @if let Some(day) = report.as_of { p.muted { (filled(&texts.as_of, &[("date", &texts.date(day))])) } } }
}

/// Both scores as shown, if those differ.
fn moved(before: Option<f64>, after: Option<f64>) -> Option<(f64, f64)> {
    let shown = |score: f64| score.clamp(0.0, 100.0).round();
    let (before, after) = (shown(before?), shown(after?));
    ((before - after).abs() >= 1.0).then_some((before, after))
}

fn delta(before: Option<f64>, after: Option<f64>, texts: &Texts) -> Markup {
    let Some((before, after)) = moved(before, after) else { return html! {} };
    let (kind, word, shape) = if after > before {
        ("up", &texts.improved, "M3.5 1 6.5 6h-6z")
    } else {
        ("down", &texts.got_worse, "M3.5 6 .5 1h6z")
    };
    html! {
        span.{ "delta " (kind) } {
            svg viewBox="0 0 7 7" role="img" aria-label=(word) { path d=(shape) {} }
            (Texts::score((after - before).abs()))
        }
    }
}

/// The shares of the verdicts.
fn bar(verdicts: VerdictCounts, texts: &Texts) -> Markup {
    let VerdictCounts { good, decent, bad, unknown } = verdicts;
    let parts =
        [(Some(Verdict::Good), good), (Some(Verdict::Decent), decent), (Some(Verdict::Bad), bad), (None, unknown)];
    let parts: Vec<_> = parts.into_iter().filter(|(verdict, count)| verdict.is_some() || *count > 0).collect();
    let total = f64::from(good + decent + bad + unknown).max(1.0);
    let mut start = 0.0;
    let shares: Vec<_> = parts
        .iter()
        .map(|(verdict, count)| {
            let (from, share) = (start, f64::from(*count) / total * 100.0);
            start += share;
            (class(*verdict), from, share)
        })
        .collect();
    html! {
        svg.bar viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true" {
            @for (class, from, share) in shares { rect.(class) x=(from) y="0" width=(share) height="2" {} }
        }
        ul.key {
            @for (verdict, count) in parts {
                li { (mark(verdict)) b { (texts.number(count)) } " " (texts.verdict(verdict)) }
            }
        }
    }
}

/// A verdict's shape.
fn mark(verdict: Option<Verdict>) -> Markup {
    html! {
        svg.{ "mark " (class(verdict)) } viewBox="0 0 10 10" aria-hidden="true" {
            @match verdict {
                Some(Verdict::Good) => { path d="M4 .6h2L9.4 4v2L6 9.4H4L.6 6V4z" {} },
                Some(Verdict::Decent) => { circle cx="5" cy="5" r="4.3" {} },
                Some(Verdict::Bad) => { rect x="1" y="1" width="8" height="8" rx="1" {} },
                None => { circle.none cx="5" cy="5" r="4" {} },
            }
        }
    }
}

/// Whether there is more to say than the score: otherwise, the summary would be an empty page.
fn has_summary(report: &ClientReport, texts: &Texts) -> bool {
    let is_comparison = matches!(report.subject, Subject::Two { .. });
    is_comparison
        || report.since.is_some()
        || sentence(report, texts).is_some()
        || chart(&report.scores, texts).is_some()
}

fn summary(report: &ClientReport, texts: &Texts) -> Markup {
    html! {
        @if has_summary(report, texts) {
            section {
                h2 { (texts.summary) }
                @if let Some(sentence) = sentence(report, texts) { p.lead { (sentence) } }
                (as_of(report, texts))
                @if let Some(chart) = chart(&report.scores, texts) { (chart) }
                @if let Subject::Two { pages, .. } = &report.subject { (differences(pages, texts)) }
                p.muted { (texts.scale) }
            }
        }
    }
}

/// How the score went, in words.
fn sentence(report: &ClientReport, texts: &Texts) -> Option<String> {
    let (before, after) = (report.scores.first()?.score.round(), report.score?.round());
    let (rose, fell, same) = match report.subject {
        Subject::One { .. } => (&texts.rose, &texts.fell, &texts.same),
        Subject::Two { .. } => return None,
        Subject::Several { .. } => (&texts.average_rose, &texts.average_fell, &texts.average_same),
    };
    let text = if after > before {
        rose
    } else if after < before {
        fell
    } else {
        same
    };
    let date = texts.date(report.since?);
    Some(filled(text, &[("from", &Texts::score(before)), ("to", &Texts::score(after)), ("date", &date)]))
}

fn changes(report: &ClientReport, texts: &Texts, medium: Medium) -> Markup {
    let Some(since) = report.since else { return html! {} };
    let is_same = match &report.subject {
        Subject::One { change, changes, .. } => {
            let shown = |score: f64| Some(score.round());
            let has_moved = report.score.and_then(shown) != report.scores.first().and_then(|first| shown(first.score));
            change.is_none() && !has_moved && changes.fixed.is_empty() && changes.broke.is_empty()
        }
        Subject::Two { .. } => return html! {},
        Subject::Several { better, worse, .. } => better.total == 0 && worse.total == 0,
    };
    html! {
        @if is_same {
            section { p { (filled(&texts.nothing_changed, &[("date", &texts.date(since))])) } }
        } @else {
            @match &report.subject {
                Subject::One { changes, .. } => {
                    @for (title, names) in [(&texts.improved, &changes.fixed), (&texts.got_worse, &changes.broke)] {
                        @if !names.is_empty() { section { (check_names(&html! { (title) }, names, texts)) } }
                    }
                },
                Subject::Two { .. } => {},
                Subject::Several { better, worse, .. } => {
                    (page_changes(&texts.improved, better, texts, medium))
                    (page_changes(&texts.got_worse, worse, texts, medium))
                },
            }
        }
    }
}

/// What only one of two pages fails.
fn differences(pages: &[ComparedPage; 2], texts: &Texts) -> Markup {
    let [before, after] = around(&texts.only_fails, "{page}");
    html! {
        @for ComparedPage { page, only_fails } in pages {
            @if !only_fails.is_empty() {
                (check_names(&html! { (before) (address(page)) (after) }, only_fails, texts))
            }
        }
        @if pages.iter().all(|it| it.only_fails.is_empty()) { p { (texts.nothing_differs) } }
    }
}

fn check_names(title: &Markup, names: &[String], texts: &Texts) -> Markup {
    html! {
        h3 { (title) }
        ul.names { @for name in names { li { bdi { (check_name(texts.language, name)) } } } }
    }
}

fn page_changes(title: &str, changes: &PageChanges, texts: &Texts, medium: Medium) -> Markup {
    let most = if medium == Medium::Paper { CHANGES_PER_SHEET } else { usize::MAX };
    let pages = &changes.pages[..changes.pages.len().min(most)];
    let listed = u32::try_from(pages.len()).unwrap_or(u32::MAX);
    html! {
        @if changes.total > 0 {
            section {
                h3 { (title) }
                table.rated {
                    thead {
                        tr { th scope="col" { (texts.score) } th scope="col" { (texts.page) } th.number scope="col" { (texts.change) } }
                    }
                    tbody {
                        @for page in pages {
                            tr {
                                td { (stamp("", page.verdict, page.score, texts)) }
                                td.wide { (address(page)) (reasons(&page.changes, texts)) }
                                td.number.muted {
                                    (filled(&texts.was, &[("score", &score_before(page, texts))]))
                                    " " (delta(page.score_before, page.score, texts))
                                }
                            }
                        }
                    }
                }
                @if changes.total > listed {
                    p.muted { (filled(&texts.more, &[("count", &texts.number(changes.total - listed))])) }
                }
            }
        }
    }
}

/// The earlier score, or the verdict if there was none.
fn score_before(page: &Page, texts: &Texts) -> String {
    page.score_before.map_or_else(|| texts.verdict(page.verdict_before).to_owned(), Texts::score)
}

fn reasons(changes: &CheckNames, texts: &Texts) -> Markup {
    let reason = |text: &str, names: &[String]| {
        let left = u32::try_from(names.len().saturating_sub(MAX_NAMES)).unwrap_or(u32::MAX);
        let [start, end] = around(text, "{checks}");
        html! {
            div.reason {
                (start)
                @for (at, name) in names.iter().take(MAX_NAMES).enumerate() {
                    @if at > 0 { (texts.list) }
                    bdi { (check_name(texts.language, name)) }
                }
                @if left > 0 { (texts.list) (filled(&texts.more, &[("count", &texts.number(left))])) }
                (end)
            }
        }
    };
    html! {
        @if !changes.fixed.is_empty() { (reason(&texts.fixed, &changes.fixed)) }
        @if !changes.broke.is_empty() { (reason(&texts.broke, &changes.broke)) }
    }
}

fn address(page: &Page) -> Markup {
    // Before it is decoded, which takes time for long ones.
    let start: String = page.address.chars().take(MAX_ADDRESS).collect();
    let text = plain(&assay_model::readable(&start));
    html! {
        bdi.address dir="ltr" {
            @match link(page.url.as_deref()) {
                Some(url) => { a href=(url) rel="noreferrer noopener" { (text) } },
                None => { (text) },
            }
        }
    }
}

/// A failing check.
struct Fix<'a> {
    name: &'a str,
    importance: Option<Importance>,
    /// Of the error, if it is a single one.
    kind: Option<&'a str>,
    pages: Option<String>,
}

fn fixes(report: &ClientReport, texts: &Texts) -> Markup {
    let fixes: Vec<_> = match &report.subject {
        Subject::One { checks, .. } => {
            let failing = checks.iter().filter(|check| check.passed == Some(false)).take(MAX_FIXES);
            failing
                .map(|it| Fix { name: &it.name, importance: it.importance, kind: error_kind(it), pages: None })
                .collect()
        }
        Subject::Two { failing, .. } | Subject::Several { failing, .. } => {
            let total = report.rows();
            let all = texts.number(total);
            let pages = |count| {
                let count = texts.number(count);
                (total > 1).then(|| filled(&texts.failing_pages, &[("count", &count), ("total", &all)]))
            };
            let failing = failing.iter().take(MAX_FIXES);
            failing
                .map(|it| Fix { name: &it.name, importance: it.importance, kind: None, pages: pages(it.pages) })
                .collect()
        }
    };
    html! {
        section.first {
            h2 { (texts.fix_first) }
            @if fixes.is_empty() { p { (texts.nothing_to_fix) } } @else {
                ol.fixes { @for fix in fixes { (fix_entry(&fix, texts)) } }
            }
        }
    }
}

fn fix_entry(Fix { name, importance, kind, pages }: &Fix<'_>, texts: &Texts) -> Markup {
    let found = finding(texts.language, name, *kind);
    html! {
        li {
            div.title {
                h3 { bdi { (found.map_or_else(|| check_name(texts.language, name), |found| found.title.to_owned())) } }
                @if let Some(importance) = importance { (weight(*importance, texts)) }
                @if let Some(found) = found { span.weight { (theme_name(texts.language, found.theme)) } }
                @if let Some(pages) = pages { span.pages { (pages) } }
            }
            @if let Some(found) = found {
                p { (found.why) }
                @let [before, after] = around(&texts.reference, "{site}");
                p {
                    (found.how) " "
                    span.muted {
                        (before)
                        bdi dir="ltr" { a href=(found.reference) rel="noreferrer noopener" { (site(found.reference)) } }
                        (after)
                    }
                }
            }
        }
    }
}

/// The texts before and after a place.
fn around<'a>(text: &'a str, place: &str) -> [&'a str; 2] {
    text.split_once(place).map_or([text, ""], |(before, after)| [before, after])
}

/// The host of a reference.
fn site(url: &str) -> &str {
    url.split('/').nth(2).unwrap_or(url)
}

/// An importance as bars and words.
fn weight(importance: Importance, texts: &Texts) -> Markup {
    let bars = match importance {
        Importance::High => 3,
        Importance::Medium => 2,
        Importance::Low => 1,
    };
    html! {
        span.weight {
            svg viewBox="0 0 13 12" aria-hidden="true" {
                @for (at, (y, height)) in [(7.5, 4.5), (4.0, 8.0), (0.5, 11.5)].into_iter().enumerate() {
                    rect.(if at < bars { "on" } else { "off" }) x=(at * 5) y=(y) width="3" height=(height) rx="1" {}
                }
            }
            (texts.importance(importance))
        }
    }
}

fn table(report: &ClientReport, texts: &Texts, medium: Medium) -> Markup {
    // Webviews neither repeat the heads of tables nor keep rows from the edges of pages.
    let rows = if medium == Medium::Paper { ROWS_PER_SHEET } else { usize::MAX };
    match &report.subject {
        // They are on the cover.
        Subject::Two { .. } => html! {},
        Subject::One { checks, .. } if checks.is_empty() => html! {},
        Subject::One { checks, .. } => check_table(checks, rows, texts),
        Subject::Several { pages, total, .. } => page_table(pages, *total, rows, texts),
    }
}

fn page_table(pages: &[Page], total: u32, rows: usize, texts: &Texts) -> Markup {
    let listed = u32::try_from(pages.len()).unwrap_or(u32::MAX);
    let has_changes = pages.iter().any(|page| moved(page.score_before, page.score).is_some());
    html! {
        @for (at, pages) in pages.chunks(rows).enumerate() {
            section.list {
                @if at == 0 {
                    h2 #pages { (texts.pages) }
                    @if listed < total {
                        p.muted { (filled(&texts.first_pages, &[("count", &texts.number(listed)), ("total", &texts.number(total))])) }
                    }
                }
                table.rated aria-labelledby="pages" {
                    thead {
                        tr {
                            th scope="col" { (texts.score) }
                            th scope="col" { (texts.page) }
                            @if has_changes { th.number scope="col" { (texts.change) } }
                        }
                    }
                    tbody {
                        @for page in pages {
                            tr {
                                td { (stamp("", page.verdict, page.score, texts)) }
                                td.wide { (address(page)) }
                                @if has_changes { td.number { (delta(page.score_before, page.score, texts)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn check_table(checks: &[Check], rows: usize, texts: &Texts) -> Markup {
    let word = |check: &Check| match check.passed {
        Some(true) => &texts.passed,
        Some(false) => &texts.failed,
        None => &texts.unrated,
    };
    html! {
        @for (at, checks) in checks.chunks(rows).enumerate() {
            section.list {
                @if at == 0 { h2 #checks { (texts.checks) } }
                table aria-labelledby="checks" {
                    thead {
                        tr { th scope="col" { (texts.check) } th scope="col" { (texts.importance) } th scope="col" { (texts.result) } }
                    }
                    tbody {
                        @for check in checks {
                            tr {
                                td.wide { bdi { (check_name(texts.language, &check.name)) } }
                                td { @if let Some(importance) = check.importance { (weight(importance, texts)) } }
                                td.short.(if check.passed == Some(false) { "strong" } else { "muted" }) { (word(check)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
