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
        collections::HashMap,
        fs,
        io::ErrorKind,
        path::{Path, PathBuf},
        sync::atomic::{AtomicU64, Ordering},
        time::Duration,
    };

    use assay_model::{Problem, ProblemCode};
    use gtk::{PageSetup, PaperSize, PrintSettings, Unit};
    use tauri::AppHandle;
    use tokio::{sync::oneshot, task::spawn_blocking, time::timeout};
    use webkit2gtk::{
        LoadEvent, PrintOperation, PrintOperationExt as _, SettingsExt as _, WebContext, WebView, WebViewExt as _,
    };

    use crate::{page_numbers::write_page_numbers, web_view};

    /// For hundreds of pages.
    const TIME_LIMIT: Duration = Duration::from_mins(2);

    static LAST_NUMBER: AtomicU64 = AtomicU64::new(0);

    thread_local! {
        /// What is being printed, by its number. Only on the main thread.
        static PRINTINGS: RefCell<HashMap<u64, Printing>> = RefCell::default();
    }

    struct Printing {
        view: WebView,
        operation: Option<PrintOperation>,
        file: PathBuf,
        done: oneshot::Sender<Result<(), Problem>>,
    }

    /// Stops printing when it is dropped, unless printing has ended.
    struct Stop<'a> {
        app: &'a AppHandle,
        number: u64,
    }

    impl Drop for Stop<'_> {
        fn drop(&mut self) {
            let number = self.number;
            if let Err(error) = self.app.run_on_main_thread(move || stop(number)) {
                log::warn!("print: {error}");
            }
        }
    }

    /// Prints a document to a PDF file, with numbers below its pages.
    pub async fn print(app: &AppHandle, html: String, file: Option<PathBuf>) -> Result<(), Problem> {
        let file = file.ok_or_else(|| failed("no file was chosen"))?;
        let number = LAST_NUMBER.fetch_add(1, Ordering::Relaxed);
        let (done, answer) = oneshot::channel();
        let printed = file.clone();
        app.run_on_main_thread(move || begin(number, &html, file, done)).map_err(|error| failed(error.to_string()))?;
        let _stop = Stop { app, number };
        let answered = timeout(TIME_LIMIT, answer).await.map_err(|_| failed("printing timed out"))?;
        answered.unwrap_or_else(|_| Err(failed("printing was interrupted")))?;
        let numbered = spawn_blocking(move || write_page_numbers(&printed)).await;
        numbered.map_err(|fault| failed(fault.to_string()))?.map_err(|error| failed(error.to_string()))
    }

    fn failed(why: impl Into<String>) -> Problem {
        Problem::new(ProblemCode::FileFailed).with_detail(why.into())
    }

    fn begin(number: u64, html: &str, file: PathBuf, done: oneshot::Sender<Result<(), Problem>>) {
        // The default context has folders that are named after the program.
        let view = WebView::with_context(&WebContext::new_ephemeral());
        web_view::restrict(&view);
        if let Some(settings) = view.settings() {
            settings.set_enable_javascript(false);
        }
        let target = file.clone();
        let printing = Printing { view: view.clone(), operation: None, file, done };
        PRINTINGS.with_borrow_mut(|printings| printings.insert(number, printing));
        view.connect_load_changed(move |view, event| {
            if event == LoadEvent::Finished {
                start(number, view, &target);
            }
        });
        // After a failure the load still finishes, with an error page.
        view.connect_load_failed(move |_, _, _, error| {
            end(number, Err(failed(error.to_string())));
            true
        });
        view.connect_web_process_terminated(move |_, reason| end(number, Err(failed(format!("{reason:?}")))));
        view.load_html(html, None);
    }

    fn start(number: u64, view: &WebView, file: &Path) {
        let Ok(address) = glib::filename_to_uri(file, None) else {
            end(number, Err(failed("the file’s path can’t be used")));
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
        operation.connect_finished(move |_| end(number, Ok(())));
        operation.connect_failed(move |_, error| end(number, Err(failed(error.to_string()))));
        let is_wanted = PRINTINGS.with_borrow_mut(|printings| {
            let printing = printings.get_mut(&number).filter(|printing| printing.operation.is_none());
            printing.map(|printing| printing.operation = Some(operation.clone())).is_some()
        });
        if is_wanted {
            operation.print();
        }
    }

    fn take(number: u64) -> Option<Printing> {
        PRINTINGS.with_borrow_mut(|printings| printings.remove(&number))
    }

    fn end(number: u64, result: Result<(), Problem>) {
        let Some(Printing { view, operation, done, .. }) = take(number) else { return };
        // The call may have ended.
        let _ = done.send(result);
        // Not while one of their signals is handled.
        glib::idle_add_local_once(move || drop((operation, view)));
    }

    fn stop(number: u64) {
        let Some(Printing { view, operation, file, .. }) = take(number) else { return };
        view.terminate_web_process();
        drop((operation, view));
        // It may have been written again after its owner deleted it.
        if let Err(error) = fs::remove_file(&file)
            && error.kind() != ErrorKind::NotFound
        {
            log::warn!("print: {error}");
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod dialog {
    use std::{
        collections::HashMap,
        path::PathBuf,
        sync::{
            Mutex, MutexGuard, PoisonError,
            atomic::{AtomicU64, Ordering},
        },
        time::Duration,
    };

    use assay_model::{Problem, ProblemCode};
    use tauri::{
        AppHandle, Builder, Manager, Url, WebviewUrl, WebviewWindowBuilder, WindowEvent, Wry,
        http::{Response, header::CONTENT_TYPE},
        webview::{NewWindowResponse, PageLoadEvent},
    };
    use tokio::{sync::oneshot, time::timeout};

    const SCHEME: &str = "document";

    /// For a document of hundreds of pages to load.
    const TIME_LIMIT: Duration = Duration::from_mins(1);

    static LAST_NUMBER: AtomicU64 = AtomicU64::new(0);

    /// The documents to print, by the labels of their windows.
    #[derive(Default)]
    struct Documents(Mutex<HashMap<String, String>>);

    impl Documents {
        fn lock(&self) -> MutexGuard<'_, HashMap<String, String>> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }

    /// Lets the windows of documents load them.
    pub fn serve(builder: Builder<Wry>) -> Builder<Wry> {
        builder.manage(Documents::default()).register_uri_scheme_protocol(SCHEME, |context, _| {
            let documents = context.app_handle().state::<Documents>();
            let html = documents.lock().get(context.webview_label()).cloned().unwrap_or_default();
            let mut response = Response::new(html.into_bytes());
            response
                .headers_mut()
                .insert(CONTENT_TYPE, tauri::http::HeaderValue::from_static("text/html; charset=utf-8"));
            response
        })
    }

    fn failed(error: &dyn std::fmt::Display) -> Problem {
        Problem::new(ProblemCode::PrintFailed).with_detail(error.to_string())
    }

    /// Opens a document in a window of its own, with the system's print dialog. Fails with
    /// [`ProblemCode::Canceled`] if the window was closed before.
    pub async fn print(app: &AppHandle, html: String, _: Option<PathBuf>) -> Result<(), Problem> {
        let documents = app.state::<Documents>();
        let earlier: Vec<_> = documents.lock().keys().cloned().collect();
        for window in earlier.iter().filter_map(|label| app.get_webview_window(label)) {
            window.destroy().map_err(|error| failed(&error))?;
        }
        // Windows are destroyed later: one with the same label couldn't be opened yet.
        let label = format!("{SCHEME}-{}", LAST_NUMBER.fetch_add(1, Ordering::Relaxed));
        let address = if cfg!(windows) { "http://document.localhost/" } else { "document://localhost/" };
        let address: Url = address.parse().map_err(|error| failed(&error))?;
        let own = address.clone();
        documents.lock().insert(label.clone(), html);
        let (done, answer) = oneshot::channel();
        let done = Mutex::new(Some(done));
        let opened = WebviewWindowBuilder::new(app, &label, WebviewUrl::CustomProtocol(address))
            .title("Assay")
            .inner_size(900.0, 820.0)
            .on_navigation(move |url| url.scheme() == own.scheme() && url.host_str() == own.host_str())
            .on_new_window(|_, _| NewWindowResponse::Deny)
            .on_page_load(move |window, load| {
                if load.event() == PageLoadEvent::Finished
                    && let Some(done) = done.lock().unwrap_or_else(PoisonError::into_inner).take()
                {
                    // The call may have ended.
                    let _ = done.send(window.print());
                }
            })
            .build();
        let window = opened.map_err(|error| {
            documents.lock().remove(&label);
            failed(&error)
        })?;
        let owner = app.clone();
        window.on_window_event(move |event| {
            if matches!(event, WindowEvent::Destroyed) {
                owner.state::<Documents>().lock().remove(&label);
            }
        });
        let printed = match timeout(TIME_LIMIT, answer).await {
            Ok(Ok(printed)) => printed.map_err(|error| failed(&error)),
            Ok(Err(_)) => Err(Problem::new(ProblemCode::Canceled)),
            Err(_) => Err(failed(&"loading the document timed out")),
        };
        if printed.is_err()
            && let Err(error) = window.destroy()
        {
            log::warn!("print: {error}");
        }
        printed
    }
}
