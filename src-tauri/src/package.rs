//! Installs packages of the system's package manager, with an administrator's permission.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use assay_model::{Problem, ProblemCode};
use tauri::utils::config::BundleType;

/// Where polkit and the package managers are.
const PROGRAMS: &str = "/usr/bin";

/// Package managers in the order of preference, with their arguments before the package. The first
/// ones also install what a new version needs in addition.
const FOR_DEB: [(&str, &[&str]); 2] = [("apt-get", &["install", "--yes", "--no-remove"]), ("dpkg", &["--install"])];
const FOR_RPM: [(&str, &[&str]); 3] = [
    ("dnf", &["install", "--assumeyes"]),
    ("zypper", &["--non-interactive", "install", "--allow-unsigned-rpm"]),
    ("rpm", &["--upgrade"]),
];

/// Of a package manager's last output, in characters.
const MAX_OUTPUT_LENGTH: usize = 2_000;

/// What pkexec returns if the user dismissed its question, or isn't permitted.
const NOT_PERMITTED: [i32; 2] = [126, 127];

/// Installs packages once polkit has asked for an administrator's permission.
pub struct PackageInstaller {
    pkexec: PathBuf,
    manager: PathBuf,
    args: &'static [&'static str],
    suffix: &'static str,
}

impl PackageInstaller {
    /// For this copy's kind of package; `None` if it has none, or the system has no polkit.
    pub fn of(bundle: Option<&BundleType>) -> Option<Self> {
        Self::with(bundle, Path::new(PROGRAMS))
    }

    /// With the programs of this folder.
    pub fn with(bundle: Option<&BundleType>, programs: &Path) -> Option<Self> {
        let (suffix, managers) = match bundle? {
            BundleType::Deb => (".deb", &FOR_DEB[..]),
            BundleType::Rpm => (".rpm", &FOR_RPM[..]),
            BundleType::AppImage | BundleType::App | BundleType::Dmg | BundleType::Nsis | BundleType::Msi => {
                return None;
            }
        };
        let pkexec = programs.join("pkexec");
        let (manager, args) =
            managers.iter().map(|(name, args)| (programs.join(name), *args)).find(|(manager, _)| manager.is_file())?;
        pkexec.is_file().then_some(Self { pkexec, manager, args, suffix })
    }

    /// Installs a verified package, and proves that the program is then of its version. May block
    /// as long as the user is asked.
    pub fn install(&self, package: &[u8], version: &str, program: &Path) -> Result<(), Problem> {
        // Only its user can read and write it.
        let mut file =
            tempfile::Builder::new().prefix("assay-").suffix(self.suffix).tempfile().map_err(|error| failed(&error))?;
        file.write_all(package).map_err(|error| failed(&error))?;
        // The other way to ask is in a terminal, where the user doesn't expect it.
        let mut command = Command::new(&self.pkexec);
        command.arg("--disable-internal-agent").arg(&self.manager).args(self.args).arg(file.path());
        let output = command.stdin(Stdio::null()).output().map_err(|error| failed(&error))?;
        if !output.status.success() {
            let is_permitted = output.status.code().is_none_or(|code| !NOT_PERMITTED.contains(&code));
            let code = if is_permitted { ProblemCode::UpdateFailed } else { ProblemCode::UpdateNotPermitted };
            return Err(Problem::new(code).with_detail(last_words(&output)));
        }
        let shown =
            Command::new(program).arg("--version").stdin(Stdio::null()).output().map_err(|error| failed(&error))?;
        if String::from_utf8_lossy(&shown.stdout).trim() == format!("Assay {version}") {
            Ok(())
        } else {
            Err(failed(&format!("the package manager reported success, but the installed version isn’t {version}")))
        }
    }
}

fn failed(error: &impl ToString) -> Problem {
    Problem::new(ProblemCode::UpdateFailed).with_detail(error.to_string())
}

/// The exit status and the end of what a command printed.
fn last_words(Output { status, stdout, stderr }: &Output) -> String {
    let printed = if stderr.is_empty() { stdout } else { stderr };
    let printed = String::from_utf8_lossy(printed);
    let start = printed.char_indices().rev().take(MAX_OUTPUT_LENGTH).last().map_or(0, |(at, _)| at);
    format!("{status}: {}", printed[start..].trim())
}

#[cfg(test)]
#[cfg(unix)]
pub mod tests {
    use std::{fs, path::Path, process::Command};

    use assay_model::ProblemCode;
    use tauri::utils::config::BundleType;
    use tempfile::TempDir;

    use super::PackageInstaller;

    /// Writes a script, in a process of its own: a file that this one may still have open can't be run.
    pub fn stand_in(path: &Path, text: &str) {
        let write = r#"printf '#!/bin/sh\n%s\n' "$2" > "$1" && chmod 755 "$1""#;
        let status = Command::new("sh").args(["-c", write, "sh"]).arg(path).arg(text).status().unwrap();
        assert!(status.success());
    }

