//! A core with an in-memory host and keychain, and the sample service over real HTTP.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod batches;
pub mod gate;
pub mod rough;
pub mod syncs;

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use assay_api::{Clock, NameResolver, SystemResolver};
use assay_core::{
    AppInfo, AvailableUpdate, Clipboard, Core, Dialogs, Folders, Host, Pending, Question, SampleAccess, SampleHost,
    SampleState, SettingsStore, System, Timing, Updater, Window,
};
use assay_model::{
    Connection, ConnectionDraft, Desktop, KeyPlace, Language, ListReports, MenuGroup, NetworkDraft, PageSize, Platform,
    Problem, ProblemCode, Release, ReportQuery, ReportRow, Secret, SystemNotification, Theme, UpdateMethod, Zoom,
};
use assay_sample_service::{Config, HistoryState, SampleService};
use assay_secrets::{SecretError, SecretStore, Secrets};
use jiff::Timestamp;
use serde_json::Value;
use url::Url;

/// A folder that is deleted with its last user.
pub struct Folder(pub tempfile::TempDir);

impl Default for Folder {
    fn default() -> Self {
        Self(tempfile::tempdir().unwrap())
    }
}

pub const KEY: &str = "planted-key-7c1f";

/// The sample services stop working on abandoned requests after this.
pub const TIMING: Timing =
    Timing { clock: Clock(Timestamp::now), longest_work: Duration::from_secs(1), margin: Duration::from_secs(1) };

#[derive(Default)]
pub struct FakeHost {
    pub folder: Folder,
    /// A replacement folder.
    pub elsewhere: Option<PathBuf>,
    pub settings: Mutex<HashMap<String, Value>>,
    pub full_disk: AtomicBool,
    pub shown: AtomicUsize,
    pub theme: Mutex<Option<Theme>>,
    pub zoom: Mutex<Option<Zoom>>,
    pub closed: AtomicUsize,
    pub menu: Mutex<Vec<MenuGroup>>,
    pub opened: Mutex<Vec<String>>,
    /// Questions outside the window, and whether the user declines.
    pub asked: Mutex<Vec<Question>>,
    pub says_no: AtomicBool,
    /// Locked while the user has not answered.
    pub dialog: tokio::sync::Mutex<()>,
    /// Writes of settings until the disk is full, if limited.
    pub writes_left: Mutex<Option<usize>>,
    /// The user's choices for new and existing files.
    pub new_file: Mutex<Option<PathBuf>>,
    pub file: Mutex<Option<PathBuf>>,
    pub notices: Mutex<Vec<SystemNotification>>,
    pub progress: Mutex<Vec<Option<f64>>>,
    pub copied: Mutex<Option<Secret>>,
    pub printed: AtomicUsize,
    /// Documents printed with a dialog.
    pub printed_documents: Mutex<Vec<String>>,
    pub prints_to_files: AtomicBool,
    /// Printing to a file doesn't end, once it has begun.
    pub printing_hangs: AtomicBool,
    pub printing_begun: tokio::sync::Notify,
    pub safe_mode: AtomicBool,
    pub opened_folders: Mutex<Vec<PathBuf>>,
    /// How often all files were deleted.
    pub removed: AtomicUsize,
    pub sample: tokio::sync::Mutex<Option<SampleService>>,
    /// The update listing; without it there are no checks.
    pub update_address: Mutex<Option<Url>>,
    /// The installed packages.
    pub installed: Mutex<Vec<Vec<u8>>>,
    /// If set, installing waits for this.
    pub install_waits: Mutex<Option<std::sync::mpsc::Receiver<()>>>,
    /// The build of the window's files.
    pub build: Mutex<String>,
    pub restarts: AtomicUsize,
    /// Replaces the system's resolver.
    pub names: Mutex<Option<Arc<dyn NameResolver>>>,
}

impl AppInfo for FakeHost {
    fn version(&self) -> String {
        "1.2.3".to_owned()
    }

    fn build(&self) -> String {
        self.build.lock().unwrap().clone()
    }

    fn languages(&self) -> Vec<String> {
        vec!["en-US".to_owned()]
    }

    fn number_locale(&self) -> Option<String> {
        None
    }

    fn list_separator(&self) -> Option<String> {
        None
    }

    fn platform(&self) -> Platform {
        Platform::Linux
    }

    fn desktop(&self) -> Desktop {
        Desktop::Kde
    }

    fn safe_mode(&self) -> bool {
        self.safe_mode.load(Ordering::SeqCst)
    }

    fn about_system(&self) -> String {
        "A system of tests".to_owned()
    }
}

impl Folders for FakeHost {
    fn data_folder(&self) -> PathBuf {
        self.elsewhere.clone().unwrap_or_else(|| self.folder.0.path().to_owned())
    }

