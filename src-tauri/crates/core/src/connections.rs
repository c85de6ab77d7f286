use std::sync::atomic::Ordering;

use assay_api::{Client, ClientSettings, check_connection, refused_settings};
use assay_model::{
    Connection, ConnectionCheck, ConnectionDraft, ConnectionRef, ConnectionRemoval, CoreEvent, FieldProblem,
    FieldReason, ServiceCapabilities, KeyPlace, Problem, ProblemCode, Secret, address,
};
use url::Url;
use uuid::Uuid;

use crate::{
    Core,
    ingest::Observation,
    overtaking::RequestInstant,
    saved::{Connections, SAMPLE, Saved, account},
};

/// A connection's service, as it is reached and as the library names it.
#[derive(Clone)]
pub(crate) struct ServiceHandle {
    pub client: Client,
    pub scope: String,
}

/// The most characters of a connection's name.
const LONGEST_NAME: usize = 100;

impl Core {
    /// The connections, in the order in which they were added.
    pub async fn connections_list(&self, (): ()) -> Result<Vec<Connection>, Problem> {
        let connections = self.saved().await?;
        Ok(connections.iter().flatten().map(|saved| self.shown(saved)).collect())
    }

    /// Keeps a new or changed connection, and a new key where the user wants it. On failure the connection stays as it
    /// was; a key that was replaced for the same origin may already be the new one.
    pub async fn connection_save(&self, draft: ConnectionDraft) -> Result<Connection, Problem> {
        let earlier = self.earlier(&draft).await?;
        let name = draft.name.trim();
        let base = address::base(&draft.base_url, draft.allow_insecure);
        let mut fields = Vec::new();
        let mut wrong = |field: &str, reason| fields.push(FieldProblem { field: field.to_owned(), reason });
        if name.is_empty() {
            wrong("name", FieldReason::Required);
        } else if name.chars().count() > LONGEST_NAME {
            wrong("name", FieldReason::TooLong { limit: 100 });
        }
        if let Err(reason) = &base {
            wrong("base_url", reason.clone());
        }
        let key = typed_key(&draft);
        if key.is_none()
            && let Some(reason) = why_key_is_needed(earlier.as_ref(), base.as_ref().ok())
        {
            wrong("key", reason);
        }
        let setup = ClientSettings::of(&draft.network, ServiceCapabilities::default()).await;
        if let Err(problem) = &setup {
            fields.extend(problem.fields.iter().cloned());
        }
        let (Ok(base), Ok(setup), true) = (base, setup, fields.is_empty()) else {
            return Err(Problem { fields, ..Problem::new(ProblemCode::InvalidInput) });
        };
        if let Some(key) = &key {
            Client::new(&base, key.clone(), setup)?;
        }

        let base_url = address::base_text(&base);
        // What was learned is of the service at the earlier address.
        let known = earlier.as_ref().filter(|earlier| earlier.base_url == base_url);
        let saved = Saved {
            generation: known.map(|known| known.generation.clone()).unwrap_or_default(),
            network: draft.network,
            id: earlier.as_ref().map_or_else(|| Uuid::new_v4().to_string(), |earlier| earlier.id.clone()),
            name: name.to_owned(),
            base_url,
            allow_insecure: draft.allow_insecure,
            key_place: match (&key, &earlier) {
                (None, Some(earlier)) => earlier.key_place,
                _ => draft.key_place,
            },
        };
        let moved = earlier.as_ref().map(Saved::scope).filter(|scope| *scope != saved.scope());
        if let Some(scope) = &moved {
            self.unwanted.add(scope)?;
        }
        let new_key = key.is_some();
        if let Some(key) = key {
            if draft.key_place == KeyPlace::Memory && earlier.is_some() {
                // A key that is to live in memory only must not leave an earlier one behind where that can be helped.
                let _ = self.secrets.delete(&account(&saved)).await;
            }
            self.secrets.save(&account(&saved), key, draft.key_place).await?;
        }
        let stale = earlier.as_ref().map(account).filter(|earlier| *earlier != account(&saved));
        if let Err(problem) = self.put(&saved, earlier.is_none()).await {
            if let Some(scope) = &moved {
                self.unwanted.remove(scope);
            }
            if new_key && (earlier.is_none() || stale.is_some()) {
                let _ = self.secrets.delete(&account(&saved)).await;
            }
            return Err(problem);
        }
        if let (Some(_), Some(earlier)) = (&moved, &earlier) {
            // Nothing asks for them any more.
            let _ = self.forget_all_passwords(earlier, earlier.key_place).await;
        }
        if let Some(scope) = moved {
            // What is at the new address may be another service, whose ids mean other reports.
            self.ingest.take(Observation::Forget { scope, at: RequestInstant::now() });
        }
        let connections = self.saved().await?.clone().unwrap_or_default();
        self.unwanted.remove(&saved.scope());
        self.ingest.take(Observation::Adopt { connections });
        if let Some(stale) = stale {
            // The key for the origin that the connection has left: nothing reads it any more.
            let _ = self.secrets.delete(&stale).await;
        }
        Ok(self.shown(&saved))
    }

