//! The shell of Assay: opens the window and forwards its calls to the core.

mod about;
mod appimage;
mod clipboard;
mod commands;
mod crash;
mod first_page;
mod first_paint;
mod folders;
mod host;
mod json_store;
mod links;
mod menu;
mod notice;
mod options;
mod package;
#[cfg(target_os = "linux")]
mod page_numbers;
mod print;
mod question;
mod region;
mod removal;
#[cfg(target_os = "linux")]
mod renderer;
mod settings;
#[cfg(not(target_os = "macos"))]
mod single_instance;
mod update;
#[cfg(target_os = "linux")]
mod web_view;
mod window;

use std::{
    error::Error,
    io::{self, IsTerminal as _, Write as _},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use assay_core::Core;
use assay_model::SystemNotification;
use assay_secrets::{Keychain, Secrets};
use log::LevelFilter;
use tauri::{App, AppHandle, Context, Env, Manager, RunEvent, Runtime, WindowEvent, Wry, plugin::TauriPlugin};
use tauri_plugin_dialog::{DialogExt, MessageDialogKind};
use tauri_plugin_log::{RotationStrategy, Target, TargetKind};

use host::TauriHost;
use options::{CliCommand, Options};

/// The app's name in the keychain. Development builds use their own.
const KEYCHAIN_SERVICE: &str = if cfg!(debug_assertions) { "Assay (development)" } else { "Assay" };

/// For the library to ingest queued data when the app closes.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// The size of a log file in bytes, and the number of earlier ones.
const LOG_BYTES: u128 = 1_000_000;
const LOG_FILES: usize = 4;

/// Runs the app until its window is closed, or handles the command line.
#[must_use]
pub fn start() -> ExitCode {
    let is_running = || removal::is_running(&context().config().identifier);
    match options::read(std::env::args_os().skip(1)) {
        Ok(CliCommand::Run(Options { safe_mode: true, .. })) if is_running() => {
            defer_to_running_app("Assay is open. Close it, then start it in safe mode.")
        }
        // macOS doesn't prevent a second instance outside the Finder.
        Ok(CliCommand::Run(options)) if cfg!(target_os = "macos") && is_running() => match options.link {
            Some(link) => links::open_with_system(&link),
            None => defer_to_running_app("Assay is already open."),
        },
        Ok(CliCommand::Run(options)) => {
            #[cfg(target_os = "linux")]
            renderer::begin(&context().config().identifier, options.safe_mode);
            run(options)
        }
        Ok(CliCommand::Remove(removal)) => removal::remove(&context().config().identifier, removal),
        Ok(CliCommand::Say(text)) => print_line(&text),
        Err(text) => {
            print_error(&text);
            ExitCode::from(2)
        }
    }
}

/// The built-in configuration and UI files.
fn context() -> Context {
    tauri::generate_context!()
}

fn run(options: Options) -> ExitCode {
    let is_safe = options.safe_mode;
    let context = context();
    let build = first_page::build_of(&context);
    // The framework restarts with this.
    let mut env = Env::default();
    #[cfg(target_os = "linux")]
    appimage::drop_others(&mut env);
    if is_safe {
        env.args_os.retain(|word| word != options::SAFE_MODE);
    }
    let builder = tauri::Builder::default().manage(env);
    // First, so that a second start ends immediately. On macOS the system handles it, and the
    // plugin's socket could be taken over by another user.
    #[cfg(not(target_os = "macos"))]
    let builder = builder
        .manage(single_instance::SecondLaunch::default())
        .plugin(tauri_plugin_single_instance::init(|app, words, _| single_instance::on_second_launch(app, words)));
    let builder = builder
        .plugin(tauri_plugin_deep_link::init())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_store::Builder::new().build())
        .plugin(tauri_plugin_opener::Builder::new().open_js_links_on_click(false).build())
        .on_menu_event(|app, event| menu::chosen(app, &event.id().0))
        .on_window_event(|window, event| {
            if window.label() != window::LABEL {
                return;
            }
            if matches!(event, WindowEvent::Destroyed) {
                window::close_documents(window.app_handle());
            }
            let Some(core) = window.try_state::<Arc<Core>>() else { return };
            match event {
                WindowEvent::CloseRequested { api, .. } if !core.may_close() => api.prevent_close(),
                WindowEvent::DragDrop(event) => window::dragged(&core, event),
                _ => {}
            }
        })
        .invoke_handler(commands::handler())
        .setup(move |app| {
            // The framework panics when this fails.
            if let Err(error) = set_up(app, &options, build) {
                #[cfg(target_os = "linux")]
                renderer::withdraw();
                let text = could_not_start(&*error);
                let ended = app.handle().clone();
                let dialog = app.dialog().message(text).title("Assay").kind(MessageDialogKind::Error);
                dialog.show(move |_| ended.exit(1));
            }
            Ok(())
        });
    let builder = if is_safe {
        builder
    } else {
        builder.plugin(
            tauri_plugin_window_state::Builder::new()
                .with_filter(|label| label == window::LABEL)
                .with_state_flags(window::SAVED_STATE)
                .build(),
        )
    };
    #[cfg(not(target_os = "linux"))]
    let builder = print::serve(builder);
    match builder.build(context) {
        Ok(app) => {
            app.run(|app, event| match event {
                RunEvent::Exit => end(app),
                // The Dock icon was clicked.
                #[cfg(target_os = "macos")]
                RunEvent::Reopen { .. } => window::focus(app),
                _ => {}
            });
            ExitCode::SUCCESS
        }
        Err(error) => {
            #[cfg(target_os = "linux")]
            renderer::withdraw();
            could_not_start(&error);
            ExitCode::FAILURE
        }
    }
}