    fn log_folder(&self) -> PathBuf {
        self.folder.0.path().join("logs")
    }

    fn open_folder(&self, folder: &Path) -> Result<(), Problem> {
        self.opened_folders.lock().unwrap().push(folder.to_owned());
        Ok(())
    }

    fn remove_files(&self) -> Result<(), Problem> {
        self.removed.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

impl SettingsStore for FakeHost {
    fn settings_set_aside(&self) -> Option<String> {
        None
    }

    fn read_setting(&self, name: &str) -> Result<Option<Value>, Problem> {
        Ok(self.settings.lock().unwrap().get(name).cloned())
    }

    fn write_setting(&self, name: &str, value: Value) -> Result<(), Problem> {
        if self.full_disk.load(Ordering::SeqCst) {
            return Err(Problem::new(ProblemCode::StorageFailed));
        }
        if let Some(left) = self.writes_left.lock().unwrap().as_mut() {
            *left = left.checked_sub(1).ok_or_else(|| Problem::new(ProblemCode::StorageFailed))?;
        }
        self.settings.lock().unwrap().insert(name.to_owned(), value);
        Ok(())
    }
}

impl Window for FakeHost {
    fn show_window(&self) {
        self.shown.fetch_add(1, Ordering::SeqCst);
    }

    fn apply_theme(&self, theme: Theme) {
        *self.theme.lock().unwrap() = Some(theme);
    }

    fn apply_zoom(&self, zoom: Zoom) {
        *self.zoom.lock().unwrap() = Some(zoom);
    }

    fn close_window(&self) {
        self.closed.fetch_add(1, Ordering::SeqCst);
    }

    fn show_menu(&self, menu: &[MenuGroup]) {
        *self.menu.lock().unwrap() = menu.to_vec();
    }

    fn show_progress(&self, progress: Option<f64>) {
        self.progress.lock().unwrap().push(progress);
    }

    fn print_window(&self) -> Result<(), Problem> {
        self.printed.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    fn prints_to_files(&self) -> bool {
        self.prints_to_files.load(Ordering::SeqCst)
    }

    /// The file of a document has its HTML between the marks of a PDF file.
    fn print_document(&self, html: String, file: Option<PathBuf>) -> Pending<'_, Result<(), Problem>> {
        match file {
            Some(file) => fs::write(file, format!("%PDF-1.7\n{html}\n%%EOF\n")).unwrap(),
            None => self.printed_documents.lock().unwrap().push(html),
        }
        self.printing_begun.notify_one();
        let hangs = self.printing_hangs.load(Ordering::SeqCst);
        Box::pin(async move { if hangs { std::future::pending().await } else { Ok(()) } })
    }
}

impl Dialogs for FakeHost {
    fn ask(&self, question: Question, _: Language) -> Pending<'_, bool> {
        self.asked.lock().unwrap().push(question);
        Box::pin(async {
            let _answered = self.dialog.lock().await;
            !self.says_no.load(Ordering::SeqCst)
        })
    }

    fn choose_new_file<'a>(
        &'a self,
        name: &'a str,
        extension: &'a str,
    ) -> Pending<'a, Result<Option<PathBuf>, Problem>> {
        assert!(name.ends_with(&format!(".{extension}")), "{name}");
        Box::pin(async { Ok(self.new_file.lock().unwrap().clone()) })
    }

    fn choose_file<'a>(&'a self, _: &'a [&'a str]) -> Pending<'a, Result<Option<PathBuf>, Problem>> {
        Box::pin(async { Ok(self.file.lock().unwrap().clone()) })
    }
}

impl System for FakeHost {
    fn open_address(&self, address: &str) -> Result<(), Problem> {
        self.opened.lock().unwrap().push(address.to_owned());
        Ok(())
    }

    fn show_notice(&self, notice: &SystemNotification) -> Result<(), Problem> {
        self.notices.lock().unwrap().push(notice.clone());
        Ok(())
    }

    fn resolver(&self) -> Arc<dyn NameResolver> {
        self.names.lock().unwrap().clone().unwrap_or_else(|| Arc::new(SystemResolver))
    }
}

impl Updater for FakeHost {
    fn update_way(&self) -> UpdateMethod {
        if self.update_address.lock().unwrap().is_some() { UpdateMethod::Own } else { UpdateMethod::Unsigned }
    }

    fn update_address(&self) -> Option<Url> {
        self.update_address.lock().unwrap().clone()
    }

    /// A listing says whether it is newer, and its signature is the package itself.
    fn newer_version(&self, listing: &Value) -> Result<Option<AvailableUpdate>, Problem> {
        let version = listing["version"].as_str().ok_or_else(|| Problem::new(ProblemCode::UpdateFailed))?.to_owned();
        let release = Release { version, notes: "Faster.".to_owned(), published: None, page: None };
        let package = listing["package"].as_str().map(|address| address.parse().unwrap());
        Ok((listing["newer"] == true).then_some(AvailableUpdate { release, package }))
    }