    /// Forgets a connection, the passwords of its reports, and its key. Where the keychain fails, the connection and its
    /// key stay unless the user chose to leave the key.
    pub async fn connection_remove(&self, removal: ConnectionRemoval) -> Result<(), Problem> {
        let mut connections = self.saved().await?;
        let before = connections.clone().unwrap_or_default();
        let Some(saved) = before.iter().find(|saved| saved.id == removal.id).cloned() else {
            return Err(Problem::new(ProblemCode::ConnectionUnknown));
        };
        let after = before.iter().filter(|other| other.id != saved.id).cloned().collect();
        // Before it is removed: whatever happens then, what no connection has is not left in the library.
        self.unwanted.add(&saved.scope())?;
        let take_back = || {
            self.unwanted.remove(&saved.scope());
            self.unwanted_batches.remove(&saved.id);
        };
        let removed = self.unwanted_batches.add(&saved.id).and_then(|()| self.keep(&mut connections, after));
        if let Err(problem) = removed {
            take_back();
            return Err(problem);
        }
        drop(connections);
        if let Err(problem) = self.forget_secrets(&saved, removal.leave_key).await {
            self.put(&saved, true).await?;
            take_back();
            return Err(problem);
        }
        self.forget_client(&saved.id).await;
        self.syncs.forget(&saved.id).await;
        self.ingest.take(Observation::Forget { scope: saved.scope(), at: RequestInstant::now() });
        self.forget_batches_of(&saved.id).await;
        if saved.is_sample() {
            self.host.stop_sample().await;
        }
        Ok(())
    }

    /// Forgets the key of a connection that is removed, and the passwords of its reports; unless they are to be left where
    /// they are, also in the keychain.
    async fn forget_secrets(&self, saved: &Saved, leaves_key: bool) -> Result<(), Problem> {
        if saved.is_sample() || leaves_key {
            self.secrets.forget(&account(saved));
            return self.forget_all_passwords(saved, KeyPlace::Memory).await;
        }
        self.forget_all_passwords(saved, KeyPlace::Keychain).await?;
        self.secrets.delete(&account(saved)).await
    }

    /// Puts a connection into the list: in its place, or, if it is new, at the end. One that was removed meanwhile does
    /// not come back.
    async fn put(&self, saved: &Saved, is_new: bool) -> Result<(), Problem> {
        let mut connections = self.saved().await?;
        let mut list = connections.clone().unwrap_or_default();
        match list.iter_mut().find(|other| other.id == saved.id) {
            Some(place) => *place = saved.clone(),
            None if is_new => list.push(saved.clone()),
            None => return Err(Problem::new(ProblemCode::ConnectionUnknown)),
        }
        self.keep(&mut connections, list)?;
        drop(connections);
        self.forget_client(&saved.id).await;
        self.syncs.forget(&saved.id).await;
        self.schedule.changed();
        Ok(())
    }

