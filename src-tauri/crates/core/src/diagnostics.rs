//! Diagnostics: no secrets, and nothing that shows where the user works.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs::{self, File},
    io::{self, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use assay_model::{
    BatchState, Connection, KeyState, LibraryState, Paging, Preferences, Problem, ProblemCode, ProxyChoice, Rating,
    ReportSort, ServiceCapabilities,
};
use serde::Serialize;
use serde_json::Value;
use tokio::task::spawn_blocking;

use crate::{
    batch::JournalHandle,
    connections::ConnectionStore,
    crashes::Crashes,
    host::{AppInfo, Folders, SettingsStore, Updater},
    library_handle::LibraryHandle,
    preferences::PreferenceStore,
    redact::{is_entry, redact, redact_line},
    redactor::{Redactor, hosts_of},
};

/// The number of log entries; each shows its first line.
const MAX_LINES: usize = 200;

/// Read from the end of each log file, in bytes.
const MAX_BYTES: u64 = 256 * 1024;

type Facts = Vec<(&'static str, String)>;

pub(crate) struct Diagnostics {
    pub info: Arc<dyn AppInfo>,
    pub folders: Arc<dyn Folders>,
    pub settings: Arc<dyn SettingsStore>,
    pub updater: Arc<dyn Updater>,
    pub crashes: Arc<Crashes>,
    pub connections: Arc<ConnectionStore>,
    pub preferences: Arc<PreferenceStore>,
    pub library: LibraryHandle,
    pub journal: JournalHandle,
    pub redactor: Redactor,
}

impl Diagnostics {
    /// Returns diagnostics in English: versions, state, recent log entries, and the last crash.
    pub async fn diagnostics_read(&self, (): ()) -> Result<String, Problem> {
        let connections = self.connections.connections_list(()).await.unwrap_or_default();
        let mut text = String::new();
        let (info, crashes, folder) = (Arc::clone(&self.info), Arc::clone(&self.crashes), self.folders.log_folder());
        let asked = spawn_blocking(move || (info.about_system(), last_lines(&folder), crashes.all()));
        let (system, log, crashes) = asked.await.map_err(|fault| {
            // The error's text may contain user data.
            Problem::new(ProblemCode::Internal).with_detail(redact(&fault.to_string(), &[]))
        })?;
        let _ = writeln!(text, "Assay {}\n{}", self.info.version(), redact(&system, &[]));
        write_facts(&mut text, "Connections", &connections_in(&connections));
        write_facts(&mut text, "Status", &self.state().await);
        write_facts(&mut text, "Preferences", &preferences_in(&self.preferences.read().unwrap_or_default()));
        let said = |text: &str| self.redactor.without_names(text, &connections);
        let hosts = hosts_of(&connections);
        let log = match log {
            Ok(lines) => lines.iter().map(|line| redact_line(&said(line), &hosts)).collect::<Vec<_>>().join("\n"),
            Err(error) => format!("It can’t be read: {}", redact(&error.to_string(), &[])),
        };
        let _ = writeln!(text, "\n== Last {MAX_LINES} lines of the log\n{log}");
        for crash in crashes {
            let _ = writeln!(text, "\n== Crash at {}\n{}", crash.at, self.redactor.redact(&crash.text, &connections));
        }
        Ok(text)
    }

    async fn state(&self) -> Facts {
        let library = match self.library.ask(|library| Ok(library.info())).await {
            Ok(info) => {
                let state = match info.state {
                    LibraryState::Ready => "ready",
                    LibraryState::Newer => "from a newer version",
                    LibraryState::ReadOnly => "read-only",
                    LibraryState::Unavailable => "unavailable",
                };
                let tenths = info.bytes / 100_000;
                let megabytes = format!("{}.{} MB", tenths / 10, tenths % 10);
                format!("{state}, {megabytes}, {} reports, {} snapshots", info.reports, info.snapshots)
            }
            Err(problem) => word(&problem.code),
        };
        let batches = match self.journal.ask(|journal| journal.list(None)).await {
            Ok(kept) => {
                let in_state = |state| kept.iter().filter(|batch| batch.state == state).count();
                let (running, paused) = (in_state(BatchState::Running), in_state(BatchState::Paused));
                format!("{} ({running} running, {paused} paused)", kept.len())
            }
            Err(problem) => word(&problem.code),
        };
        let settings = match self.settings.settings_set_aside() {
            Some(name) => format!("reset; the damaged file is {name}"),
            None => "readable".to_owned(),
        };
        vec![
            ("library", library),
            ("batches", batches),
            ("settings", settings),
            ("safe mode", on(self.info.safe_mode()).to_owned()),
            ("updates", word(&self.updater.update_way())),
        ]
    }
}

fn connections_in(connections: &[Connection]) -> Facts {
    let describe = |connection: &Connection| {
        let key = match connection.key {
            KeyState::Keychain => "in the keychain",
            KeyState::Memory => "in memory",
            KeyState::Missing => "missing",
        };
        let proxy = match connection.network.proxy {
            ProxyChoice::System => "system proxy",
            ProxyChoice::Direct => "no proxy",
            ProxyChoice::Own { .. } => "custom proxy",
        };
        let scheme = connection.base_url.split(':').next().unwrap_or_default();
        let certificates = if connection.network.certificates.is_some() {
            "certificates of the system and a file"
        } else {
            "system certificates"
        };
        let ServiceCapabilities { rating, paging, rate_limit, sorts, .. } = &connection.generation;
        let rating = match rating {
            Some(Rating::Score) => "scores 0–100",
            Some(Rating::Word) => "verdicts without scores",
            None => "rating unknown",
        };
        let paging = match paging {
            Some(Paging::Totals) => "lists with a total",
            Some(Paging::NextOnly) => "lists without a total",
            Some(Paging::Unsaid) => "lists without an end",
            None => "paging unknown",
        };
        let rate_limit =
            rate_limit.map_or_else(|| "no rate limit known".to_owned(), |most| format!("{most} requests per minute"));
        [scheme, &format!("key {key}"), proxy, certificates, rating, paging, &rate_limit, &sorts_in(sorts)].join(" · ")
    };
    let kind = |connection: &Connection| if connection.sample { "sample" } else { "service" };
    connections.iter().map(|connection| (kind(connection), describe(connection))).collect()
}

/// What the service sorts by, as far as it is known.
fn sorts_in(sorts: &BTreeMap<ReportSort, bool>) -> String {
    let known: Vec<_> = sorts
        .iter()
        .map(|(sort, is_followed)| {
            let by = match sort {
                ReportSort::Id => "created",
                ReportSort::GeneratedAt => "last checked",
                ReportSort::Url => "URL",
                ReportSort::Result => "verdict",
            };
            format!("{} by {by}", if *is_followed { "sorts" } else { "doesn’t sort" })
        })
        .collect();
    if known.is_empty() { "sorting unknown".to_owned() } else { known.join(" · ") }
}

fn preferences_in(preferences: &Preferences) -> Facts {
    let Preferences { theme, page_size, language, density, zoom, panel_width, columns, single_keys_off, views, .. } =
        preferences;
    let Preferences { sync_on_open, sync_minutes, notify_worse, stale_days, keep_days, sync_declined, .. } =
        preferences;
    let Preferences { batch_at_once, notify_batches, quotas, look_for_updates, place, overview_days, .. } = preferences;
    let Preferences { moments, overview_moment, .. } = preferences;
    let panel = panel_width.map_or_else(|| "automatic".to_owned(), |width| format!("{width} px"));
    let interval = if *sync_minutes == 0 { "never".to_owned() } else { format!("every {sync_minutes} min") };
    let kept = if *keep_days == 0 { "forever".to_owned() } else { format!("for {keep_days} days") };
    vec![
        ("theme", word(theme)),
        ("language", word(language)),
        ("density", word(density)),
        ("zoom", format!("{}%", word(zoom))),
        ("panel width", panel),
        (
            "lists",
            format!("{} per page, {} with custom columns, {} views", word(page_size), columns.len(), views.len()),
        ),
        ("last screen", if place.is_some() { "known" } else { "unknown" }.to_owned()),
        ("single-key shortcuts", on(!single_keys_off).to_owned()),
        ("sync when opened", on(*sync_on_open).to_owned()),
        ("sync while open", format!("{interval}; first sync declined for {} connections", sync_declined.len())),
        ("stale", format!("after {stale_days} days")),
        ("snapshots kept", kept),
        (
            "overview",
            if overview_moment.is_some() { "since a moment".to_owned() } else { format!("{overview_days} days") },
        ),
        ("moments", moments.len().to_string()),
        ("batches", format!("{batch_at_once} requests at once, {} quotas", quotas.len())),
        ("notifications", format!("got worse {}, batches {}", on(*notify_worse), on(*notify_batches))),
        ("update checks", on(*look_for_updates).to_owned()),
    ]
}

fn on(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

/// A value as the contract names it.
fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word.replace('_', " "),
        Ok(Value::Null) | Err(_) => "unknown".to_owned(),
        Ok(other) => other.to_string(),
    }
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
    Ok(lines[lines.len().saturating_sub(MAX_LINES)..].to_vec())
}

fn end_of(file: &Path) -> io::Result<String> {
    let mut file = File::open(file)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MAX_BYTES)))?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_what_a_service_sorts_by() {
        assert_eq!(sorts_in(&BTreeMap::new()), "sorting unknown");
        let sorts = [(ReportSort::Result, false), (ReportSort::GeneratedAt, true)].into();
        assert_eq!(sorts_in(&sorts), "sorts by last checked · doesn’t sort by verdict");
    }
}
