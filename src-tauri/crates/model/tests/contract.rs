//! The generated contract is current. `npm run contract` updates it.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{env, fs, path::Path};

use assay_model::contract;

fn holds(path: &str, made: &str) {
    // At run time, since checkouts may share a build folder.
    let path = Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("../../..").join(path);
    if env::var_os("ASSAY_UPDATE_CONTRACT").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(kept == made, "{} differs from the contract: run `npm run contract`", path.display());
}

#[test]
fn the_windows_types_are_those_of_the_contract() {
    holds("ui/src/host/contract.ts", &contract::typescript());
}

#[test]
fn the_window_may_make_exactly_the_calls_of_the_contract() {
    holds("src-tauri/capabilities/main.json", &contract::capability());
}