    /// Checks a connection, typed or saved, step by step. Nothing is kept but what it learned of a saved connection's
    /// service.
    pub async fn connection_test(&self, draft: ConnectionDraft) -> Result<ConnectionCheck, Problem> {
        if draft.id.as_deref() == Some(SAMPLE) {
            self.sample_open(()).await?;
        }
        let earlier = match &draft.id {
            Some(id) => Some(self.find(id).await?),
            None => None,
        };
        // The sample workspace has an address of its own making each time.
        let typed = earlier.as_ref().filter(|earlier| earlier.is_sample()).map(|sample| sample.base_url.clone());
        let base = match address::base(&typed.unwrap_or(draft.base_url.clone()), draft.allow_insecure) {
            Ok(base) => base,
            Err(reason) => {
                return Ok(ConnectionCheck {
                    base_url: draft.base_url.trim().to_owned(),
                    steps: refused_settings(Problem::invalid("base_url", reason)),
                    generation: ServiceCapabilities::default(),
                });
            }
        };
        let base_url = address::base_text(&base);
        let key = match (typed_key(&draft), &earlier) {
            (Some(key), _) => Ok(key),
            (None, earlier) => match (why_key_is_needed(earlier.as_ref(), Some(&base)), earlier) {
                (None, Some(earlier)) => self.saved_key(earlier).await,
                (reason, _) => Err(Problem::invalid("key", reason.unwrap_or(FieldReason::Required))),
            },
        };
        let known = earlier.filter(|earlier| earlier.base_url == base_url);
        let generation = known.as_ref().map(|known| known.generation.clone()).unwrap_or_default();
        let setup = ClientSettings::of(&draft.network, generation).await;
        let (steps, generation) = check_connection(&base, key, setup).await;
        if let Some(known) = known {
            self.remember(&known.id, &generation).await;
        }
        Ok(ConnectionCheck { base_url, steps, generation })
    }

    /// Has all calls of a connection that wait for their turn give up.
    pub async fn waiting_stop(&self, waiting: ConnectionRef) -> Result<(), Problem> {
        if let Some(client) = self.clients.lock().await.get(&waiting.id) {
            client.client.stop_waiting();
        }
        Ok(())
    }

    /// Lets the user choose a file with certificates.
    pub async fn ca_file_choose(&self, (): ()) -> Result<Option<String>, Problem> {
        self.host.choose_certificates().await
    }

    /// Keeps what was learned of a connection's service. That it could not be kept is no failure of what taught it.
    pub(crate) async fn remember(&self, id: &str, generation: &ServiceCapabilities) {
        let Ok(mut connections) = self.saved().await else { return };
        let mut list = connections.clone().unwrap_or_default();
        let Some(saved) = list.iter_mut().find(|saved| saved.id == id && saved.generation != *generation) else {
            return;
        };
        saved.generation = generation.clone();
        if let Err(problem) = self.keep(&mut connections, list) {
            tracing::warn!(%problem, "what was learned of a service could not be kept");
            return;
        }
        drop(connections);
        self.events.tell(&CoreEvent::Connections);
    }

    /// The client of a saved connection, with its key from the keychain.
    pub(crate) async fn client(&self, id: &str) -> Result<Client, Problem> {
        self.reach(id).await.map(|reached| reached.client)
    }

    /// The service of a saved connection.
    pub(crate) async fn reach(&self, id: &str) -> Result<ServiceHandle, Problem> {
        self.find(id).await?;
        if let Some(reached) = self.clients.lock().await.get(id) {
            return Ok(reached.clone());
        }
        if id == SAMPLE {
            self.sample_open(()).await?;
        }
        let changes = self.changes.load(Ordering::SeqCst);
        let saved = self.find(id).await?;
        let base = address::base(&saved.base_url, saved.allow_insecure)
            .map_err(|reason| Problem::invalid("base_url", reason))?;
        let setup = ClientSettings::of(&saved.network, saved.generation.clone()).await.map_err(unusable)?;
        let client = Client::new(&base, self.saved_key(&saved).await?, setup)?;
        let reached = ServiceHandle { client, scope: saved.scope() };
        // The keychain may have taken its time: a client of what was changed meanwhile is not kept.
        let mut clients = self.clients.lock().await;
        if self.changes.load(Ordering::SeqCst) == changes {
            clients.insert(id.to_owned(), reached.clone());
            self.events.follow(id, reached.client.waits());
            self.schedule.changed();
        }
        Ok(reached)
    }

