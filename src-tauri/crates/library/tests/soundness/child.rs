//! A child process that uses a library, for killing it or running several.

use std::{
    env,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use assay_library::{Library, LibraryError, Result};
use assay_model::LibraryQuery;

mod made;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["walk", file] => progress(&library(file)),
        ["take", file, scope, from, to] => match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) => (from..to).try_for_each(|page| take(&library(file), scope, page)),
            _ => Err(LibraryError::Failed("no numbers".into())),
        },
        ["look", file] => look(&library(file)),
        _ => Err(LibraryError::Failed("walk FILE | take FILE SCOPE FROM TO | look FILE".into())),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn library(file: &str) -> Library {
    Library::open(Path::new(file)).library
}

/// Ingests page after page, and prints each.
fn progress(library: &Library) -> Result<()> {
    let progress = library.scope(made::SCOPE).sync_record()?.progress;
    let begin = progress.map_or(0, |progress| progress.done / made::NEW_ON_PAGE);
    for page in begin.. {
        library.scope(made::SCOPE).ingest_first_page(&made::page(page), made::time(page), &made::progress(page))?;
        say(page)?;
    }
    Ok(())
}

fn take(library: &Library, scope: &str, page: u32) -> Result<()> {
    library.scope(scope).ingest(&made::page(page), made::time(page)).map(|_| ())
}

/// Prints the library's state, its number of reports, and the result of a write.
fn look(library: &Library) -> Result<()> {
    let state = library.info().state;
    let listed = library.list(&LibraryQuery::default(), made::time(0)).map(|page| page.total);
    let written = library.scope(made::SCOPE).ingest(&made::page(0), made::time(0));
    say(format!("{state:?} {listed:?} {written:?}"))
}

fn say(what: impl std::fmt::Display) -> Result<()> {
    let mut to = io::stdout().lock();
    writeln!(to, "{what}").and_then(|()| to.flush()).map_err(|error| LibraryError::Failed(error.to_string()))
}
