//! The app's secrets, over stores that work, fail, and recover.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use assay_model::{KeyPlace, ProblemCode, Secret};
use assay_secrets::{SecretError, SecretStore, Secrets};

#[derive(Clone, Default)]
struct Store {
    kept: Arc<Mutex<HashMap<String, Secret>>>,
    locked: Arc<AtomicBool>,
    inside: Arc<AtomicUsize>,
    most_inside: Arc<AtomicUsize>,
    reads: Arc<AtomicUsize>,
}

impl Store {
    fn enter<T>(&self, act: impl FnOnce(&mut HashMap<String, Secret>) -> T) -> Result<T, SecretError> {
        let inside = self.inside.fetch_add(1, Ordering::SeqCst) + 1;
        self.most_inside.fetch_max(inside, Ordering::SeqCst);
        std::thread::sleep(std::time::Duration::from_millis(2));
        let answer = if self.locked.load(Ordering::SeqCst) {
            Err(SecretError::Locked("locked".to_owned()))
        } else {
            Ok(act(&mut self.kept.lock().unwrap()))
        };
        self.inside.fetch_sub(1, Ordering::SeqCst);
        answer
    }
}

impl SecretStore for Store {
    fn read(&self, account: &str) -> Result<Option<Secret>, SecretError> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        self.enter(|kept| kept.get(account).cloned())
    }

    fn write(&self, account: &str, secret: &Secret) -> Result<(), SecretError> {
        self.enter(|kept| {
            kept.insert(account.to_owned(), secret.clone());
        })
    }

    fn delete(&self, account: &str) -> Result<(), SecretError> {
        self.enter(|kept| {
            kept.remove(account);
        })
    }

    fn delete_where(&self, is_unwanted: &dyn Fn(&str) -> bool) -> Result<(), SecretError> {
        self.enter(|kept| kept.retain(|account, _| !is_unwanted(account)))
    }
}

#[tokio::test]
async fn a_key_of_the_keychain_is_asked_for_once() {
    let store = Store::default();
    store.write("a", &Secret::from("k")).unwrap();
    let secrets = Secrets::new(store.clone());
    for _ in 0..3 {
        assert_eq!(secrets.read("a").await.unwrap().unwrap().expose(), "k");
    }
    assert_eq!(store.reads.load(Ordering::SeqCst), 1);
    assert!(!secrets.is_in_memory("a"));
}

#[tokio::test]
async fn a_locked_keychain_keeps_nothing_and_is_asked_again_later() {
    let store = Store::default();
    let secrets = Secrets::new(store.clone());
    store.locked.store(true, Ordering::SeqCst);
    let problem = secrets.save("a", Secret::from("k"), KeyPlace::Keychain).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::KeychainLocked);
    assert_eq!(secrets.read("a").await.err().unwrap().code, ProblemCode::KeychainLocked);

    store.locked.store(false, Ordering::SeqCst);
    assert!(secrets.read("a").await.unwrap().is_none());
    secrets.save("a", Secret::from("k"), KeyPlace::Keychain).await.unwrap();
    assert!(store.read("a").unwrap().is_some());
}

#[tokio::test]
async fn a_key_in_memory_never_reaches_the_keychain() {
    let store = Store::default();
    let secrets = Secrets::new(store.clone());
    secrets.save("a", Secret::from("k"), KeyPlace::Memory).await.unwrap();
    assert!(secrets.is_in_memory("a"));
    assert_eq!(secrets.read("a").await.unwrap().unwrap().expose(), "k");
    assert!(store.kept.lock().unwrap().is_empty());
    secrets.forget("a");
    assert!(secrets.read("a").await.unwrap().is_none());
}

