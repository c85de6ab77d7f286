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

    /// Keeps a new or changed connection, and a new key where the user wants it. Nothing is changed on failure.
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
        let mut connections = self.saved().await?;
        let is_new = earlier.is_none();
        let has_new_key = key.is_some();
        if let Some(key) = key {
            self.secrets.save(&account(&saved.id), key, draft.key_place).await?;
        }
        let mut list = connections.clone().unwrap_or_default();
        match list.iter_mut().find(|other| other.id == saved.id) {
            Some(place) => *place = saved.clone(),
            None => list.push(saved.clone()),
        }
        if let Err(problem) = self.keep(&mut connections, list) {
            if is_new && has_new_key {
                let _ = self.secrets.delete(&account(&saved.id)).await;
            }
            return Err(problem);
        }
        drop(connections);
        self.clients.lock().await.remove(&saved.id);
        Ok(self.shown(&saved))
    }

    /// Forgets a connection and its key. Where the keychain fails, both stay unless the user chose to leave the key.
    pub async fn connection_remove(&self, removal: ConnectionRemoval) -> Result<(), Problem> {
        let saved = self.find(&removal.id).await?;
        let account = account(&saved.id);
        let mut connections = self.saved().await?;
        if saved.is_sample() || removal.leave_key {
            self.secrets.forget(&account);
        } else {
            self.secrets.delete(&account).await?;
        }
        let mut list = connections.clone().unwrap_or_default();
        list.retain(|other| other.id != saved.id);
        self.keep(&mut connections, list)?;
        drop(connections);
        self.clients.lock().await.remove(&saved.id);
        if saved.is_sample() {
            self.host.stop_sample().await;
        }
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
        let key = match typed_key(&draft) {
            Some(key) => Ok(Some(key)),
            None => match why_key_is_needed(earlier.as_ref(), Some(&base)) {
                Some(reason) => Err(Problem::invalid("key", reason)),
                None => self.secrets.read(&account(draft.id.as_deref().unwrap_or_default())).await,
            },
        };
        let client = key
            .and_then(|key| key.ok_or_else(|| Problem::new(ProblemCode::KeyMissing)))
            .and_then(|key| Client::new(&base, key));
        let client = match client {
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
        // Held from reading the connection to keeping its client, so that a change meanwhile finds the client to drop.
        let mut clients = self.clients.lock().await;
        let saved = self.find(id).await?;
        let base = address::base(&saved.base_url, saved.allow_insecure)
            .map_err(|reason| Problem::invalid("base_url", reason))?;
        let key = match saved.key_place {
            KeyPlace::Memory if !self.secrets.is_in_memory(&account(id)) => None,
            _ => self.secrets.read(&account(id)).await?,
        };
        let key = key.ok_or_else(|| Problem::new(ProblemCode::KeyMissing))?;
        let client = Client::new(&base, key)?;
        clients.insert(id.to_owned(), client.clone());
        Ok(client)
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