fn set_up(app: &App, options: &Options, build: String) -> Result<(), Box<dyn Error>> {
    let handle = app.handle();
    // Before anything is written: a removal may be running.
    let running = removal::lock_as_running(&app.path().app_data_dir()?);
    // Here, so that a failure to create the log folder can be shown.
    handle.plugin(log_plugin())?;
    crash::watch(&app.path().app_log_dir()?, || format!("Assay {}\n{}", env!("CARGO_PKG_VERSION"), about::system()));
    let running = running.inspect_err(|error| log::warn!("couldn't lock the data folder: {error}")).ok();
    // For other instances unknown to session and system, such as over ssh or in a second Windows
    // session.
    app.manage(removal::lock_for_writing(&app.path().app_data_dir()?, removal::EXIT_TIMEOUT)?);
    let shell = Arc::new(TauriHost::new(handle.clone(), options, build, running)?);
    let core = Core::new(shell, Secrets::new(Keychain::of_the_system(KEYCHAIN_SERVICE)));
    let preferences = core.preferences().unwrap_or_default();
    links::open_deep_link(&core, options);
    let reading = tauri::async_runtime::block_on(async { core.read_ahead() });
    app.manage(core);
    links::listen(handle);
    let first_paint = window::open(handle, &preferences, reading)?;
    #[cfg(not(target_os = "macos"))]
    single_instance::window_is_there(handle);
    links::register(handle);
    // Last, so that a failed setup doesn't leave an empty window.
    tauri::async_runtime::spawn(async move { first_paint.watch().await });
    Ok(())
}

fn log_plugin() -> TauriPlugin<Wry> {
    // The logger panics when the terminal of its output is gone.
    let output = cfg!(debug_assertions).then(|| Target::new(TargetKind::Stdout));
    let targets = output.into_iter().chain([Target::new(TargetKind::LogDir { file_name: None })]);
    tauri_plugin_log::Builder::new()
        .targets(targets)
        .level(LevelFilter::Info)
        // It logs every message of the session bus.
        .level_for("zbus", LevelFilter::Warn)
        .level_for("tracing::span", LevelFilter::Warn)
        .rotation_strategy(RotationStrategy::KeepSome(LOG_FILES))
        .max_file_size(LOG_BYTES)
        .build()
}

/// Logs and prints why there is no window, and returns the text.
fn could_not_start(error: &dyn Error) -> String {
    let text = format!("Assay couldn’t start: {error}");
    log::error!("{text}");
    print_error(&text);
    text
}

/// Ends background work at a safe point.
fn end<R: Runtime>(app: &AppHandle<R>) {
    let Some(core) = app.try_state::<Arc<Core>>() else { return };
    let end = async { tokio::time::timeout(SHUTDOWN_TIMEOUT, core.end()).await };
    if tauri::async_runtime::block_on(end).is_err() {
        log::warn!("the app closed before queued data was saved");
    }
}

/// Prints a line; its reader may be gone.
fn print_line(text: &str) -> ExitCode {
    let _ = writeln!(io::stdout(), "{text}");
    ExitCode::SUCCESS
}

/// Shows why this start ends, also as a notification if there is no terminal.
fn defer_to_running_app(why: &str) -> ExitCode {
    print_error(why);
    if !io::stderr().is_terminal() {
        let notice = SystemNotification { title: "Assay".to_owned(), body: why.to_owned() };
        if let Err(error) = notice::show(context().config(), &notice) {
            print_error(&error.to_string());
        }
    }
    ExitCode::from(2)
}

fn print_error(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
