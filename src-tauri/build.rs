//! Generates a permission for each command of the contract, for the window's capability.

fn main() {
    let commands = tauri_build::AppManifest::new().commands(assay_model::contract::COMMANDS);
    if let Err(error) = tauri_build::try_build(tauri_build::Attributes::new().app_manifest(commands)) {
        println!("cargo::error={error:#}");
    }
}
