//! Syncs, started and watched like in the window.

use std::time::{Duration, Instant};

use assay_model::{StartSync, SyncKind, SyncState};

use super::App;

/// Longer than anything here takes.
const LONGEST: Duration = Duration::from_mins(5);

pub async fn state(app: &App, connection: &str) -> SyncState {
    let states = app.core.syncs_list(()).await.unwrap();
    states.into_iter().find(|state| state.connection == connection).unwrap()
}

pub async fn start(app: &App, connection: &str, kind: SyncKind) {
    app.core.sync_start(StartSync { connection: connection.to_owned(), kind }).await.unwrap();
}

/// A sync from its start to its end.
pub async fn sync(app: &App, connection: &str, kind: SyncKind) -> SyncState {
    start(app, connection, kind).await;
    ended(app, connection).await
}

pub async fn ended(app: &App, connection: &str) -> SyncState {
    let begun = Instant::now();
    loop {
        let state = state(app, connection).await;
        if state.running.is_none() {
            return state;
        }
        assert!(begun.elapsed() < LONGEST, "{state:?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
