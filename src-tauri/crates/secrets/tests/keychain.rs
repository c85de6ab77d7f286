//! Secrets in the keychain of the system that runs the test.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use assay_model::Secret;
use assay_secrets::{Keychain, SecretStore};

/// Long, with characters that systems encode differently.
const KEY: &str = "k-ä€😀-0123456789abcdefghijklmnopqrstuvwxyz";

#[cfg_attr(target_os = "linux", ignore = "the desktop's keychain is there in a session only: the journeys have one")]
#[test]
fn a_secret_goes_into_the_systems_keychain_and_out_of_it() {
    // Unique to this run: the keychain is the user's own.
    let service = format!("Assay test {}", std::process::id());
    let keychain = Keychain::of_the_system(&service);
    let other = Keychain::of_the_system(&format!("{service} of another"));
    let read = |keychain: &Keychain, account| keychain.read(account).unwrap().map(|it| it.expose().to_owned());

    assert_eq!(read(&keychain, "one"), None);
    for (keychain, account) in [(&keychain, "one"), (&keychain, "one more"), (&keychain, "two"), (&other, "one")] {
        keychain.write(account, &Secret::from("first")).unwrap();
    }
    keychain.write("one", &Secret::from(KEY)).unwrap();
    assert_eq!(read(&keychain, "one").as_deref(), Some(KEY));
    assert_eq!(read(&other, "one").as_deref(), Some("first"));

    keychain.delete_where(&|account| account.starts_with("one")).unwrap();
    assert_eq!(["one", "one more", "two"].map(|account| read(&keychain, account).is_some()), [false, false, true]);
    assert_eq!(read(&other, "one").as_deref(), Some("first"));

    keychain.delete("two").unwrap();
    keychain.delete("two").unwrap();
    other.delete("one").unwrap();
    assert_eq!((read(&keychain, "two"), read(&other, "one")), (None, None));
}

#[cfg_attr(target_os = "linux", ignore = "the desktop's keychain is there in a session only: the journeys have one")]
#[test]
fn the_longest_name_that_the_core_gives_has_room() {
    let keychain = Keychain::of_the_system(&format!("Assay test of names {}", std::process::id()));
    let name = "x".repeat(500);
    keychain.write(&name, &Secret::from("first")).unwrap();
    assert_eq!(keychain.read(&name).unwrap().unwrap().expose(), "first");
    keychain.delete(&name).unwrap();
    assert!(keychain.read(&name).unwrap().is_none());
}
