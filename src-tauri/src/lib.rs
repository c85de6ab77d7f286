//! The shell of Assay: opens the window and hands its calls to the core.

mod clipboard;
mod commands;
mod host;
mod menu;
mod notice;
mod options;
mod settings;
mod window;

use std::{process::ExitCode, sync::Arc, time::Duration};

use assay_core::Core;
use assay_secrets::{Keychain, Secrets};
use tauri::{Manager, RunEvent, WindowEvent};
use tauri_plugin_window_state::StateFlags;

use host::Shell;
use options::{Options, Wish};

/// The name under which the keychain's own tools show the app's keys. Development builds keep theirs apart.
const KEYCHAIN_SERVICE: &str = if cfg!(debug_assertions) { "Assay (development)" } else { "Assay" };

/// How long the library may take for what it has not taken in yet when the app ends.
const LONGEST_END: Duration = Duration::from_secs(2);

/// Runs the app until its window is closed, or answers what the command line asked.
#[must_use]
pub fn start() -> ExitCode {
    match options::read(std::env::args_os().skip(1)) {
        Ok(Wish::Run(options)) => {
            window::work_around_blank_windows();
            run(options)
        }
        Ok(Wish::Say(text)) => say(&text),
        Err(text) => {
            complain(&text);
            ExitCode::from(2)
        }
    }
}

fn run(options: Options) -> ExitCode {
    let app = tauri::Builder::default()
        // First, so that a second start ends before it does anything else.
        .plugin(tauri_plugin_single_instance::init(|app, words, _| {
            window::focus(app);
            if let Ok(Wish::Run(Options { sample: true })) = options::read(words.into_iter().skip(1).map(Into::into)) {
                window::open_sample(app);
            }
        }))
        .plugin(tauri_plugin_log::Builder::new().level(log::LevelFilter::Info).build())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_store::Builder::new().build())
        .plugin(tauri_plugin_opener::Builder::new().open_js_links_on_click(false).build())
        // The window is shown when it is painted, never as soon as it is restored.
        .plugin(
            tauri_plugin_window_state::Builder::new().with_state_flags(StateFlags::all() - StateFlags::VISIBLE).build(),
        )
        .on_menu_event(|app, event| menu::chosen(app, &event.id().0))
        .on_window_event(|window, event| {
            let Some(core) = window.try_state::<Arc<Core>>() else { return };
            match event {
                WindowEvent::CloseRequested { api, .. } if !core.may_close() => api.prevent_close(),
                WindowEvent::DragDrop(event) => window::dragged(&core, event),
                _ => {}
            }
        })
        .invoke_handler(commands::handler())
        .setup(move |app| {
            let shell = Arc::new(Shell::new(app.handle().clone(), &options)?);
            let core = Core::new(shell, Secrets::new(Keychain::of_the_system(KEYCHAIN_SERVICE)));
            let preferences = core.preferences().unwrap_or_default();
            app.manage(core);
            window::open(app.handle(), &preferences)?;
            Ok(())
        })
        .build(tauri::generate_context!());
    match app {
        Ok(app) => {
            app.run(|app, event| {
                if let (RunEvent::Exit, Some(core)) = (event, app.try_state::<Arc<Core>>()) {
                    let end = async { tokio::time::timeout(LONGEST_END, core.end()).await };
                    if tauri::async_runtime::block_on(end).is_err() {
                        log::warn!("the app ended before everything was in the library");
                    }
                }
            });
            ExitCode::SUCCESS
        }
        Err(error) => {
            complain(&format!("Assay could not start: {error}"));
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "the answer to --help and --version")]
fn say(text: &str) -> ExitCode {
    println!("{text}");
    ExitCode::SUCCESS
}

#[expect(clippy::print_stderr, reason = "there is no window yet to say it in")]
fn complain(text: &str) {
    eprintln!("{text}");
}