    fn check_package(&self, listing: &Value, package: &[u8]) -> Result<(), Problem> {
        let is_signed = listing["signature"].as_str().unwrap().as_bytes() == package;
        if is_signed { Ok(()) } else { Err(Problem::new(ProblemCode::UpdateUntrusted)) }
    }

    fn install_package(&self, listing: &Value, package: &[u8]) -> Result<(), Problem> {
        self.check_package(listing, package)?;
        if let Some(word) = self.install_waits.lock().unwrap().take() {
            word.recv().unwrap();
        }
        if self.full_disk.load(Ordering::SeqCst) {
            return Err(Problem::new(ProblemCode::UpdateFailed));
        }
        self.installed.lock().unwrap().push(package.to_owned());
        Ok(())
    }

    fn restart(&self) {
        self.restarts.fetch_add(1, Ordering::SeqCst);
    }
}

impl Clipboard for FakeHost {
    fn copy_secret(&self, secret: &Secret) -> Result<(), Problem> {
        *self.copied.lock().unwrap() = Some(secret.clone());
        Ok(())
    }

    fn clear_copied(&self) {
        *self.copied.lock().unwrap() = None;
    }
}

impl SampleHost for FakeHost {
    fn start_sample(&self) -> Pending<'_, Result<SampleAccess, Problem>> {
        Box::pin(async {
            let mut sample = self.sample.lock().await;
            let service = match sample.take() {
                Some(service) => service,
                None => service().await,
            };
            let access = SampleAccess { base_url: service.base_url(), key: Secret::from(service.key()) };
            *sample = Some(service);
            Ok(access)
        })
    }

    fn reset_sample(&self) -> Pending<'_, Result<(), Problem>> {
        Box::pin(async {
            self.sample.lock().await.as_ref().unwrap().reset().await.unwrap();
            Ok(())
        })
    }

    fn sample_past(&self) -> Pending<'_, Result<Vec<SampleState>, Problem>> {
        Box::pin(async {
            let past = match self.sample.lock().await.as_ref() {
                Some(service) => service.history().await.unwrap(),
                None => Vec::new(),
            };
            let state = |HistoryState { at, id, answer }| SampleState { at, id, answer };
            Ok(past.into_iter().map(state).collect())
        })
    }

    fn stop_sample(&self) -> Pending<'_, ()> {
        Box::pin(async {
            if let Some(service) = self.sample.lock().await.take() {
                service.stop().await;
            }
        })
    }
}

/// A test that fails meanwhile ends, too.
const LONGEST_HOLD: Duration = Duration::from_mins(1);

#[derive(Clone, Default)]
pub struct FakeKeychain {
    pub kept: Arc<Mutex<HashMap<String, Secret>>>,
    pub missing: Arc<AtomicBool>,
    keeps_all: Arc<AtomicBool>,
    holds_deletes: Arc<AtomicBool>,
    /// If set, the next delete of several waits for this failure.
    pub prompt: Arc<Mutex<Option<std::sync::mpsc::Receiver<SecretError>>>>,
    reads: Arc<AtomicUsize>,
}

impl FakeKeychain {
    fn act<T>(&self, act: impl FnOnce(&mut HashMap<String, Secret>) -> T) -> Result<T, SecretError> {
        if self.missing.load(Ordering::SeqCst) {
            return Err(SecretError::Missing("no keychain here".to_owned()));
        }
        Ok(act(&mut self.kept.lock().unwrap()))
    }

    /// The number of reads of a key.
    pub fn reads(&self) -> usize {
        self.reads.load(Ordering::SeqCst)
    }

    pub fn set_missing(&self, missing: bool) {
        self.missing.store(missing, Ordering::SeqCst);
    }

    /// Makes deletes fail.
    pub fn keep_all(&self, keeps_all: bool) {
        self.keeps_all.store(keeps_all, Ordering::SeqCst);
    }

    /// Makes deletes wait, as for the user to unlock it.
    pub fn hold_deletes(&self, holds: bool) {
        self.holds_deletes.store(holds, Ordering::SeqCst);
    }

    pub fn keys(&self) -> Vec<String> {
        self.kept.lock().unwrap().values().map(|key| key.expose().to_owned()).collect()
    }
}

