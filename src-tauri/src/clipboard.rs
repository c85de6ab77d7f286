//! Copies secrets to the clipboard: out of its history if possible, and cleared soon.

use std::{
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use arboard::Clipboard;
#[cfg(target_os = "macos")]
use arboard::SetExtApple;
#[cfg(target_os = "linux")]
use arboard::SetExtLinux;
#[cfg(windows)]
use arboard::SetExtWindows;
use assay_model::{Problem, ProblemCode, Secret};

/// How long a secret stays on the clipboard.
const CLEAR_AFTER: Duration = Duration::from_mins(1);

/// For another program that blocks clearing the clipboard when the app closes.
const CLEAR_TIMEOUT: Duration = Duration::from_millis(500);

/// Sends commands to the thread that owns the clipboard: on some systems the content lives only as
/// long as its owner.
#[derive(Default)]
pub struct SecretClipboard(Mutex<Option<Sender<ClipboardCommand>>>);

enum ClipboardCommand {
    Copy(Secret, Sender<Result<(), String>>),
    Clear(Sender<()>),
}

impl SecretClipboard {
    /// Copies a secret to the clipboard for 60 seconds, or until it is replaced.
    pub fn copy(&self, secret: &Secret) -> Result<(), Problem> {
        let (reply, replied) = channel();
        let command = ClipboardCommand::Copy(secret.clone(), reply);
        {
            let mut commands = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let commands = commands.get_or_insert_with(|| start_worker(open_system_board, CLEAR_AFTER));
            commands.send(command).map_err(|fault| failed(fault.to_string()))?;
        }
        replied.recv().map_err(|fault| failed(fault.to_string()))?.map_err(failed)
    }

    /// Clears the clipboard now if a secret is still on it.
    pub fn clear(&self) {
        let (reply, replied) = channel();
        let commands = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if commands.is_some_and(|commands| commands.send(ClipboardCommand::Clear(reply)).is_ok())
            && replied.recv_timeout(CLEAR_TIMEOUT).is_err()
        {
            log::warn!("clearing the clipboard timed out");
        }
    }
}

fn failed(detail: String) -> Problem {
    Problem::new(ProblemCode::ClipboardFailed).with_detail(detail)
}

/// A clipboard for secrets.
trait Board {
    fn put(&mut self, secret: &Secret) -> Result<(), String>;
    fn has(&mut self, secret: &Secret) -> bool;
    fn clear(&mut self);
}

impl Board for Clipboard {
    fn put(&mut self, secret: &Secret) -> Result<(), String> {
        let set = self.set().exclude_from_history();
        #[cfg(windows)]
        let set = set.exclude_from_cloud().exclude_from_monitoring();
        set.text(secret.expose()).map_err(|error| error.to_string())
    }

    fn has(&mut self, secret: &Secret) -> bool {
        // Another text may be a secret, too.
        self.get_text().map(Secret::from).is_ok_and(|text| text.expose() == secret.expose())
    }

    fn clear(&mut self) {
        if let Err(error) = Clipboard::clear(self) {
            log::warn!("couldn't clear the clipboard: {error}");
        }
    }
}

fn open_system_board() -> Result<Clipboard, String> {
    Clipboard::new().map_err(|error| error.to_string())
}

/// Starts the clipboard's thread, which opens it on first use.
fn start_worker<B: Board>(
    open: impl Fn() -> Result<B, String> + Send + 'static,
    longest: Duration,
) -> Sender<ClipboardCommand> {
    let (commands, waiting) = channel();
    thread::spawn(move || run_worker(&waiting, open, longest));
    commands
}

fn run_worker<B: Board>(waiting: &Receiver<ClipboardCommand>, open: impl Fn() -> Result<B, String>, longest: Duration) {
    let mut board: Option<B> = None;
    let mut copied: Option<(Secret, Instant)> = None;
    loop {
        let command = match &copied {
            Some((_, until)) => waiting.recv_timeout(until.saturating_duration_since(Instant::now())),
            None => waiting.recv().map_err(RecvTimeoutError::from),
        };
        if !matches!(command, Ok(ClipboardCommand::Copy(..)))
            && let (Some((secret, _)), Some(board)) = (copied.take(), &mut board)
            && board.has(&secret)
        {
            board.clear();
        }
        match command {
            Ok(ClipboardCommand::Copy(secret, reply)) => {
                let put = match &mut board {
                    Some(board) => board.put(&secret),
                    None => open().and_then(|opened| board.insert(opened).put(&secret)),
                };
                if put.is_ok() {
                    copied = Some((secret, Instant::now() + longest));
                }
                // The caller may have been dropped.
                let _ = reply.send(put);
            }
            Ok(ClipboardCommand::Clear(reply)) => {
                let _ = reply.send(());
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            Arc, Mutex,
            mpsc::{Sender, channel},
        },
        thread,
        time::{Duration, Instant},
    };

    use assay_model::Secret;

    use super::{Board, ClipboardCommand, start_worker};

    /// A clipboard shared with other programs.
    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Option<String>>>);

    impl Board for Shared {
        fn put(&mut self, secret: &Secret) -> Result<(), String> {
            self.write(secret.expose());
            Ok(())
        }

        fn has(&mut self, secret: &Secret) -> bool {
            self.text().is_some_and(|text| text == secret.expose())
        }

        fn clear(&mut self) {
            *self.0.lock().unwrap() = None;
        }
    }

    impl Shared {
        fn write(&self, text: &str) {
            *self.0.lock().unwrap() = Some(text.to_owned());
        }

        fn text(&self) -> Option<String> {
            self.0.lock().unwrap().clone()
        }

        fn begin(&self, longest: Duration) -> Sender<ClipboardCommand> {
            let own = self.clone();
            start_worker(move || Ok(own.clone()), longest)
        }
    }

    fn copy(commands: &Sender<ClipboardCommand>, text: &str) -> Result<(), String> {
        let (reply, replied) = channel();
        commands.send(ClipboardCommand::Copy(Secret::from(text), reply)).unwrap();
        replied.recv().unwrap()
    }

    fn clear(commands: &Sender<ClipboardCommand>) {
        let (reply, replied) = channel();
        commands.send(ClipboardCommand::Clear(reply)).unwrap();
        replied.recv().unwrap();
    }

    const HOUR: Duration = Duration::from_hours(1);

    #[test]
    fn a_secret_is_taken_away_when_its_time_is_over() {
        let board = Shared::default();
        let begun = Instant::now();
        let commands = board.begin(Duration::from_millis(80));
        copy(&commands, "first").unwrap();
        thread::sleep(Duration::from_millis(40));
        copy(&commands, "second").unwrap();
        while board.text().is_some() {
            assert_eq!(board.text().as_deref().unwrap_or("second"), "second");
            thread::sleep(Duration::from_millis(2));
        }
        assert!(begun.elapsed() >= Duration::from_millis(120), "the second has a time of its own");
    }

    #[test]
    fn what_others_put_there_stays() {
        let board = Shared::default();
        let commands = board.begin(HOUR);
        copy(&commands, "secret").unwrap();
        board.write("theirs");
        clear(&commands);
        assert_eq!(board.text().as_deref(), Some("theirs"));
        // Nor is it treated as a secret later.
        board.write("secret");
        clear(&commands);
        assert_eq!(board.text().as_deref(), Some("secret"));
    }

    #[test]
    fn a_secret_is_taken_away_when_the_app_ends() {
        let board = Shared::default();
        let commands = board.begin(HOUR);
        clear(&commands);
        copy(&commands, "secret").unwrap();
        clear(&commands);
        assert_eq!(board.text(), None);
    }

    #[test]
    fn a_clipboard_that_cannot_be_opened_is_said_and_tried_again() {
        let tries = Arc::new(Mutex::new(0));
        let counted = Arc::clone(&tries);
        let open = move || {
            *counted.lock().unwrap() += 1;
            Err::<Shared, _>("no display".to_owned())
        };
        let commands = start_worker(open, HOUR);
        for _ in 0..2 {
            assert_eq!(copy(&commands, "secret"), Err("no display".to_owned()));
        }
        assert_eq!(*tries.lock().unwrap(), 2);
    }
}
