//! Chooses how `WebKitGTK` renders. With some graphics drivers its default leaves the window blank.
//! Each start saves what it tries, and the first paint clears that: if it is still there at the
//! next start, nothing was painted.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use serde::{Deserialize, Serialize};

use crate::{folders, removal};

/// The file of the choice in the data folder.
const FILE: &str = "renderer.json";

const DMABUF_OFF: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
const COMPOSITING_OFF: &str = "WEBKIT_DISABLE_COMPOSITING_MODE";

/// Marks variables set by Assay, so that a restarted process doesn't treat them as the user's.
const RENDERER_VARIABLE: &str = "ASSAY_RENDERER";

/// Kernel modules of graphics drivers.
const DRIVERS: [&str; 14] = [
    "amdgpu",
    "asahi",
    "i915",
    "lima",
    "msm",
    "nouveau",
    "nvidia",
    "panfrost",
    "radeon",
    "v3d",
    "vboxvideo",
    "virtio_gpu",
    "vmwgfx",
    "xe",
];

/// Drivers on which the default often fails.
const UNRELIABLE_DRIVERS: [&str; 2] = ["nouveau", "nvidia"];

/// The renderer of this start.
static START: OnceLock<Start> = OnceLock::new();

/// A renderer, fastest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Renderer {
    /// The webview's default.
    Usual,
    /// Without sharing buffers with the graphics driver.
    WithoutDmabuf,
    /// Without the graphics driver.
    WithoutCompositing,
}

impl Renderer {
    const SAFEST: Self = Self::WithoutCompositing;

    /// The next one to try.
    fn next(self) -> Self {
        match self {
            Self::Usual => Self::WithoutDmabuf,
            Self::WithoutDmabuf | Self::WithoutCompositing => Self::WithoutCompositing,
        }
    }

    fn variables(self) -> &'static [&'static str] {
        match self {
            Self::Usual => &[],
            Self::WithoutDmabuf => &[DMABUF_OFF],
            Self::WithoutCompositing => &[DMABUF_OFF, COMPOSITING_OFF],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Usual => "default",
            Self::WithoutDmabuf => "DMABUF off",
            Self::WithoutCompositing => "DMABUF and compositing off",
        }
    }
}

/// The system, on which the choice depends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct System {
    /// The webview's version.
    pub web_view: String,
    /// The graphics drivers, with versions if known.
    pub drivers: Vec<String>,
    /// Whether a driver offers to draw.
    pub has_gpu: bool,
    /// X11 or Wayland, from the session.
    pub session: String,
}

impl System {
    fn present() -> Self {
        let modules = fs::read_to_string("/proc/modules").unwrap_or_default();
        let version_of = |module: &str| fs::read_to_string(format!("/sys/module/{module}/version")).ok();
        Self {
            web_view: tauri::webview_version().unwrap_or_default(),
            drivers: drivers(&modules, version_of),
            has_gpu: has_render_node(),
            session: env::var("XDG_SESSION_TYPE").unwrap_or_default(),
        }
    }

    /// The first one to try.
    fn first(&self) -> Renderer {
        let is_troubled =
            |driver: &String| UNRELIABLE_DRIVERS.iter().any(|name| driver.split(' ').next() == Some(name));
        if self.drivers.iter().any(is_troubled) {
            Renderer::WithoutDmabuf
        } else if self.has_gpu {
            Renderer::Usual
        } else {
            // The processor would pretend to be a GPU, several times as slow as its own drawing.
            Renderer::WithoutCompositing
        }
    }
}

fn has_render_node() -> bool {
    let is_node = |entry: io::Result<fs::DirEntry>| {
        entry.is_ok_and(|entry| entry.file_name().as_encoded_bytes().starts_with(b"renderD"))
    };
    fs::read_dir("/dev/dri").is_ok_and(|mut entries| entries.any(is_node))
}

/// The graphics drivers among the kernel's modules.
fn drivers(modules: &str, version_of: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let loaded = modules.lines().filter_map(|line| line.split_whitespace().next());
    let mut drivers: Vec<_> = loaded
        .filter(|module| DRIVERS.contains(module))
        .map(|module| match version_of(module) {
            Some(version) => format!("{module} {}", version.trim()),
            None => module.to_owned(),
        })
        .collect();
    drivers.sort();
    drivers
}

