//! Prints documents that the window doesn't show.

#[cfg(not(target_os = "linux"))]
pub use dialog::{print, serve};
#[cfg(target_os = "linux")]
pub use file::print;

/// Whether documents are printed to a file without a dialog.
pub const TO_FILES: bool = cfg!(target_os = "linux");

#[cfg(target_os = "linux")]
mod file {
    use std::{
        cell::RefCell,
        path::{Path, PathBuf},
        rc::Rc,
        time::Duration,
    };

    use assay_model::{Problem, ProblemCode};
    use gtk::{PageSetup, PaperSize, PrintSettings, Unit};
    use tauri::AppHandle;
    use tokio::{sync::oneshot, time::timeout};
    use webkit2gtk::{LoadEvent, PrintOperation, PrintOperationExt as _, SettingsExt as _, WebView, WebViewExt as _};

    /// For hundreds of pages.
    const TIME_LIMIT: Duration = Duration::from_mins(2);

    /// Prints a document to a PDF file.
    pub async fn print(app: &AppHandle, html: String, file: Option<PathBuf>) -> Result<(), Problem> {
        let file = file.ok_or_else(|| failed("there is no file"))?;
        let (done, answer) = oneshot::channel();
        app.run_on_main_thread(move || begin(&html, &file, done)).map_err(|error| failed(error.to_string()))?;
        let answered = timeout(TIME_LIMIT, answer).await.map_err(|_| failed("printing takes too long"))?;
        answered.unwrap_or_else(|_| Err(failed("printing has ended")))
    }

    fn failed(why: impl Into<String>) -> Problem {
        Problem::new(ProblemCode::FileFailed).with_detail(why.into())
    }

    /// Kept until it is printed.
    struct Printing {
        view: WebView,
        operation: Option<PrintOperation>,
        done: oneshot::Sender<Result<(), Problem>>,
    }

    type Kept = Rc<RefCell<Option<Printing>>>;

    fn begin(html: &str, file: &Path, done: oneshot::Sender<Result<(), Problem>>) {
        let view = WebView::new();
        if let Some(settings) = view.settings() {
            settings.set_enable_javascript(false);
        }
        let kept: Kept = Rc::new(RefCell::new(Some(Printing { view: view.clone(), operation: None, done })));
        let (loaded, file) = (Rc::clone(&kept), file.to_owned());
        view.connect_load_changed(move |view, event| {
            if event == LoadEvent::Finished {
                start(view, &file, &loaded);
            }
        });
        let ended = Rc::clone(&kept);
        view.connect_web_process_terminated(move |_, reason| end(&ended, Err(failed(format!("{reason:?}")))));
        view.load_html(html, None);
    }

    fn start(view: &WebView, file: &Path, kept: &Kept) {
        let Ok(address) = glib::filename_to_uri(file, None) else {
            end(kept, Err(failed("the file has no URL")));
            return;
        };
        let settings = PrintSettings::new();
        // By its name in the system's language.
        settings.set_printer(&glib::dgettext(Some("gtk30"), "Print to File"));
        settings.set("output-uri", Some(&address));
        settings.set("output-file-format", Some("pdf"));
        let setup = PageSetup::new();
        setup.set_paper_size(&PaperSize::new(Some("iso_a4")));
        // With margins, WebKitGTK loses what is at the ends of pages; the document has its own.
        setup.set_top_margin(0.0, Unit::Mm);
        setup.set_bottom_margin(0.0, Unit::Mm);
        setup.set_left_margin(0.0, Unit::Mm);
        setup.set_right_margin(0.0, Unit::Mm);
        let operation = PrintOperation::new(view);
        operation.set_print_settings(&settings);
        operation.set_page_setup(&setup);
        let finished = Rc::clone(kept);
        operation.connect_finished(move |_| end(&finished, Ok(())));
        let refused = Rc::clone(kept);
        operation.connect_failed(move |_, error| end(&refused, Err(failed(error.to_string()))));
        if let Some(printing) = kept.borrow_mut().as_mut() {
            printing.operation = Some(operation.clone());
        }
        operation.print();
    }

    fn end(kept: &Kept, result: Result<(), Problem>) {
        let Some(Printing { view, operation, done }) = kept.borrow_mut().take() else { return };
        // The call may have ended.
        let _ = done.send(result);
        // Not while one of their signals is handled.
        glib::idle_add_local_once(move || drop((operation, view)));
    }
}

#[cfg(not(target_os = "linux"))]
mod dialog {
    use std::{
        path::PathBuf,
        sync::{Mutex, PoisonError},
    };

    use assay_model::{Problem, ProblemCode};
    use tauri::{
        AppHandle, Builder, Manager, WebviewUrl, WebviewWindowBuilder, Wry,
        http::{Response, header::CONTENT_TYPE},
        webview::{NewWindowResponse, PageLoadEvent},
    };

    const LABEL: &str = "document";

    /// The document to print.
    #[derive(Default)]
    struct Document(Mutex<String>);

    /// Lets the windows of documents load them.
    pub fn serve(builder: Builder<Wry>) -> Builder<Wry> {
        builder.manage(Document::default()).register_uri_scheme_protocol(LABEL, |context, _| {
            let document = context.app_handle().state::<Document>();
            let html = document.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let mut response = Response::new(html.into_bytes());
            response
                .headers_mut()
                .insert(CONTENT_TYPE, tauri::http::HeaderValue::from_static("text/html; charset=utf-8"));
            response
        })
    }

    /// Opens a document in a window of its own, with the system's print dialog.
    pub async fn print(app: &AppHandle, html: String, _: Option<PathBuf>) -> Result<(), Problem> {
        let failed = |error: &dyn std::fmt::Display| Problem::new(ProblemCode::Internal).with_detail(error.to_string());
        if let Some(earlier) = app.get_webview_window(LABEL) {
            earlier.destroy().map_err(|error| failed(&error))?;
        }
        *app.state::<Document>().0.lock().unwrap_or_else(PoisonError::into_inner) = html;
        let address = if cfg!(windows) { "http://document.localhost/" } else { "document://localhost/" };
        let address = address.parse().map_err(|error| failed(&error))?;
        WebviewWindowBuilder::new(app, LABEL, WebviewUrl::CustomProtocol(address))
            .title("Assay")
            .inner_size(900.0, 820.0)
            .on_new_window(|_, _| NewWindowResponse::Deny)
            .on_page_load(|window, load| {
                if load.event() == PageLoadEvent::Finished
                    && let Err(error) = window.print()
                {
                    log::warn!("print: {error}");
                }
            })
            .build()
            .map(|_| ())
            .map_err(|error| failed(&error))
    }
}
