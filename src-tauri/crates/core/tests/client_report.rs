//! Reports for clients, over real HTTP and a real library.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{fs, sync::atomic::Ordering, time::Duration};

use assay_library::{Library, ObservedReport};
use assay_model::{
    Branding, CallRef, Check, ClientReportFormat, ClientReportOf, ClientReportRequest, CompareMoments, CompareReports,
    Language, LibraryQuery, ProblemCode, ReportRef, ReportRow, Since, Ticket, Verdict,
};
use common::{App, service_of};
use jiff::{SignedDuration, Timestamp};
use tokio::time::timeout;

const REPORTS: u32 = 120;

fn request(of: ClientReportOf) -> ClientReportRequest {
    ClientReportRequest {
        of,
        title: "Q4 <review>".into(),
        language: Language::German,
        format: ClientReportFormat::Html,
        utc_offset: 60,
        name: "a/b".into(),
    }
}

fn two_of(connection: &str, before: &str, after: &str) -> CompareReports {
    let of = |id: &str| ReportRef { connection: connection.to_owned(), id: id.to_owned() };
    CompareReports { before: of(before), after: of(after) }
}

fn everything(connection: &str) -> ClientReportOf {
    let query = LibraryQuery { connection: Some(connection.to_owned()), ..LibraryQuery::default() };
    ClientReportOf::Reports { query, since: Since::Days(90) }
}

