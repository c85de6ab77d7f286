use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use assay_api::Wait;
use assay_model::{CoreEvent, OpenedLink, Waiting};
use tokio::{
    sync::{
        mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
        watch,
    },
    time::Instant,
};

/// Tells those who listen what happens without their asking.
#[derive(Clone, Default)]
pub(crate) struct Events {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    listeners: Vec<UnboundedSender<CoreEvent>>,
    /// What waits, by connection.
    waits: BTreeMap<String, Wait>,
    /// A link that was opened before anybody listened.
    link: Option<OpenedLink>,
}

impl Events {
    /// Everything from now on, and what waits already.
    pub(crate) fn listen(&self) -> UnboundedReceiver<CoreEvent> {
        let (listener, events) = unbounded_channel();
        self.with(|inner| {
            // Nobody can have hung up yet.
            let _ = listener.send(inner.waiting());
            if let Some(link) = inner.link.take() {
                let _ = listener.send(CoreEvent::Link { link });
            }
            inner.listeners.push(listener);
        });
        events
    }

    /// Whoever listened is gone, as a window is that was loaded anew: what waits for a listener is not to go there.
    pub(crate) fn forget_listeners(&self) {
        self.with(|inner| inner.listeners.clear());
    }

    pub(crate) fn tell(&self, event: &CoreEvent) {
        self.with(|inner| inner.tell(event));
    }

    /// Tells of a link that was opened, or keeps it until somebody listens or asks.
    pub(crate) fn tell_link(&self, link: OpenedLink) {
        self.with(|inner| {
            inner.tell(&CoreEvent::Link { link: link.clone() });
            if inner.listeners.is_empty() {
                inner.link = Some(link);
            }
        });
    }

    /// The link that nobody was told of yet.
    pub(crate) fn take_link(&self) -> Option<OpenedLink> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).link.take()
    }

    /// Tells how long the calls of a connection wait, until its client is gone.
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
        act(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Inner {
    fn tell(&mut self, event: &CoreEvent) {
        self.listeners.retain(|listener| listener.send(event.clone()).is_ok());
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
            Waiting {
                connection: connection.clone(),
                calls: wait.calls,
                seconds: u32::try_from(seconds).unwrap_or(u32::MAX),
                limit: wait.limit,
            }
        });
        CoreEvent::Waiting { waiting: waiting.collect() }
    }
}
