//! The sample service on its own.

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

use assay_sample_service::{Config, SampleService, StartError};
use lexopt::prelude::{Long, Short, ValueExt};

const HELP: &str = "\
A service to try Assay on. Its data is made up. It listens on this computer only.

Usage: assay-sample-service [options]

  --port P        port to listen on; default: a free one
  --path P        path of the base address, such as /tools/seo; default: none
  --key K         API key; default: a random one
  --database F    file to keep the data in; default: in memory
  --seed N        what the data start from; default: 1
  --reports N     how many reports an empty database gets; default: 240
  --delay-ms N    how long an analysis takes, in milliseconds; default: 1200
  --quota N       how many reports may be created in a month; default: 500
  --rate N        how many requests are answered in a minute; default: 600
  --control       for tests: whoever can reach it may change what it plays (GET, PUT and DELETE /control) and see what
                  it was asked (GET and DELETE /control/requests); its README.md says how
  -h, --help      show this
";

enum Command {
    Run(Box<Config>),
    Help,
}

#[tokio::main]
async fn main() -> ExitCode {
    match command(lexopt::Parser::from_env()) {
        Ok(Command::Run(config)) => match run(*config).await {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&error.to_string(), 1),
        },
        Ok(Command::Help) => say(HELP).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS),
        Err(error) => fail(&format!("{error}\nTry --help."), 2),
    }
}

fn command(mut arguments: lexopt::Parser) -> Result<Command, lexopt::Error> {
    let mut config = Config::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("port") => {
                config.address = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.value()?.parse()?));
            }
            Long("path") => config.path = arguments.value()?.string()?,
            Long("key") => config.key = Some(arguments.value()?.string()?),
            Long("database") => {
                let file = arguments.value()?;
                // SQLite treats an empty name as a temporary file.
                if file.is_empty() {
                    return Err("--database needs the name of a file".into());
                }
                config.database = Some(file.into());
            }
            Long("seed") => config.seed = arguments.value()?.parse()?,
            Long("reports") => config.reports = arguments.value()?.parse()?,
            Long("delay-ms") => config.delay = Duration::from_millis(arguments.value()?.parse()?),
            Long("quota") => config.quota = arguments.value()?.parse()?,
            Long("rate") => config.requests_per_minute = arguments.value()?.parse()?,
            Long("control") => config.control = true,
            Long("help") | Short('h') => return Ok(Command::Help),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Command::Run(Box::new(config)))
}

#[derive(Debug, thiserror::Error)]
enum RunError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    System(#[from] io::Error),
}

async fn run(config: Config) -> Result<(), RunError> {
    let service = SampleService::start(config).await?;
    say(&format!("Base address: {}\nAPI key: {}\n", service.base_url(), service.key()))?;
    told_to_stop().await?;
    service.stop().await;
    Ok(())
}

#[cfg(unix)]
async fn told_to_stop() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => interrupted,
        _ = terminate.recv() => Ok(()),
    }
}

#[cfg(not(unix))]
async fn told_to_stop() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}

fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn fail(text: &str, code: u8) -> ExitCode {
    // Without an error output, only the exit code is left.
    let _ = writeln!(io::stderr(), "assay-sample-service: {text}");
    ExitCode::from(code)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use super::{Command, command};

    fn parsed(arguments: &[&str]) -> Result<Command, String> {
        command(lexopt::Parser::from_args(arguments)).map_err(|e| e.to_string())
    }

    #[test]
    fn reads_every_option() {
        let line = "--port 4100 --path /a --key k --database a.db --seed 7 --reports 3 --delay-ms 5 --quota 9 --rate=11 --control";
        let Ok(Command::Run(config)) = parsed(&line.split(' ').collect::<Vec<_>>()) else { panic!("not read") };
        assert_eq!(config.address.to_string(), "127.0.0.1:4100");
        assert_eq!((config.path.as_str(), config.key.as_deref()), ("/a", Some("k")));
        assert_eq!(config.database, Some(PathBuf::from("a.db")));
        assert_eq!((config.seed, config.reports), (7, 3));
        assert_eq!(config.delay, Duration::from_millis(5));
        assert_eq!((config.quota, config.requests_per_minute), (9, 11));
        assert!(config.control && matches!(parsed(&[]), Ok(Command::Run(config)) if !config.control));
    }

    #[test]
    fn help_is_help() {
        assert!(matches!(parsed(&["-h"]), Ok(Command::Help)));
        assert!(matches!(parsed(&["--port", "1", "--help"]), Ok(Command::Help)));
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        for arguments in [
            &["--prot", "1"][..],
            &["x"],
            &["--port"],
            &["--port", "70000"],
            &["--seed", "-1"],
            &["--database", ""],
            &["-p"],
        ] {
            assert!(parsed(arguments).is_err(), "{arguments:?}");
        }
    }
}
