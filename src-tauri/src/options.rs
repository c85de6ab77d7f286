//! The command line.

use std::ffi::OsString;

/// How the app was asked to start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Open the sample workspace.
    pub sample: bool,
}

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Wish {
    /// The window.
    Run(Options),
    /// A text and nothing else.
    Say(String),
}

const HELP: &str = "\
Assay: manage the reports and projects of a page-quality service

Usage: assay [OPTIONS]

Options:
  --sample   Open the sample workspace, whose data is made up
  --version  Say the version
  --help     Say this";

/// Reads the words behind the program's name; the error says which one is not known.
pub fn read(words: impl Iterator<Item = OsString>) -> Result<Wish, String> {
    let mut options = Options::default();
    for word in words {
        match word.to_str() {
            Some("--sample") => options.sample = true,
            Some("--version" | "-V") => return Ok(Wish::Say(format!("Assay {}", env!("CARGO_PKG_VERSION")))),
            Some("--help" | "-h") => return Ok(Wish::Say(HELP.to_owned())),
            _ => return Err(format!("assay: {} is not known here. Try --help.", word.display())),
        }
    }
    Ok(Wish::Run(options))
}

#[cfg(test)]
mod tests {
    use super::{Options, Wish, read};

    fn words(line: &str) -> Result<Wish, String> {
        read(line.split_whitespace().map(Into::into))
    }

    #[test]
    fn each_option_is_known_and_nothing_else_is() {
        assert_eq!(words(""), Ok(Wish::Run(Options { sample: false })));
        assert_eq!(words("--sample"), Ok(Wish::Run(Options { sample: true })));
        assert!(matches!(words("--sample --version"), Ok(Wish::Say(text)) if text.starts_with("Assay ")));
        assert!(matches!(words("--help"), Ok(Wish::Say(text)) if text.contains("--sample")));
        assert!(words("--smaple").is_err_and(|text| text.contains("--smaple")));
    }
}