    /// A system whose pkexec runs this, with the paths of its folder in `$here`.
    fn system(managers: &[&str], pkexec: &str) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().display().to_string();
        stand_in(&folder.path().join("pkexec"), &format!("here='{here}'\n{pkexec}"));
        for manager in managers {
            stand_in(&folder.path().join(manager), "exit 1");
        }
        stand_in(&folder.path().join("assay"), "echo Assay 1.0.0");
        folder
    }

    /// Writes down how it was called and what the package is, and becomes the next version.
    const INSTALLS: &str = r#"
for file; do :; done
echo "$*" | sed "s|$file|FILE|; s|$here/||" > "$here/call"
echo "$file" > "$here/file"
ls -l "$file" | cut -c 1-10 > "$here/rights"
cat "$file" > "$here/package"
printf '#!/bin/sh\necho Assay 2.0.0\n' > "$here/assay""#;

    fn install(folder: &TempDir, bundle: &BundleType) -> Result<(), (ProblemCode, String)> {
        let installer = PackageInstaller::with(Some(bundle), folder.path()).unwrap();
        let outcome = installer.install(b"a package", "2.0.0", &folder.path().join("assay"));
        outcome.map_err(|problem| (problem.code, problem.detail.unwrap_or_default().into()))
    }

    #[test]
    fn a_package_is_installed_by_the_best_manager_with_fixed_arguments() {
        for (bundle, managers, call) in [
            (BundleType::Deb, &["apt-get", "dpkg"][..], "apt-get install --yes --no-remove FILE"),
            (BundleType::Deb, &["dpkg"], "dpkg --install FILE"),
            (BundleType::Rpm, &["dnf", "rpm"], "dnf install --assumeyes FILE"),
            (BundleType::Rpm, &["zypper", "rpm"], "zypper --non-interactive install --allow-unsigned-rpm FILE"),
            (BundleType::Rpm, &["rpm"], "rpm --upgrade FILE"),
        ] {
            let folder = system(managers, INSTALLS);
            assert_eq!(install(&folder, &bundle), Ok(()), "{call}");
            let read = |name| fs::read_to_string(folder.path().join(name)).unwrap().trim().to_owned();
            assert_eq!(read("call"), format!("--disable-internal-agent {call}"));
            assert_eq!((read("rights"), read("package")), ("-rw-------".to_owned(), "a package".to_owned()));
            let suffix = if bundle == BundleType::Deb { ".deb" } else { ".rpm" };
            assert!(read("file").ends_with(suffix) && !Path::new(&read("file")).exists(), "it is gone again");
        }
    }

    #[test]
    fn a_dismissed_question_is_no_failure_of_the_package_manager() {
        for (pkexec, code) in [
            ("echo Dismissed >&2; exit 126", ProblemCode::UpdateNotPermitted),
            ("echo No agent >&2; exit 127", ProblemCode::UpdateNotPermitted),
            ("echo Broken; exit 100", ProblemCode::UpdateFailed),
            ("kill -9 $$", ProblemCode::UpdateFailed),
        ] {
            let (found, detail) = install(&system(&["dpkg"], pkexec), &BundleType::Deb).unwrap_err();
            assert_eq!(found, code, "{pkexec}");
            assert!(
                pkexec.starts_with("kill") || detail.contains(pkexec.split([' ', ';']).nth(1).unwrap()),
                "{detail}"
            );
        }
        let long = "yes | head -c 1000000 >&2; echo the end >&2; exit 100";
        let (_, detail) = install(&system(&["dpkg"], long), &BundleType::Deb).unwrap_err();
        assert!(detail.ends_with("the end") && detail.len() < 2_100);
    }

    #[test]
    fn success_is_what_the_installed_program_says() {
        let (code, detail) = install(&system(&["dpkg"], "exit 0"), &BundleType::Deb).unwrap_err();
        assert_eq!(code, ProblemCode::UpdateFailed);
        assert!(detail.contains("isn’t 2.0.0"), "{detail}");
    }

    #[test]
    fn only_packages_are_installed_and_only_with_polkit() {
        let folder = system(&["apt-get"], "");
        let is_there = |bundle: Option<&BundleType>| PackageInstaller::with(bundle, folder.path()).is_some();
        assert!(is_there(Some(&BundleType::Deb)));
        assert!(!is_there(Some(&BundleType::Rpm)), "it has no manager for them");
        assert!(!is_there(Some(&BundleType::AppImage)) && !is_there(None));
        fs::remove_file(folder.path().join("pkexec")).unwrap();
        assert!(!is_there(Some(&BundleType::Deb)));
    }
}