impl SecretStore for FakeKeychain {
    fn read(&self, account: &str) -> Result<Option<Secret>, SecretError> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        self.act(|kept| kept.get(account).cloned())
    }

    fn write(&self, account: &str, secret: &Secret) -> Result<(), SecretError> {
        self.act(|kept| {
            kept.insert(account.to_owned(), secret.clone());
        })
    }

    fn delete(&self, account: &str) -> Result<(), SecretError> {
        let begun = std::time::Instant::now();
        while self.holds_deletes.load(Ordering::SeqCst) && begun.elapsed() < LONGEST_HOLD {
            std::thread::sleep(Duration::from_millis(5));
        }
        if self.keeps_all.load(Ordering::SeqCst) {
            return Err(SecretError::Failed("it keeps everything".to_owned()));
        }
        self.act(|kept| {
            kept.remove(account);
        })
    }

    fn delete_where(&self, is_unwanted: &dyn Fn(&str) -> bool) -> Result<(), SecretError> {
        let prompt = self.prompt.lock().unwrap().take();
        if let Some(failure) = prompt {
            return Err(failure.recv().unwrap());
        }
        self.act(|kept| kept.retain(|account, _| !is_unwanted(account)))
    }
}

/// An app with its settings and keychain, which outlive it.
pub struct App {
    pub core: Arc<Core>,
    pub host: Arc<FakeHost>,
    pub keychain: FakeKeychain,
}

impl App {
    pub fn new() -> Self {
        Self::over(Arc::default(), FakeKeychain::default())
    }

    pub fn over(host: Arc<FakeHost>, keychain: FakeKeychain) -> Self {
        Self::timed(host, keychain, TIMING)
    }

    pub fn timed(host: Arc<FakeHost>, keychain: FakeKeychain, timing: Timing) -> Self {
        let core = Core::timed(Arc::clone(&host) as Arc<dyn Host>, Secrets::new(keychain.clone()), timing);
        Self { core, host, keychain }
    }

    /// The app closed and started again.
    pub fn restarted(self) -> Self {
        let Self { core, host, keychain } = self;
        drop(core);
        Self::over(host, keychain)
    }

    /// With a saved connection to a service.
    pub async fn connected(service: &SampleService) -> (Self, Connection) {
        Self::connected_to(&service.base_url(), service.key()).await
    }

    /// With a saved connection to a service behind a gate.
    pub async fn connected_to(base_url: &str, key: &str) -> (Self, Connection) {
        let app = Self::new();
        let connection = app.core.connection_save(draft(base_url, key)).await.unwrap();
        (app, connection)
    }

    /// With a library that has all reports of a service; returns the connection's id and the reports.
    pub async fn knowing(service: &SampleService) -> (Self, String, Vec<ReportRow>) {
        let (app, Connection { id, .. }) = Self::connected(service).await;
        let mut all = Vec::new();
        for page in 1.. {
            let query = ReportQuery { page: Some(page), per_page: PageSize::Hundred, ..ReportQuery::default() };
            let read = app.core.reports_list(ListReports { connection: id.clone(), query }).await.unwrap();
            all.extend(read.rows);
            if !read.has_next {
                break;
            }
        }
        app.core.library_flush().await;
        (app, id, all)
    }

    /// Lets the user choose a new file, in a folder of its own next to the app's.
    pub fn choose(&self, name: &str) -> PathBuf {
        let folder = self.host.folder.0.path().join("files");
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join(name);
        *self.host.new_file.lock().unwrap() = Some(file.clone());
        file
    }

    pub fn settings_text(&self) -> String {
        format!("{:?}", self.host.settings.lock().unwrap())
    }
}

/// Moves or deletes a file that a closed app may still hold open, which Windows refuses until then.
/// A file that is gone is left.
pub async fn once_closed(act: impl Fn() -> io::Result<()>) {
    for _ in 0..500 {
        match act() {
            Ok(()) => return,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
    act().unwrap();
}

pub fn draft(base_url: &str, key: &str) -> ConnectionDraft {
    ConnectionDraft {
        id: None,
        name: "Mine".to_owned(),
        base_url: base_url.to_owned(),
        allow_insecure: false,
        key: (!key.is_empty()).then(|| Secret::from(key)),
        key_place: KeyPlace::Keychain,
        network: NetworkDraft::default(),
        service: None,
    }
}

/// So many reports, without delay or a rate limit that a test reaches.
pub fn config_of(reports: u32) -> Config {
    Config {
        key: Some(KEY.to_owned()),
        delay: Duration::ZERO,
        reports,
        requests_per_minute: 1_000_000,
        ..Config::default()
    }
}

/// A sample service of [`config_of`].
pub async fn service_of(reports: u32) -> SampleService {
    SampleService::start(config_of(reports)).await.unwrap()
}

/// A fast sample service with a known key and recorded requests.
pub async fn service() -> SampleService {
    let config = Config { key: Some(KEY.to_owned()), delay: Duration::ZERO, control: true, ..Config::default() };
    SampleService::start(config).await.unwrap()
}
