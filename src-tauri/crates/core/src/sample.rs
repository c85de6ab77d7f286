use assay_model::{Connection, Generation, KeyPlace, Network, Problem};

use crate::{
    Core,
    saved::{SAMPLE, Saved, account},
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
            generation: Generation::default(),
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
        Ok(self.shown(&sample))
    }

    /// Sets the sample workspace back to how it was at first.
    pub async fn sample_reset(&self, (): ()) -> Result<(), Problem> {
        self.host.reset_sample().await
    }
}