/// Saved between starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct SavedRenderer {
    system: System,
    /// It has painted.
    works: Option<Renderer>,
    /// It is being tried and has not painted yet.
    trying: Option<Renderer>,
    /// The app restarts because the web process crashed.
    is_restart: bool,
}

impl SavedRenderer {
    /// The renderer of the next start.
    fn next(saved: Option<&Self>, system: &System) -> Renderer {
        match saved.filter(|saved| saved.system == *system) {
            Some(Self { trying: Some(blank), .. }) => blank.next(),
            Some(Self { works: Some(works), .. }) => *works,
            Some(Self { works: None, trying: None, .. }) | None => system.first(),
        }
    }

    fn read(file: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(file).ok()?).ok()
    }

    /// Returns whether it was saved.
    fn write(&self, file: &Path) -> bool {
        let temporary = file.with_extension("part");
        let text = serde_json::to_vec(self).unwrap_or_default();
        fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, file)).is_ok()
    }
}

/// The conditions of a start.
#[derive(Debug, Clone, Copy, Default)]
pub struct LaunchOptions {
    /// The user has set a rendering variable.
    pub has_own_choice: bool,
    /// Safe mode.
    pub is_safe: bool,
    /// The app is already running, so this start only focuses it.
    pub runs_already: bool,
}

/// A start with its renderer.
#[derive(Debug)]
pub struct Start {
    /// `None` for the user's own choice.
    renderer: Option<Renderer>,
    file: PathBuf,
    system: System,
    /// Whether the attempt was saved by this start.
    is_noted: bool,
    /// What the attempt replaced.
    earlier: Option<SavedRenderer>,
}

impl Start {
    /// Chooses a renderer, and saves the attempt.
    pub fn begin(folder: &Path, system: System, circumstances: LaunchOptions) -> Self {
        let LaunchOptions { has_own_choice, is_safe, runs_already } = circumstances;
        let file = folder.join(FILE);
        let without_note =
            |renderer, system| Self { renderer, file: file.clone(), system, is_noted: false, earlier: None };
        if has_own_choice {
            return without_note(None, system);
        }
        if is_safe {
            return without_note(Some(Renderer::SAFEST), system);
        }
        let saved = SavedRenderer::read(&file);
        let renderer = SavedRenderer::next(saved.as_ref(), &system);
        let is_restart = saved.as_ref().is_some_and(|saved| saved.is_restart);
        // During a restart the previous process still runs.
        if runs_already && !is_restart {
            return without_note(Some(renderer), system);
        }
        let works = saved.as_ref().filter(|saved| saved.system == system).and_then(|saved| saved.works);
        let note = SavedRenderer { system: system.clone(), works, trying: Some(renderer), is_restart: false };
        if note.write(&file) {
            return Self { renderer: Some(renderer), file, system, is_noted: true, earlier: saved };
        }
        // Without a saved attempt, use what works nearly everywhere.
        let renderer = if saved.is_some() { renderer } else { Renderer::WithoutDmabuf };
        without_note(Some(renderer), system)
    }

    /// Records that the renderer works.
    pub fn painted(&self) {
        if self.is_noted {
            let memory =
                SavedRenderer { system: self.system.clone(), works: self.renderer, trying: None, is_restart: false };
            if !memory.write(&self.file) {
                log::warn!("couldn't save the renderer");
            }
        }
    }

    /// Restores what was saved: the start failed for another reason.
    pub fn withdraw(&self) {
        if self.is_noted {
            let is_restored = match &self.earlier {
                Some(earlier) => earlier.write(&self.file),
                None => fs::remove_file(&self.file).is_ok(),
            };
            if !is_restored {
                log::warn!("couldn't restore the saved renderer");
            }
        }
    }

    /// Records a crash of the web process. Returns whether to restart with the next renderer, which
    /// is done only once.
    pub fn died(&self) -> bool {
        let memory =
            SavedRenderer { system: self.system.clone(), works: None, trying: self.renderer, is_restart: true };
        let is_restart = self.earlier.as_ref().is_some_and(|saved| saved.is_restart);
        self.is_noted && !is_restart && memory.write(&self.file)
    }

    fn describe(&self) -> String {
        self.renderer.map_or("set by environment variables".to_owned(), |renderer| renderer.name().to_owned())
    }
}

