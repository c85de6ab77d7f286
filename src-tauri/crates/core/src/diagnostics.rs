//! Diagnostics: no secrets, and nothing that shows where the user works.

use std::{
    cmp::Reverse,
    fmt::Write as _,
    fs::{self, File},
    io::{self, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use assay_model::{BatchState, Connection, KeyState, LibraryState, Preferences, Problem, ProblemCode, ProxyChoice};
use tokio::task::spawn_blocking;
use url::Url;

use crate::{
    Core,
    redact::{redact, discreet_line, is_entry},
    saved::SAMPLE,
};

/// The number of log entries; each shows its first line.
const LINES: usize = 200;

/// Read from the end of each log file, in bytes.
const MOST_BYTES: u64 = 256 * 1024;

/// Names with values.
type Facts = Vec<(&'static str, String)>;

impl Core {
    /// What helps to find a fault: the versions of what the app runs on, its state, the end of its log, what it left behind
    /// when it failed. In English, for whoever looks for the fault.
    pub async fn diagnostics_read(&self, (): ()) -> Result<String, Problem> {
        let connections = self.connections_list(()).await.unwrap_or_default();
        let mut text = String::new();
        let (host, crashes, folder) = (Arc::clone(&self.host), Arc::clone(&self.crashes), self.host.log_folder());
        let asked = spawn_blocking(move || (host.about_system(), last_lines(&folder), crashes.all()));
        let (system, log, crashes) = asked.await.map_err(|fault| {
            // The error's text may contain user data.
            Problem::new(ProblemCode::Internal).with_detail(redact(&fault.to_string(), &[]))
        })?;
        let _ = writeln!(text, "Assay {}\n{}", self.host.version(), redact(&system, &[]));
        write_facts(&mut text, "Connections", &connections_in(&connections));
        write_facts(&mut text, "State", &self.state().await);
        write_facts(&mut text, "Preferences", &preferences_in(&self.preferences().unwrap_or_default()));
        let said = |text: &str| self.without_names(text, &connections);
        let hosts = hosts_of(&connections);
        let log = match log {
            Ok(lines) => lines.iter().map(|line| discreet_line(&said(line), &hosts)).collect::<Vec<_>>().join("\n"),
            Err(error) => format!("It cannot be read: {}", redact(&error.to_string(), &[])),
        };
        let _ = writeln!(text, "\n== Log, its last {LINES} lines\n{log}");
        for crash in crashes {
            let _ = writeln!(text, "\n== It failed at {}\n{}", crash.at, self.redact(&crash.text, &connections));
        }
        Ok(text)
    }

    /// A text without what [`redact`] leaves out, the secrets that are in memory, and the names and places of
    /// connections.
    pub(crate) fn redact(&self, text: &str, connections: &[Connection]) -> String {
        redact(&self.without_names(text, connections), &hosts_of(connections))
    }

    /// A text without the secrets that are in memory, and without the names of connections, as far as those are no part of
    /// ordinary words.
    fn without_names(&self, text: &str, connections: &[Connection]) -> String {
        const SHORTEST: usize = 4;
        let mut names: Vec<&str> = connections.iter().flat_map(|known| [&*known.name, &*known.id]).collect();
        names.retain(|name| name.len() >= SHORTEST && *name != SAMPLE);
        names.sort_by_key(|name| Reverse(name.len()));
        names.into_iter().fold(self.secrets.hide(text), |text, name| text.replace(name, "<connection>"))
    }

    async fn state(&self) -> Facts {
        let library = match self.library.ask(|library| Ok(library.info())).await {
            Ok(info) => {
                let state = match info.state {
                    LibraryState::Ready => "ready",
                    LibraryState::Newer => "of a newer version",
                    LibraryState::ReadOnly => "can only be read",
                    LibraryState::Unavailable => "unavailable",
                };
                format!("{state}, {} bytes, {} reports, {} snapshots", info.bytes, info.reports, info.snapshots)
            }
            Err(problem) => format!("{:?}", problem.code),
        };
        let batches = match self.desk.ask(|journal| journal.list(None)).await {
            Ok(kept) => {
                let in_state = |state| kept.iter().filter(|batch| batch.state == state).count();
                let (running, paused) = (in_state(BatchState::Running), in_state(BatchState::Paused));
                format!("{}, of which {running} run and {paused} stand still", kept.len())
            }
            Err(problem) => format!("{:?}", problem.code),
        };
        let settings = match self.host.settings_set_aside() {
            Some(name) => format!("new, the damaged ones are {name}"),
            None => "sound".to_owned(),
        };
        vec![
            ("library", library),
            ("batches", batches),
            ("settings", settings),
            ("safe mode", self.host.safe_mode().to_string()),
            ("updates", format!("{:?}", self.host.update_way())),
        ]
    }
}

/// The computers that connections lead to.
fn hosts_of(connections: &[Connection]) -> Vec<String> {
    let host = |connection: &Connection| Url::parse(&connection.base_url).ok()?.host_str().map(str::to_owned);
    connections.iter().filter_map(host).collect()
}

fn connections_in(connections: &[Connection]) -> Facts {
    let describe = |connection: &Connection| {
        let key = match connection.key {
            KeyState::Keychain => "in the keychain",
            KeyState::Memory => "in memory",
            KeyState::Missing => "missing",
        };
        let proxy = match connection.network.proxy {
            ProxyChoice::System => "the system's",
            ProxyChoice::Direct => "none",
            ProxyChoice::Own { .. } => "its own",
        };
        let scheme = connection.base_url.split(':').next().unwrap_or_default();
        let certificates = if connection.network.ca_file.is_some() { "its own, too" } else { "the system's" };
        let generation = &connection.generation;
        format!(
            "{scheme}, key {key}, proxy {proxy}, certificates {certificates}, rating {:?}, paging {:?}, limit {:?}, sorts {:?}",
            generation.rating, generation.paging, generation.rate_limit, generation.sorts,
        )
    };
    let kind = |connection: &Connection| if connection.sample { "sample" } else { "service" };
    connections.iter().map(|connection| (kind(connection), describe(connection))).collect()
}

fn preferences_in(preferences: &Preferences) -> Facts {
    let Preferences { theme, page_size, language, density, zoom, panel_width, columns, single_keys_off, views, .. } =
        preferences;
    let Preferences { sync_on_open, sync_minutes, notify_worse, stale_days, keep_days, sync_declined, .. } =
        preferences;
    let Preferences { batch_at_once, notify_batches, quotas, look_for_updates, place, .. } = preferences;
    vec![
        ("window", format!("{theme:?}, {language:?}, {density:?}, {zoom:?}, panel {panel_width:?}")),
        ("lists", format!("{page_size:?}, {} with columns of their own, {} views", columns.len(), views.len())),
        ("place kept", place.is_some().to_string()),
        ("single keys off", single_keys_off.to_string()),
        ("sync", format!("on open {sync_on_open}, every {sync_minutes} min, {} declined", sync_declined.len())),
        ("days", format!("stale after {stale_days}, kept {keep_days}")),
        ("batches", format!("{batch_at_once} at once, {} quotas", quotas.len())),
        ("notices", format!("worse {notify_worse}, batches {notify_batches}")),
        ("looks for updates", look_for_updates.to_string()),
    ]
}

fn write_facts(text: &mut String, title: &str, facts: &Facts) {
    let _ = writeln!(text, "\n== {title}");
    for (name, fact) in facts {
        let _ = writeln!(text, "{name}: {fact}");
    }
}

/// The first lines of the last log entries, from the two latest files.
fn last_lines(folder: &Path) -> io::Result<Vec<String>> {
    let mut files: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "log") {
            files.push((fs::metadata(&path)?.modified()?, path));
        }
    }
    files.sort();
    let mut text = String::new();
    for (_, file) in files.iter().rev().take(2).rev() {
        text.push_str(&end_of(file)?);
    }
    let lines: Vec<_> = text.lines().filter(|line| is_entry(line)).map(str::to_owned).collect();
    Ok(lines[lines.len().saturating_sub(LINES)..].to_vec())
}

fn end_of(file: &Path) -> io::Result<String> {
    let mut file = File::open(file)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MOST_BYTES)))?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