#[tokio::test]
async fn a_key_that_cannot_be_deleted_is_still_known() {
    let store = Store::default();
    let secrets = Secrets::new(store.clone());
    secrets.save("a", Secret::from("k"), KeyPlace::Keychain).await.unwrap();
    store.locked.store(true, Ordering::SeqCst);
    assert!(secrets.delete("a").await.is_err());
    assert!(secrets.read("a").await.unwrap().is_some());
    store.locked.store(false, Ordering::SeqCst);
    secrets.delete("a").await.unwrap();
    assert!(secrets.read("a").await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_keychain_is_asked_one_question_at_a_time() {
    let store = Store::default();
    let secrets = Arc::new(Secrets::new(store.clone()));
    let asked: Vec<_> = (0..8)
        .map(|n| {
            let secrets = Arc::clone(&secrets);
            tokio::spawn(async move { secrets.read(&n.to_string()).await.is_ok() })
        })
        .collect();
    for one in asked {
        assert!(one.await.unwrap());
    }
    assert_eq!(store.most_inside.load(Ordering::SeqCst), 1);
}

struct Silent;

impl SecretStore for Silent {
    fn read(&self, _: &str) -> Result<Option<Secret>, SecretError> {
        std::thread::sleep(std::time::Duration::from_secs(2));
        Ok(None)
    }

    fn write(&self, _: &str, _: &Secret) -> Result<(), SecretError> {
        Ok(())
    }

    fn delete(&self, _: &str) -> Result<(), SecretError> {
        Ok(())
    }

    fn delete_where(&self, _: &dyn Fn(&str) -> bool) -> Result<(), SecretError> {
        Ok(())
    }
}

#[tokio::test]
async fn a_keychain_that_does_not_answer_is_given_up_and_does_not_block_for_ever() {
    let secrets = Secrets::with_patience(Silent, std::time::Duration::from_millis(50));
    let (first, second) = tokio::join!(secrets.read("a"), secrets.read("b"));
    assert_eq!(first.err().unwrap().code, ProblemCode::KeychainLocked);
    assert_eq!(second.err().unwrap().code, ProblemCode::KeychainLocked);
}

#[tokio::test]
async fn what_is_seldom_needed_is_asked_of_the_keychain_each_time() {
    let store = Store::default();
    let secrets = Secrets::new(store.clone());
    secrets.put_away("a", Secret::from("p"), KeyPlace::Keychain).await.unwrap();
    for _ in 0..2 {
        assert_eq!(secrets.look_up("a", KeyPlace::Keychain).await.unwrap().unwrap().expose(), "p");
    }
    assert_eq!(store.reads.load(Ordering::SeqCst), 2);
    store.locked.store(true, Ordering::SeqCst);
    let problem = secrets.put_away("b", Secret::from("p"), KeyPlace::Keychain).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::KeychainLocked);
    // Memory-only secrets never get to the keychain.
    secrets.put_away("b", Secret::from("q"), KeyPlace::Memory).await.unwrap();
    assert_eq!(secrets.look_up("b", KeyPlace::Memory).await.unwrap().unwrap().expose(), "q");
    assert!(secrets.look_up("a", KeyPlace::Memory).await.unwrap().is_none());
    assert!(!store.kept.lock().unwrap().contains_key("b"));
}

#[tokio::test]
async fn a_secret_is_hidden_whole_where_another_is_its_beginning() {
    let secrets = Secrets::new(Store::default());
    for (account, secret) in [("a", "tulip"), ("b", "tulip-of-may"), ("c", "tulip-of"), ("d", "no")] {
        secrets.save(account, Secret::from(secret), KeyPlace::Memory).await.unwrap();
    }
    assert_eq!(secrets.hide("tulip-of-may, tulip-of and no tulip"), "•••, ••• and no •••");
}

#[tokio::test]
async fn some_are_forgotten_together_in_both_places_or_not_at_all() {
    let store = Store::default();
    let secrets = Secrets::new(store.clone());
    for account in ["some 1", "some 2", "others"] {
        secrets.put_away(account, Secret::from("p"), KeyPlace::Keychain).await.unwrap();
    }
    secrets.put_away("some 3", Secret::from("p"), KeyPlace::Memory).await.unwrap();
    let is_unwanted = |account: &str| account.starts_with("some");
    store.locked.store(true, Ordering::SeqCst);
    let problem = secrets.delete_where(is_unwanted, KeyPlace::Keychain).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::KeychainLocked);
    assert!(secrets.is_in_memory("some 3"));
    secrets.delete_where(is_unwanted, KeyPlace::Memory).await.unwrap();
    assert!(!secrets.is_in_memory("some 3"));
    store.locked.store(false, Ordering::SeqCst);
    assert_eq!(store.kept.lock().unwrap().len(), 3);
    secrets.delete_where(is_unwanted, KeyPlace::Keychain).await.unwrap();
    assert_eq!(store.kept.lock().unwrap().keys().collect::<Vec<_>>(), ["others"]);
}
