use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use assay_api::Wait;
use assay_model::{CoreEvent, OpenedLink, QueuedCalls};
use tokio::{
    sync::{
        mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
        watch,
    },
    time::Instant,
};

use crate::lock::lock;

/// Events that are kept while there is no listener.
const MAX_MISSED: usize = 100;

/// Sends events to listeners.
#[derive(Clone, Default)]
pub(crate) struct Events {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    listeners: Vec<UnboundedSender<CoreEvent>>,
    /// Waiting calls, by connection.
    waits: BTreeMap<String, Wait>,
    /// A link that was opened before there was a listener.
    link: Option<OpenedLink>,
    /// Other events from before there was a listener, which may have read what they change.
    missed: Vec<CoreEvent>,
}

impl Events {
    /// Subscribes to all events from now on, starting with current waits.
    pub(crate) fn listen(&self) -> UnboundedReceiver<CoreEvent> {
        let (listener, events) = unbounded_channel();
        self.with(|inner| {
            // The receiver still exists.
            let _ = listener.send(inner.waiting());
            for event in inner.missed.drain(..) {
                let _ = listener.send(event);
            }
            if let Some(link) = inner.link.take() {
                let _ = listener.send(CoreEvent::Link { link });
            }
            inner.listeners.push(listener);
        });
        events
    }

    /// Drops all listeners, such as those of a reloaded window, so that events wait for the next
    /// one.
    pub(crate) fn drop_listeners(&self) {
        self.with(|inner| inner.listeners.clear());
    }

    pub(crate) fn send(&self, event: &CoreEvent) {
        self.with(|inner| {
            inner.tell(event);
            inner.miss(event);
        });
    }

    /// Sends an opened link, or keeps it until there is a listener.
    pub(crate) fn send_link(&self, link: OpenedLink) {
        self.with(|inner| {
            inner.tell(&CoreEvent::Link { link: link.clone() });
            if inner.listeners.is_empty() {
                inner.link = Some(link);
            }
        });
    }

    /// Whether a link was opened and not sent yet.
    pub(crate) fn has_link(&self) -> bool {
        lock(&self.inner).link.is_some()
    }

    /// Takes the link that was not sent yet.
    pub(crate) fn take_link(&self) -> Option<OpenedLink> {
        lock(&self.inner).link.take()
    }

    /// Reports how long the calls of a connection wait, until its client is dropped.
    pub(crate) fn follow(&self, connection: &str, mut waits: watch::Receiver<Option<Wait>>) {
        let (events, connection) = (self.clone(), connection.to_owned());
        tokio::spawn(async move {
            while waits.changed().await.is_ok() {
                let wait = *waits.borrow_and_update();
                events.with(|inner| inner.wait(&connection, wait));
            }
            events.with(|inner| inner.wait(&connection, None));
        });
    }

    fn with(&self, act: impl FnOnce(&mut Inner)) {
        act(&mut lock(&self.inner));
    }
}

impl Inner {
    fn tell(&mut self, event: &CoreEvent) {
        self.listeners.retain(|listener| listener.send(event.clone()).is_ok());
    }

    /// Keeps an event for the first listener. Of many, the last ones say how things are.
    fn miss(&mut self, event: &CoreEvent) {
        if !self.listeners.is_empty() {
            return;
        }
        self.missed.retain(|earlier| earlier != event);
        let surplus = (self.missed.len() + 1).saturating_sub(MAX_MISSED);
        self.missed.drain(..surplus);
        self.missed.push(event.clone());
    }

    fn wait(&mut self, connection: &str, wait: Option<Wait>) {
        let earlier = match wait {
            Some(wait) => self.waits.insert(connection.to_owned(), wait),
            None => self.waits.remove(connection),
        };
        if earlier != wait {
            self.tell(&self.waiting());
        }
    }

    fn waiting(&self) -> CoreEvent {
        let now = Instant::now();
        let waiting = self.waits.iter().map(|(connection, wait)| {
            let left = wait.until.saturating_duration_since(now);
            let seconds = left.as_secs() + u64::from(left.subsec_nanos() > 0);
            QueuedCalls {
                connection: connection.clone(),
                seconds: u32::try_from(seconds).unwrap_or(u32::MAX),
                limit: wait.limit,
            }
        });
        CoreEvent::Waiting { waiting: waiting.collect() }
    }
}