    /// Has the library take in what a service showed, unless the connection is not the same any more.
    pub(crate) async fn note(&self, connection: &str, news: Observation) {
        let Ok(connections) = self.saved().await else { return };
        // The connections are held until it has its place: a removal comes after it.
        if is_about(&news, connection, &connections) {
            self.ingest.take(news);
        }
    }

    /// The same, and waits until it is on the disk.
    pub(crate) async fn note_kept(&self, connection: &str, news: Observation) -> Result<(), Problem> {
        let connections = self.saved().await?;
        if !is_about(&news, connection, &connections) {
            return Err(Problem::new(ProblemCode::ConnectionUnknown));
        }
        let kept = self.ingest.keep(news);
        drop(connections);
        kept.await
    }

    /// The connections that can be reached without the user being asked for anything, such as to unlock the keychain.
    pub(crate) async fn ready(&self) -> Vec<String> {
        let is_open = self.keychain_opened.load(Ordering::SeqCst);
        let Ok(connections) = self.saved().await else { return Vec::new() };
        let is_ready = |saved: &&Saved| match saved.key_place {
            KeyPlace::Keychain => is_open,
            KeyPlace::Memory => self.secrets.is_in_memory(&account(saved)),
        };
        connections.iter().flatten().filter(is_ready).map(|saved| saved.id.clone()).collect()
    }

    /// The key of a saved connection, from where it is kept.
    async fn saved_key(&self, saved: &Saved) -> Result<Secret, Problem> {
        let account = account(saved);
        let key = match saved.key_place {
            KeyPlace::Memory if !self.secrets.is_in_memory(&account) => None,
            _ => self.secrets.read(&account).await?,
        };
        if saved.key_place == KeyPlace::Keychain && key.is_some() {
            self.keychain_opened.store(true, Ordering::SeqCst);
        }
        key.ok_or_else(|| Problem::new(ProblemCode::KeyMissing))
    }

    /// Drops the client of a connection that was changed.
    pub(crate) async fn forget_client(&self, id: &str) {
        let mut clients = self.clients.lock().await;
        self.changes.fetch_add(1, Ordering::SeqCst);
        clients.remove(id);
    }

    /// The connection that a draft changes: none for a new one. The sample workspace cannot be changed.
    async fn earlier(&self, draft: &ConnectionDraft) -> Result<Option<Saved>, Problem> {
        let Some(id) = &draft.id else { return Ok(None) };
        let saved = self.find(id).await?;
        if saved.is_sample() { Err(Problem::new(ProblemCode::ConnectionUnknown)) } else { Ok(Some(saved)) }
    }
}

/// Whether news are of the service that a connection has now.
fn is_about(news: &Observation, connection: &str, connections: &Connections) -> bool {
    let is_it = |saved: &Saved| saved.id == connection && news.scope() == Some(&saved.scope());
    connections.iter().flatten().any(is_it)
}

fn typed_key(draft: &ConnectionDraft) -> Option<Secret> {
    let key = draft.key.as_ref()?.expose().trim();
    (!key.is_empty()).then(|| Secret::from(key))
}

/// A saved key may only go to the origin that it was saved for.
fn why_key_is_needed(earlier: Option<&Saved>, base: Option<&Url>) -> Option<FieldReason> {
    let Some(earlier) = earlier else { return Some(FieldReason::Required) };
    let saved_for = Url::parse(&earlier.base_url).ok();
    match (saved_for, base) {
        (Some(saved_for), Some(base)) if !address::same_origin(&saved_for, base) => Some(FieldReason::OtherOrigin),
        _ => None,
    }
}

/// A certificate file that was there when the connection was saved.
fn unusable(problem: Problem) -> Problem {
    if problem.fields.iter().any(|wrong| wrong.field == "ca_file") {
        Problem { code: ProblemCode::CaFileUnusable, ..problem }
    } else {
        problem
    }
}
