//! The command line.

use std::ffi::OsString;

use assay_model::OpenedLink;

/// How the app was asked to start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Opens the sample workspace.
    pub sample: bool,
    /// Starts with default preferences, without library and batches.
    pub safe_mode: bool,
    /// A link to open.
    pub link: Option<String>,
}

/// Options for deleting all of the app's data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Removal {
    /// Skips the confirmation.
    pub yes: bool,
    /// Leaves the keychain as it is.
    pub leave_keys: bool,
}

/// The command of the command line.
#[derive(Debug, PartialEq, Eq)]
pub enum CliCommand {
    /// Opens the window.
    Run(Options),
    /// Deletes all of the app's data.
    Remove(Removal),
    /// Prints a text.
    Say(String),
}

/// Starts in safe mode.
pub const SAFE_MODE: &str = "--safe-mode";

const HELP: &str = "\
Assay: manage the reports and projects of a page-quality service

Usage: assay [OPTIONS]
       assay LINK
       assay --remove-data [--yes] [--leave-keys]

LINK is a link to a report, such as assay://report/CONNECTION/ID. If Assay is already open, the link
opens in that window.

Options:
  --sample       Open the sample workspace, which has sample data
  --safe-mode    Start with default preferences and without the library and batches, for troubleshooting
  --remove-data  Delete all your Assay data on this computer, including keys and passwords
  --yes          Delete without asking; required if there is no terminal, and on Windows
  --leave-keys   Keep the keys and passwords in the keychain
  --version      Show the version
  --help         Show this help";

/// Parses the arguments; the error describes what is invalid.
pub fn read(words: impl Iterator<Item = OsString>) -> Result<CliCommand, String> {
    let words: Vec<_> = words.collect();
    // A link must not be able to inject options: all others are ignored.
    if let Some(link) = words.iter().filter_map(|word| word.to_str()).find(|word| OpenedLink::is_meant(word)) {
        return Ok(CliCommand::Run(Options { link: Some(link.to_owned()), ..Options::default() }));
    }
    let (mut options, mut removal, mut removes) = (Options::default(), Removal::default(), false);
    for word in words {
        match word.to_str() {
            Some("--sample") => options.sample = true,
            Some(SAFE_MODE) => options.safe_mode = true,
            Some("--remove-data") => removes = true,
            Some("--yes") => removal.yes = true,
            Some("--leave-keys") => removal.leave_keys = true,
            Some("--version" | "-V") => return Ok(CliCommand::Say(format!("Assay {}", env!("CARGO_PKG_VERSION")))),
            Some("--help" | "-h") => return Ok(CliCommand::Say(HELP.to_owned())),
            _ => return Err(format!("assay: unknown argument {}. Try --help.", word.display())),
        }
    }
    match (removes, options == Options::default(), removal == Removal::default()) {
        (true, true, _) => Ok(CliCommand::Remove(removal)),
        (false, _, true) => Ok(CliCommand::Run(options)),
        (true, false, _) => {
            Err("assay: --remove-data can’t be used with --sample or --safe-mode. Try --help.".to_owned())
        }
        (false, _, false) => Err("assay: --yes and --leave-keys require --remove-data. Try --help.".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{CliCommand, Options, Removal, read};

    fn words(line: &str) -> Result<CliCommand, String> {
        read(line.split_whitespace().map(Into::into))
    }

    #[test]
    fn each_option_is_known_and_nothing_else_is() {
        assert_eq!(words(""), Ok(CliCommand::Run(Options::default())));
        assert_eq!(words("--sample"), Ok(CliCommand::Run(Options { sample: true, ..Options::default() })));
        let both = Options { sample: true, safe_mode: true, link: None };
        assert_eq!(words("--safe-mode --sample"), Ok(CliCommand::Run(both)));
        assert!(matches!(words("--sample --version"), Ok(CliCommand::Say(text)) if text.starts_with("Assay ")));
        assert!(matches!(words("--help"), Ok(CliCommand::Say(text)) if text.contains("--sample")));
        assert!(words("--smaple").is_err_and(|text| text.contains("--smaple")));
    }

    #[test]
    fn everything_is_removed_only_by_its_own_word() {
        let remove = |yes, leave_keys| Ok(CliCommand::Remove(Removal { yes, leave_keys }));
        assert_eq!(words("--remove-data"), remove(false, false));
        assert_eq!(words("--yes --remove-data"), remove(true, false));
        assert_eq!(words("--remove-data --yes --leave-keys"), remove(true, true));
        for line in ["--yes", "--leave-keys", "--remove-data --sample", "--remove-data --safe-mode", "--sample --yes"] {
            assert!(words(line).is_err(), "{line}");
        }
    }

    #[test]
    fn beside_a_link_nothing_counts() {
        let link =
            || Ok(CliCommand::Run(Options { link: Some("assay://report/x/1".to_owned()), ..Options::default() }));
        for line in ["assay://report/x/1", "assay://report/x/1 --remove-data --yes", "--remove-data assay://report/x/1"]
        {
            assert_eq!(words(line), link(), "{line}");
        }
        let unusable = Options { link: Some("ASSAY:".to_owned()), ..Options::default() };
        assert_eq!(words("ASSAY: --smaple"), Ok(CliCommand::Run(unusable)));
        assert!(words("https://example.com").is_err());
    }
}