#[tokio::test]
async fn a_list_has_all_its_pages_and_counts() {
    let service = service_of(REPORTS).await;
    let (app, connection, _) = App::knowing(&service).await;
    let branding = Branding { name: "Brightleaf & Söhne".into(), ..Branding::default() };
    app.core.branding_save(branding.clone()).await.unwrap();
    assert_eq!(app.core.branding_read(()).await.unwrap(), branding);

    let file = app.choose("all.html");
    let made = app.core.client_report_save(request(everything(&connection))).await.unwrap().unwrap();
    let html = fs::read_to_string(&file).unwrap();
    assert_eq!((made.rows, made.bytes, &*made.file), (REPORTS, html.len() as u64, file.to_str().unwrap()));
    assert!(html.contains("<html lang=\"de\" dir=\"ltr\">"));
    assert!(html.contains("Q4 &lt;review&gt;") && html.contains("Brightleaf &amp; Söhne"));
    let table = html.split_once("aria-labelledby=\"pages\"").unwrap().1;
    assert_eq!(table.matches("<tr>").count(), REPORTS as usize + 1);
    let bad =
        LibraryQuery { connection: Some(connection.clone()), verdict: Some(Verdict::Bad), ..LibraryQuery::default() };
    let count = app.core.library_list(bad).await.unwrap().total;
    assert!(html.contains(&format!("<b>{count}</b> Schlecht")));

    app.host.prints_to_files.store(true, Ordering::SeqCst);
    let file = app.choose("all.pdf");
    let pdf = ClientReportRequest { format: ClientReportFormat::Pdf, ..request(everything(&connection)) };
    assert_eq!(app.core.client_report_save(pdf.clone()).await.unwrap().unwrap().rows, REPORTS);
    assert!(fs::metadata(&file).unwrap().len() > 0);
    app.host.prints_to_files.store(false, Ordering::SeqCst);
    assert_eq!(app.core.client_report_save(pdf).await.unwrap(), None);
    assert_eq!(app.host.printed_documents.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_report_tells_what_changed_since_then() {
    let service = service_of(2).await;
    let (app, connection, _) = App::knowing(&service).await;
    let wanted = ReportRef { connection: connection.clone(), id: "1".into() };
    let whole = app.core.report_read(wanted.clone()).await.unwrap();
    app.core.library_flush().await;
    let mut before = whole.clone();
    before.row.score = Some(99.0);
    for check in &mut before.checks {
        if check.name == "title" {
            check.passed = Some(true);
        }
    }
    let mut now = before.clone();
    now.row.score = Some(12.0);
    for check in &mut now.checks {
        if check.name == "title" {
            check.passed = Some(false);
        }
    }
    let library = Library::open(&app.host.folder.0.path().join("library.sqlite")).library;
    let [scope] = <[String; 1]>::try_from(library.scopes().unwrap()).unwrap();
    for (report, seconds) in [(before, 1), (now, 2)] {
        let at = Timestamp::now() + SignedDuration::from_secs(seconds);
        library.scope(&scope).ingest(&[ObservedReport { report, has_checks: true }], at).unwrap();
    }
    let file = app.choose("one.html");
    let of = ClientReportOf::Report { connection: connection.clone(), id: "1".into(), since: Since::Days(90) };
    app.core.client_report_save(request(of)).await.unwrap().unwrap();
    assert!(fs::read_to_string(&file).unwrap().contains("aria-labelledby=\"checks\""));

    let snapshots = app.core.report_history(wanted).await.unwrap().snapshots;
    let (after, before) = (snapshots[0].number, snapshots[1].number);
    let of = ClientReportOf::Comparison { connection: connection.clone(), id: "1".into(), before, after };
    app.core.client_report_save(request(of)).await.unwrap().unwrap();
    let html = fs::read_to_string(&file).unwrap();
    assert!(html.contains("von 99 auf 12 gefallen"), "{html}");
    assert!(html.contains("Was schlechter wurde"));
    assert!(!html.contains("Stand:"));

    let (after, before) = (before, snapshots[2].number);
    let of = ClientReportOf::Comparison { connection, id: "1".into(), before, after };
    app.core.client_report_save(request(of)).await.unwrap().unwrap();
    assert!(fs::read_to_string(&file).unwrap().contains("Stand:"), "the later state is not the last one");
}

#[tokio::test]
async fn two_moments_are_told_as_they_were() {
    let service = service_of(2).await;
    let (app, connection, _) = App::knowing(&service).await;
    let whole = app.core.report_read(ReportRef { connection: connection.clone(), id: "1".into() }).await.unwrap();
    app.core.library_flush().await;
    let library = Library::open(&app.host.folder.0.path().join("library.sqlite")).library;
    let [scope] = <[String; 1]>::try_from(library.scopes().unwrap()).unwrap();
    let ago = |days: i64| Timestamp::now() - SignedDuration::from_hours(24 * days);
    // Checked again and again, and one removed in between.
    for (id, days, score, passed) in [
        ("old", 60, 90.0, false),
        ("page", 60, 40.0, true),
        ("page", 40, 60.0, false),
        ("page", 20, 99.0, true),
        ("new", 20, 10.0, false),
    ] {
        let mut report = whole.clone();
        report.row = ReportRow {
            id: id.into(),
            address: format!("{id}.example/"),
            url: None,
            project: Some("moments.example".into()),
            // Services don't always agree with their own limits.
            verdict: Some(if id == "old" { Verdict::Bad } else { Verdict::of_score(score) }),
            score: Some(score),
            created_at: Some(ago(if id == "new" { 20 } else { 60 })),
            generated_at: Some(ago(days)),
            ..report.row
        };
        report.checks.retain(|check| check.name == "title");
        report.checks[0].passed = Some(passed);
        library.scope(&scope).ingest(&[ObservedReport { report, has_checks: true }], ago(days)).unwrap();
    }
    library.scope(&scope).mark_report_gone("old", ago(10), Timestamp::MAX).unwrap();

    let query = LibraryQuery {
        connection: Some(connection),
        project: Some("moments.example".into()),
        ..LibraryQuery::default()
    };
    let file = app.choose("moments.html");
    let told = async |before: i64, after: Option<i64>| {
        let both = CompareMoments { query: query.clone(), before: Since::At(ago(before)), after: after.map(ago) };
        let wanted = ClientReportRequest { language: Language::English, ..request(ClientReportOf::Moments(both)) };
        let made = app.core.client_report_save(wanted).await.unwrap().unwrap();
        (made.rows, fs::read_to_string(&file).unwrap())
    };
    let (rows, then) = told(50, Some(30)).await;
    assert_eq!(rows, 2, "{then}");
    let on = ago(30) + SignedDuration::from_hours(1);
    assert!(then.contains(&format!("As of {}", on.strftime("%b %-d, %Y"))), "{then}");
    assert!(then.contains("rose from 65 to 75"), "{then}");
    assert!(then.contains("2 of 2 pages") && !then.contains("new.example"), "{then}");
    let table = then.split_once("aria-labelledby=\"pages\"").unwrap().1;
    assert!(table.find("page.example") < table.find("old.example"), "the worst first: {table}");

    let (rows, now) = told(50, None).await;
    assert_eq!(rows, 2, "{now}");
    assert!(now.contains("new.example") && !now.contains("old.example") && !now.contains("As of"), "{now}");
    assert!(now.contains("1 of 2 pages"), "{now}");
}

#[tokio::test]
async fn two_reports_stand_with_what_one_fails_and_the_other_passes() {
    let service = service_of(2).await;
    let (app, connection, _) = App::knowing(&service).await;
    let library = Library::open(&app.host.folder.0.path().join("library.sqlite")).library;
    for (id, passed, score) in [("1", false, 12.0), ("2", true, 99.0)] {
        let mut report =
            app.core.report_read(ReportRef { connection: connection.clone(), id: id.into() }).await.unwrap();
        app.core.library_flush().await;
        report.row.address = format!("{id}.example/");
        (report.row.score, report.row.verdict) = (Some(score), Some(Verdict::of_score(score)));
        report.checks.retain(|check| check.name == "title");
        report.checks[0].passed = Some(passed);
        let [scope] = <[String; 1]>::try_from(library.scopes().unwrap()).unwrap();
        let at = Timestamp::now() + SignedDuration::from_secs(1);
        library.scope(&scope).ingest(&[ObservedReport { report, has_checks: true }], at).unwrap();
    }
    let file = app.choose("two.html");
    let wanted = |before: &str, after: &str| {
        let of = ClientReportOf::TwoReports(two_of(&connection, before, after));
        ClientReportRequest { title: String::new(), language: Language::English, ..request(of) }
    };
    assert_eq!(app.core.client_report_save(wanted("1", "2")).await.unwrap().unwrap().rows, 2);
    let html = fs::read_to_string(&file).unwrap();
    let (cover, inside) = html.split_once("<main>").unwrap();
    assert!(cover.contains("<h1><bdi>1.example/ – 2.example/</bdi></h1>") && cover.contains(">12<"), "{cover}");
    let only = inside.split_once("Failed only by ").unwrap().1;
    assert!(only.contains("1.example/") && !only.contains("Failed only by "), "{inside}");
    assert!(only.contains("<li><bdi>Title</bdi></li>") && only.contains("1 of 2 pages"), "{inside}");

    let refused = |before, after| app.core.client_report_save(wanted(before, after));
    assert_eq!(refused("", "2").await.unwrap_err().fields[0].field, "before");
    assert_eq!(refused("1", "none").await.unwrap_err().code, ProblemCode::NotInLibrary);
}

#[tokio::test]
async fn outside_texts_stay_texts_in_files_and_on_paper() {
    const HOSTILE: &str = "</title><script>alert(1)</script>\u{202e}";
    let service = service_of(1).await;
    let (app, connection, _) = App::knowing(&service).await;
    let branding = Branding { name: HOSTILE.into(), footer: HOSTILE.into(), ..Branding::default() };
    app.core.branding_save(branding).await.unwrap();
    let wanted = ReportRef { connection: connection.clone(), id: "1".into() };
    let mut report = app.core.report_read(wanted).await.unwrap();
    app.core.library_flush().await;
    report.row.project = Some(HOSTILE.into());
    report.row.address = format!("a.example/{HOSTILE}");
    report.row.url = Some(format!("https://a.example/{HOSTILE}"));
    for check in &mut report.checks {
        check.value = HOSTILE.into();
    }
    report.checks.push(Check { name: HOSTILE.into(), passed: Some(false), ..report.checks[0].clone() });
    let library = Library::open(&app.host.folder.0.path().join("library.sqlite")).library;
    let [scope] = <[String; 1]>::try_from(library.scopes().unwrap()).unwrap();
    let at = Timestamp::now() + SignedDuration::from_secs(1);
    library.scope(&scope).ingest(&[ObservedReport { report, has_checks: true }], at).unwrap();
    // A project's or a view's name is the title.
    let query =
        LibraryQuery { connection: Some(connection.clone()), project: Some(HOSTILE.into()), ..LibraryQuery::default() };
    let list = ClientReportOf::Reports { query, since: Since::Days(90) };
    let one = ClientReportOf::Report { connection: connection.clone(), id: "1".into(), since: Since::Days(90) };
    let two = ClientReportOf::TwoReports(two_of(&connection, "1", "1"));
    for of in [list, one, two] {
        for format in [ClientReportFormat::Html, ClientReportFormat::Pdf] {
            let file = app.choose("hostile");
            let wanted = ClientReportRequest { format, title: HOSTILE.into(), ..request(of.clone()) };
            let made = app.core.client_report_save(wanted).await.unwrap();
            let html = match made {
                Some(made) => fs::read_to_string(made.file).unwrap(),
                None => app.host.printed_documents.lock().unwrap().pop().unwrap(),
            };
            assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{format:?}");
            assert!(!html.contains("<script") && !html.contains('\u{202e}'), "{format:?}");
            fs::remove_file(&file).ok();
        }
    }
}

#[tokio::test]
async fn a_canceled_report_leaves_no_file() {
    let service = service_of(REPORTS).await;
    let (app, connection, _) = App::knowing(&service).await;
    let file = app.choose("canceled.html");
    let query = LibraryQuery { connection: Some(connection.clone()), ..LibraryQuery::default() };
    let moments = CompareMoments { query, before: Since::Days(90), after: Some(Timestamp::now()) };
    let two = ClientReportOf::TwoReports(two_of(&connection, "1", "2"));
    for of in [everything(&connection), ClientReportOf::Moments(moments), two] {
        let ticket = Ticket { number: 7, background: true };
        let call = app.core.run_call(ticket, app.core.client_report_save(request(of)));
        let cancel = async {
            tokio::task::yield_now().await;
            app.core.call_cancel(CallRef { number: 7 }).await
        };
        let (made, canceled) = Box::pin(async { tokio::join!(call, cancel) }).await;
        canceled.unwrap();
        assert_eq!(made.unwrap_err().code, ProblemCode::Canceled);
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 0);
    }
}

#[tokio::test]
async fn a_list_needs_a_title_and_moments_their_order() {
    let app = App::new();
    let refused = async |request| app.core.client_report_save(request).await.unwrap_err().fields[0].field.clone();
    let moments = |after| {
        let now = Timestamp::now();
        let both = CompareMoments { query: LibraryQuery::default(), before: Since::At(now), after: Some(now + after) };
        ClientReportOf::Moments(both)
    };
    let hour = SignedDuration::from_hours(1);
    for of in [everything("none"), moments(hour)] {
        assert_eq!(refused(ClientReportRequest { title: String::new(), ..request(of) }).await, "title");
    }
    assert_eq!(refused(request(moments(-hour))).await, "after");
}

#[tokio::test]
async fn canceling_ends_printing() {
    let service = service_of(2).await;
    let (app, connection, _) = App::knowing(&service).await;
    app.host.prints_to_files.store(true, Ordering::SeqCst);
    app.host.printing_hangs.store(true, Ordering::SeqCst);
    let file = app.choose("canceled.pdf");
    let pdf = ClientReportRequest { format: ClientReportFormat::Pdf, ..request(everything(&connection)) };
    let call = app.core.run_call(Ticket { number: 7, background: true }, app.core.client_report_save(pdf));
    let cancel = async {
        app.host.printing_begun.notified().await;
        app.core.call_cancel(CallRef { number: 7 }).await
    };
    let both = async { tokio::join!(call, cancel) };
    let (made, canceled) = timeout(Duration::from_secs(10), Box::pin(both)).await.unwrap();
    canceled.unwrap();
    assert_eq!(made.unwrap_err().code, ProblemCode::Canceled);
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 0);
}

