//! An unreliable connection to a service: responses get lost, and requests arrive late.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::sleep,
};

pub struct RoughWay {
    pub base_url: String,
    lost: Arc<AtomicU32>,
}

/// The fate of a create.
#[derive(Debug, Clone, Copy)]
enum Fate {
    /// Arrives, with its response.
    Whole,
    /// Is lost.
    Dropped,
    /// Arrives, without its response.
    Unanswered,
    /// Arrives, with half of its response.
    Cut,
    /// Arrives after the client may have given up.
    Late,
}

/// The delay.
pub const LATE: Duration = Duration::from_millis(2500);

impl RoughWay {
    /// Starts a connection on which one in `one_in` creates fails, as many are late, and all are
    /// slowed down.
    pub async fn to(
        service: &str,
        one_in: u64,
        detour: Duration,
        chance: impl Fn(u32) -> u64 + Send + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        let behind = service.strip_prefix("http://").unwrap().to_owned();
        let lost = Arc::<AtomicU32>::default();
        let (counted, chance) = (Arc::clone(&lost), Arc::new(Mutex::new(chance)));
        tokio::spawn(async move {
            let mut number = 0;
            while let Ok((stream, _)) = listener.accept().await {
                number += 1;
                let roll = chance.lock().unwrap()(number);
                let fate = match roll % (one_in * 3) {
                    0 => Fate::Dropped,
                    1 => Fate::Unanswered,
                    2 => Fate::Cut,
                    3..6 => Fate::Late,
                    _ => Fate::Whole,
                };
                let detour = detour.mul_f64(f64::from(u8::try_from(roll >> 32 & 0xff).unwrap()) / 255.0);
                tokio::spawn(pass(stream, behind.clone(), fate, detour, Arc::clone(&counted)));
            }
        });
        Self { base_url, lost }
    }

    /// How many creates went wrong so far.
    pub fn lost(&self) -> u32 {
        self.lost.load(Ordering::SeqCst)
    }
}

/// Forwards one request completely, and closes the connection after its response.
async fn pass(mut stream: TcpStream, behind: String, fate: Fate, detour: Duration, lost: Arc<AtomicU32>) {
    let Some(request) = request(&mut stream).await else { return };
    let is_create = request.starts_with(b"POST");
    let fate = if is_create { fate } else { Fate::Whole };
    if !matches!(fate, Fate::Whole | Fate::Late) {
        lost.fetch_add(1, Ordering::SeqCst);
    }
    if is_create {
        sleep(if matches!(fate, Fate::Late) { LATE + detour } else { detour }).await;
    }
    if matches!(fate, Fate::Dropped) {
        return;
    }
    let Ok(mut service) = TcpStream::connect(behind).await else { return };
    let mut answer = Vec::new();
    if service.write_all(&request).await.is_err() || service.read_to_end(&mut answer).await.is_err() {
        return;
    }
    let sent = match fate {
        Fate::Whole | Fate::Late => answer.len(),
        Fate::Cut => answer.len() / 2,
        Fate::Dropped | Fate::Unanswered => 0,
    };
    // The client may be gone.
    let _ = stream.write_all(&answer[..sent]).await;
    let _ = stream.shutdown().await;
}

/// A whole request, with `Connection: close`; `None` if interrupted.
async fn request(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") {
        if !matches!(stream.read(&mut byte).await, Ok(1)) {
            return None;
        }
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap();
    let length = head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).await.ok()?;
    let (first, rest) = head.split_once("\r\n").unwrap();
    Some([format!("{first}\r\nconnection: close\r\n{rest}").as_bytes(), &body].concat())
}
