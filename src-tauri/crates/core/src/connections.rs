use std::sync::atomic::Ordering;

use assay_api::Client;
use assay_model::{
    CheckStep, Connection, ConnectionCheck, ConnectionDraft, ConnectionRemoval, FieldProblem, FieldReason, KeyPlace,
    PageSize, Problem, ProblemCode, ReportQuery, Secret, Step, StepOutcome, address,
};
use url::Url;
use uuid::Uuid;

use crate::{
    Core,
    saved::{SAMPLE, Saved, account},
};

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
        let (Ok(base), true) = (base, fields.is_empty()) else {
            return Err(Problem { fields, ..Problem::new(ProblemCode::InvalidInput) });
        };
        if let Some(key) = &key {
            Client::new(&base, key.clone())?;
        }

        let saved = Saved {
            id: earlier.as_ref().map_or_else(|| Uuid::new_v4().to_string(), |earlier| earlier.id.clone()),
            name: name.to_owned(),
            base_url: address::base_text(&base),
            allow_insecure: draft.allow_insecure,
            key_place: match (&key, &earlier) {
                (None, Some(earlier)) => earlier.key_place,
                _ => draft.key_place,
            },
        };
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
            if new_key && (earlier.is_none() || stale.is_some()) {
                let _ = self.secrets.delete(&account(&saved)).await;
            }
            return Err(problem);
        }
        if let Some(stale) = stale {
            // The key for the origin that the connection has left: nothing reads it any more.
            let _ = self.secrets.delete(&stale).await;
        }
        Ok(self.shown(&saved))
    }

    /// Forgets a connection and its key. Where the keychain fails, both stay unless the user chose to leave the key.
    pub async fn connection_remove(&self, removal: ConnectionRemoval) -> Result<(), Problem> {
        let mut connections = self.saved().await?;
        let before = connections.clone().unwrap_or_default();
        let Some(saved) = before.iter().find(|saved| saved.id == removal.id).cloned() else {
            return Err(Problem::new(ProblemCode::ConnectionUnknown));
        };
        let after = before.iter().filter(|other| other.id != saved.id).cloned().collect();
        self.keep(&mut connections, after)?;
        drop(connections);
        if saved.is_sample() || removal.leave_key {
            self.secrets.forget(&account(&saved));
        } else if let Err(problem) = self.secrets.delete(&account(&saved)).await {
            self.put(&saved, true).await?;
            return Err(problem);
        }
        self.forget_client(&saved.id).await;
        if saved.is_sample() {
            self.host.stop_sample().await;
        }
        Ok(())
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
        Ok(())
    }

    /// Tries a connection, typed or saved, with one read of its list. Nothing is kept.
    pub async fn connection_test(&self, draft: ConnectionDraft) -> Result<ConnectionCheck, Problem> {
        let earlier = self.earlier(&draft).await?;
        let base = match address::base(&draft.base_url, draft.allow_insecure) {
            Ok(base) => base,
            Err(reason) => {
                let problem = Problem::invalid("base_url", reason);
                return Ok(failed_at(Step::Address, &problem, draft.base_url.trim().to_owned()));
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
        let client = match key.and_then(|key| Client::new(&base, key)) {
            Ok(client) => client,
            Err(problem) => return Ok(without_contact(failed_at(Step::Key, &problem, base_url))),
        };
        let query = ReportQuery { per_page: PageSize::Ten, ..ReportQuery::default() };
        let page = match client.list_reports(&query).await {
            Ok(page) => page,
            Err(problem) => return Ok(failed_at(step_of(&problem), &problem, base_url)),
        };
        let rate_limit = client.rate_limit();
        let offered = |is_offered: bool| if is_offered { StepOutcome::Passed } else { StepOutcome::Absent };
        let outcome = |step| match step {
            Step::Paging => offered(page.total.is_some() || page.has_next),
            Step::Throttle => offered(rate_limit.is_some()),
            Step::Address | Step::Reach | Step::Key | Step::List => StepOutcome::Passed,
        };
        let steps = STEPS.into_iter().map(|step| CheckStep { step, outcome: outcome(step), problem: None }).collect();
        Ok(ConnectionCheck { base_url, steps, total: page.total, rate_limit })
    }

    /// The client of a saved connection, with its key from the keychain.
    pub(crate) async fn client(&self, id: &str) -> Result<Client, Problem> {
        self.find(id).await?;
        if let Some(client) = self.clients.lock().await.get(id) {
            return Ok(client.clone());
        }
        if id == SAMPLE {
            self.sample_open(()).await?;
        }
        let changes = self.changes.load(Ordering::SeqCst);
        let saved = self.find(id).await?;
        let base = address::base(&saved.base_url, saved.allow_insecure)
            .map_err(|reason| Problem::invalid("base_url", reason))?;
        let client = Client::new(&base, self.saved_key(&saved).await?)?;
        // The keychain may have taken its time: a client of what was changed meanwhile is not kept.
        let mut clients = self.clients.lock().await;
        if self.changes.load(Ordering::SeqCst) == changes {
            clients.insert(id.to_owned(), client.clone());
        }
        Ok(client)
    }

    /// The key of a saved connection, from where it is kept.
    async fn saved_key(&self, saved: &Saved) -> Result<Secret, Problem> {
        let account = account(saved);
        let key = match saved.key_place {
            KeyPlace::Memory if !self.secrets.is_in_memory(&account) => None,
            _ => self.secrets.read(&account).await?,
        };
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

const STEPS: [Step; 6] = [Step::Address, Step::Reach, Step::Key, Step::List, Step::Paging, Step::Throttle];

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

/// How far a check came before this problem.
fn step_of(problem: &Problem) -> Step {
    match problem.code {
        ProblemCode::Unreachable | ProblemCode::Untrusted | ProblemCode::TimedOut => Step::Reach,
        ProblemCode::KeyRefused => Step::Key,
        _ => Step::List,
    }
}

fn failed_at(failed: Step, problem: &Problem, base_url: String) -> ConnectionCheck {
    let mut outcome = StepOutcome::Passed;
    let steps = STEPS
        .into_iter()
        .map(|step| {
            if step == failed {
                outcome = StepOutcome::Skipped;
                return CheckStep { step, outcome: StepOutcome::Failed, problem: Some(problem.clone()) };
            }
            CheckStep { step, outcome, problem: None }
        })
        .collect();
    ConnectionCheck { base_url, steps, total: None, rate_limit: None }
}

/// The same check where the service was not asked at all.
fn without_contact(mut check: ConnectionCheck) -> ConnectionCheck {
    for step in check.steps.iter_mut().filter(|step| step.step == Step::Reach) {
        step.outcome = StepOutcome::Skipped;
    }
    check
}