/// Chooses the renderer of this start. Must run before GTK starts, while there are no other threads
/// that read the environment.
pub fn begin(identifier: &str, is_safe: bool) {
    let is_set = |name| env::var_os(name).is_some();
    let is_own = is_set(RENDERER_VARIABLE);
    if is_own {
        for name in [DMABUF_OFF, COMPOSITING_OFF, RENDERER_VARIABLE] {
            glib::unsetenv(name);
        }
    }
    let folder = dirs::data_dir().unwrap_or_default().join(identifier);
    let circumstances = LaunchOptions {
        has_own_choice: !is_own && (is_set(DMABUF_OFF) || is_set(COMPOSITING_OFF)),
        is_safe,
        runs_already: removal::is_held(&folder),
    };
    if !circumstances.runs_already
        && let Err(error) = folders::make_private(&folder)
    {
        log::warn!("{error}");
    }
    let start = Start::begin(&folder, System::present(), circumstances);
    if let Some(renderer) = start.renderer {
        for name in renderer.variables().iter().chain([&RENDERER_VARIABLE]) {
            // Fails only for invalid names.
            let _ = glib::setenv(name, "1", true);
        }
    }
    // This is the only place that sets it.
    let _ = START.set(start);
}

/// Records that the window has painted.
pub fn painted() {
    if let Some(start) = START.get() {
        start.painted();
    }
}

/// Takes back the attempt of a start that failed before there was a window.
pub fn withdraw() {
    if let Some(start) = START.get() {
        start.withdraw();
    }
}

/// Records a crash of the web process. Returns whether to restart.
pub fn died() -> bool {
    START.get().is_some_and(Start::died)
}

