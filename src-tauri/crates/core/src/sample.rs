use std::sync::Arc;

use assay_api::read_answer;
use assay_library::{Library, Past, Seen, SyncRecord};
use assay_model::{Completeness, Connection, ServiceCapabilities, KeyPlace, Network, Problem};
use jiff::Timestamp;
use tokio::task::spawn_blocking;

use crate::{
    Core, Host, SampleState,
    ingest::Observation,
    overtaking::RequestInstant,
    saved::{SAMPLE, Saved, account},
    library::{LibraryHandle, broken},
};

impl Core {
    /// Starts the sample service, and keeps the connection to it. Its key is new each time and lives in memory only.
    pub async fn sample_open(&self, (): ()) -> Result<Connection, Problem> {
        let access = self.host.start_sample().await?;
        let mut connections = self.saved().await?;
        let mut list = connections.clone().unwrap_or_default();
        let sample = Saved {
            id: SAMPLE.to_owned(),
            name: "Sample workspace".to_owned(),
            base_url: access.base_url,
            allow_insecure: false,
            key_place: KeyPlace::Memory,
            network: Network::default(),
            generation: ServiceCapabilities::default(),
        };
        match list.iter_mut().find(|saved| saved.is_sample()) {
            Some(saved) if saved.base_url == sample.base_url => {}
            Some(saved) => *saved = sample.clone(),
            None => list.push(sample.clone()),
        }
        if connections.as_ref() != Some(&list) {
            self.keep(&mut connections, list)?;
        }
        drop(connections);
        self.forget_client(SAMPLE).await;
        self.secrets.save(&account(&sample), access.key, KeyPlace::Memory).await?;
        self.ingest.take(Observation::SamplePast { host: Arc::clone(&self.host) });
        Ok(self.shown(&sample))
    }

    /// Sets the sample workspace back to how it was at first.
    pub async fn sample_reset(&self, (): ()) -> Result<(), Problem> {
        self.syncs.stop(SAMPLE).await;
        self.host.reset_sample().await?;
        self.ingest.take(Observation::Forget { scope: SAMPLE.to_owned(), at: RequestInstant::now() });
        self.ingest.take(Observation::SamplePast { host: Arc::clone(&self.host) });
        Ok(())
    }
}

/// Takes in what the sample workspace would have shown until now, if the library knows nothing of it: so there is
/// something to look back at. Answers whether it did.
pub(crate) async fn take_past(host: &dyn Host, library: &LibraryHandle) -> Result<bool, Problem> {
    if library.ask(Library::scopes).await?.iter().any(|scope| scope == SAMPLE) {
        return Ok(false);
    }
    let read_at = Some(Timestamp::now());
    let states = host.sample_past().await?;
    if states.is_empty() {
        return Ok(false);
    }
    let past = spawn_blocking(|| states.into_iter().map(remembered).collect::<Result<Vec<_>, _>>());
    let past = past.await.map_err(|fault| broken(&fault))??;
    let record =
        SyncRecord { synced_at: read_at, full_at: read_at, completeness: Completeness::Whole, ..SyncRecord::default() };
    library.ask(move |library| library.take_past(SAMPLE, &past, &record)).await
}

fn remembered(SampleState { at, id, answer }: SampleState) -> Result<Past, Problem> {
    let Some(answer) = answer else { return Ok(Past::Gone(at, id)) };
    let report = read_answer(answer.as_bytes())?;
    Ok(Past::Seen(at, Box::new(Seen { report, has_checks: true })))
}