#[tokio::test]
async fn only_colors_and_pictures_are_saved() {
    let app = App::new();
    let plain = Branding::default;
    for (branding, field) in [
        (Branding { name: "x".repeat(101), ..plain() }, "name"),
        (Branding { footer: "x".repeat(301), ..plain() }, "footer"),
        (Branding { accent: Some("red".into()), ..plain() }, "accent"),
        (Branding { logo: Some("https://a.example/x.png".into()), ..plain() }, "logo"),
        (Branding { logo: Some("data:image/svg+xml;base64,PHN2Zy8+".into()), ..plain() }, "logo"),
        (Branding { logo: Some("data:image/png;base64,PHN2Zy8+".into()), ..plain() }, "logo"),
    ] {
        assert_eq!(app.core.branding_save(branding).await.unwrap_err().fields[0].field, field);
    }
    assert_eq!(app.core.logo_choose(()).await.unwrap(), None);
    let file = app.host.folder.0.path().join("logo.png");
    fs::write(&file, "<svg/>").unwrap();
    *app.host.file.lock().unwrap() = Some(file.clone());
    assert_eq!(app.core.logo_choose(()).await.unwrap_err().fields[0].field, "logo");
    fs::write(&file, b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x40\0\0\0\x40\x08\x06\0\0\0").unwrap();
    let logo = app.core.logo_choose(()).await.unwrap();
    app.core.branding_save(Branding { logo, ..plain() }).await.unwrap();
}
