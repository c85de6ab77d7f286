//! Detects an `AppImage`, which has no installation.

use std::{io, path::PathBuf};

use tauri::{Env, utils::platform};

/// The `AppImage` of this program. Its child processes inherit the variables, but are not that
/// file.
#[cfg(target_os = "linux")]
pub fn file(env: &Env) -> Option<PathBuf> {
    let (file, folder) = (env.appimage.as_ref()?, env.appdir.as_ref()?);
    let program = std::env::current_exe().ok()?;
    program.starts_with(folder).then(|| file.into())
}

/// Always `None` on other systems.
#[cfg(not(target_os = "linux"))]
pub fn file(_: &Env) -> Option<PathBuf> {
    None
}

/// Removes the variables of another `AppImage`, which the framework would start again.
#[cfg(target_os = "linux")]
pub fn drop_others(env: &mut Env) {
    if file(env).is_none() {
        (env.appimage, env.appdir) = (None, None);
    }
}

/// The command that starts this program again.
pub fn program(env: &Env) -> io::Result<PathBuf> {
    if let Some(file) = file(env) {
        return Ok(file);
    }
    // The path at the start: on Linux, that of a replaced file has changed. On macOS, there is none
    // below a link.
    platform::current_exe().or_else(|_| std::env::current_exe())
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::path::Path;

    use tauri::{Env, process};

    use super::{drop_others, file, program};

    #[test]
    fn the_variables_of_another_appimage_are_not_believed() {
        let this = std::env::current_exe().unwrap();
        let with = |appimage: Option<&str>, appdir: Option<&Path>| {
            let mut env = Env::default();
            (env.appimage, env.appdir) = (appimage.map(Into::into), appdir.map(Into::into));
            env
        };
        let mut own = with(Some("/apps/Assay.AppImage"), this.parent());
        assert_eq!(file(&own).as_deref(), Some(Path::new("/apps/Assay.AppImage")));
        assert_eq!(program(&own).unwrap(), Path::new("/apps/Assay.AppImage"));
        drop_others(&mut own);
        assert_eq!(process::current_binary(&own).unwrap(), Path::new("/apps/Assay.AppImage"));
        for mut env in [
            with(None, None),
            with(None, this.parent()),
            with(Some("/apps/Other.AppImage"), None),
            with(Some("/apps/Other.AppImage"), Some(Path::new("/tmp/.mount_Other"))),
        ] {
            assert_eq!((file(&env), program(&env).unwrap()), (None, this.clone()));
            drop_others(&mut env);
            assert_eq!(process::current_binary(&env).unwrap(), this);
        }
    }
}
