//! Reports for clients, over real HTTP and a real library.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{fs, sync::atomic::Ordering, time::Duration};

use assay_library::{Library, ObservedReport};
use assay_model::{
    Branding, CallRef, Check, ClientReportFormat, ClientReportOf, ClientReportRequest, Language, LibraryQuery,
    ProblemCode, ReportRef, Since, Ticket, Verdict,
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
        library.ingest(&scope, &[ObservedReport { report, has_checks: true }], at).unwrap();
    }
    let file = app.choose("one.html");
    let of = ClientReportOf::Report { connection: connection.clone(), id: "1".into(), since: Since::Days(90) };
    app.core.client_report_save(request(of)).await.unwrap().unwrap();
    assert!(fs::read_to_string(&file).unwrap().contains("aria-labelledby=\"checks\""));

    let snapshots = app.core.report_history(wanted).await.unwrap().snapshots;
    let (after, before) = (snapshots[0].number, snapshots[1].number);
    let of = ClientReportOf::Comparison { connection, id: "1".into(), before, after };
    app.core.client_report_save(request(of)).await.unwrap().unwrap();
    let html = fs::read_to_string(&file).unwrap();
    assert!(html.contains("fiel von 99 auf 12"), "{html}");
    assert!(html.contains("Was schlechter wurde"));
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
    library.ingest(&scope, &[ObservedReport { report, has_checks: true }], at).unwrap();
    // A project's or a view's name is the title.
    let query =
        LibraryQuery { connection: Some(connection.clone()), project: Some(HOSTILE.into()), ..LibraryQuery::default() };
    let list = ClientReportOf::Reports { query, since: Since::Days(90) };
    let one = ClientReportOf::Report { connection, id: "1".into(), since: Since::Days(90) };
    for of in [list, one] {
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
    let ticket = Ticket { number: 7, background: true };
    let call = app.core.run_call(ticket, app.core.client_report_save(request(everything(&connection))));
    let cancel = async {
        tokio::task::yield_now().await;
        app.core.call_cancel(CallRef { number: 7 }).await
    };
    let (made, canceled) = tokio::join!(call, cancel);
    canceled.unwrap();
    assert_eq!(made.unwrap_err().code, ProblemCode::Canceled);
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_list_needs_a_title() {
    let app = App::new();
    let untitled = ClientReportRequest { title: String::new(), ..request(everything("none")) };
    assert_eq!(app.core.client_report_save(untitled).await.unwrap_err().fields[0].field, "title");
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