/// Describes the renderer for diagnostics.
pub fn describe() -> String {
    START.get().map_or("not chosen yet".to_owned(), Start::describe)
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::{FILE, LaunchOptions, Renderer, Start, System, drivers};

    const USUAL: LaunchOptions = LaunchOptions { has_own_choice: false, is_safe: false, runs_already: false };

    fn system(drivers: &[&str]) -> System {
        let drivers = drivers.iter().map(|name| (*name).to_owned()).collect();
        System { web_view: "2.50.6".to_owned(), drivers, has_gpu: true, session: "wayland".to_owned() }
    }

    fn start(folder: &Path) -> Start {
        Start::begin(folder, system(&["i915"]), USUAL)
    }

    fn renderer(folder: &Path) -> Option<Renderer> {
        start(folder).renderer
    }

    #[test]
    fn a_start_that_painted_is_followed_by_the_same_one() {
        let folder = tempfile::tempdir().unwrap();
        for _ in 0..3 {
            let start = start(folder.path());
            assert_eq!(start.renderer, Some(Renderer::Usual));
            start.painted();
        }
    }

    #[test]
    fn a_start_that_never_painted_is_followed_by_the_next_until_one_paints() {
        let folder = tempfile::tempdir().unwrap();
        let tried = [(); 4].map(|()| renderer(folder.path()));
        let safest = Some(Renderer::WithoutCompositing);
        assert_eq!(tried, [Some(Renderer::Usual), Some(Renderer::WithoutDmabuf), safest, safest]);

        let folder = tempfile::tempdir().unwrap();
        drop(start(folder.path()));
        start(folder.path()).painted();
        assert_eq!(renderer(folder.path()), Some(Renderer::WithoutDmabuf), "it is remembered");
    }

    #[test]
    fn a_start_that_failed_for_another_reason_is_not_counted() {
        let folder = tempfile::tempdir().unwrap();
        start(folder.path()).withdraw();
        let first = start(folder.path());
        assert_eq!(first.renderer, Some(Renderer::Usual));
        first.painted();
        start(folder.path()).withdraw();
        let blank = start(folder.path());
        assert_eq!(blank.renderer, Some(Renderer::Usual));
        drop(blank);
        start(folder.path()).withdraw();
        assert_eq!(renderer(folder.path()), Some(Renderer::WithoutDmabuf));
    }

    #[test]
    fn another_driver_web_view_or_session_begins_again() {
        let folder = tempfile::tempdir().unwrap();
        drop(start(folder.path()));
        start(folder.path()).painted();
        let known = system(&["i915"]);
        for changed in [
            system(&["amdgpu"]),
            System { web_view: "2.52.0".to_owned(), ..known.clone() },
            System { session: "x11".to_owned(), ..known.clone() },
        ] {
            let other = tempfile::tempdir().unwrap();
            fs::copy(folder.path().join(FILE), other.path().join(FILE)).unwrap();
            assert_eq!(Start::begin(other.path(), changed, USUAL).renderer, Some(Renderer::Usual));
        }
        assert_eq!(Start::begin(folder.path(), known, USUAL).renderer, Some(Renderer::WithoutDmabuf));
    }

    #[test]
    fn nvidia_begins_without_dmabuf() {
        let modules = "nvidia_drm 1 0 - Live\nsnd 1 0 - Live\nnvidia 56 2 nvidia_drm, Live 0x0\ni915 1 0 - Live\n";
        let found = drivers(modules, |module| (module == "nvidia").then(|| "550.67\n".to_owned()));
        assert_eq!(found, ["i915", "nvidia 550.67"]);
        for troubled in [found, vec!["nouveau".to_owned()]] {
            let folder = tempfile::tempdir().unwrap();
            let system = System { drivers: troubled, ..system(&[]) };
            assert_eq!(Start::begin(folder.path(), system, USUAL).renderer, Some(Renderer::WithoutDmabuf));
        }
        assert_eq!(drivers("", |_| None), [""; 0]);
    }

    #[test]
    fn a_system_without_a_gpu_begins_without_compositing() {
        let begin = |drivers| {
            let folder = tempfile::tempdir().unwrap();
            let system = System { has_gpu: false, ..system(drivers) };
            Start::begin(folder.path(), system, USUAL).renderer
        };
        assert_eq!(begin(&[]), Some(Renderer::WithoutCompositing));
        assert_eq!(begin(&["vboxvideo"]), Some(Renderer::WithoutCompositing));
        assert_eq!(begin(&["nvidia 390.157"]), Some(Renderer::WithoutDmabuf), "it may draw without such a file");
    }

    #[test]
    fn a_folder_that_takes_no_note_gets_what_works_nearly_everywhere() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = folder.path().join("not/there");
        let start = start(&nowhere);
        assert_eq!(start.renderer, Some(Renderer::WithoutDmabuf));
        start.painted();
        assert!(!start.died(), "it would restart forever");
        assert_eq!(renderer(&nowhere), Some(Renderer::WithoutDmabuf));
    }

    #[test]
    fn what_the_user_set_wins_and_safe_mode_is_safest_and_neither_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let begin = |circumstances| Start::begin(folder.path(), system(&["i915"]), circumstances);
        let own = begin(LaunchOptions { has_own_choice: true, is_safe: true, ..USUAL });
        assert_eq!(own.renderer, None);
        let safe = begin(LaunchOptions { is_safe: true, ..USUAL });
        assert_eq!(safe.renderer, Some(Renderer::WithoutCompositing));
        for start in [own, safe] {
            start.painted();
            assert!(!start.died());
        }
        assert!(!folder.path().join(FILE).exists());
    }

    #[test]
    fn a_start_that_gives_way_to_an_open_window_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        start(folder.path()).painted();
        let before = fs::read(folder.path().join(FILE)).unwrap();
        let second = LaunchOptions { runs_already: true, ..USUAL };
        drop(Start::begin(folder.path(), system(&["i915"]), second));
        assert_eq!(fs::read(folder.path().join(FILE)).unwrap(), before);
    }

    #[test]
    fn a_web_process_that_dies_leads_to_one_new_start_with_the_next_renderer() {
        let folder = tempfile::tempdir().unwrap();
        let first = start(folder.path());
        first.painted();
        assert!(first.died());
        // The previous process still runs.
        let again = LaunchOptions { runs_already: true, ..USUAL };
        let second = Start::begin(folder.path(), system(&["i915"]), again);
        assert_eq!(second.renderer, Some(Renderer::WithoutDmabuf));
        assert!(!second.died(), "once");
        second.painted();
        let third = start(folder.path());
        assert_eq!(third.renderer, Some(Renderer::WithoutDmabuf));
        assert!(third.died(), "another day");
    }

    #[test]
    fn a_damaged_note_is_none() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "{\"trying\":").unwrap();
        assert_eq!(renderer(folder.path()), Some(Renderer::Usual));
    }
}
