//! An empty window of the same framework and web view, which the start and the rest of the app are measured against.

use tauri::{Builder, Result};

fn main() -> Result<()> {
    Builder::default().run(tauri::generate_context!("examples/empty-window/tauri.conf.json"))
}
