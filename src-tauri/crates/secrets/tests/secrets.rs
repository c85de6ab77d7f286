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
    secrets.drop_from_memory("a");
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

/// A store that asks the user, except when it reads an entry that isn't there, like the desktop's.
#[derive(Clone, Default)]
struct Asking {
    store: Store,
    is_open: Arc<AtomicBool>,
}

impl Asking {
    fn ask(&self) {
        while !self.is_open.load(Ordering::SeqCst) {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
}

impl SecretStore for Asking {
    fn read(&self, account: &str) -> Result<Option<Secret>, SecretError> {
        if self.store.kept.lock().unwrap().contains_key(account) {
            self.ask();
        }
        self.store.read(account)
    }

    fn write(&self, account: &str, secret: &Secret) -> Result<(), SecretError> {
        self.ask();
        self.store.write(account, secret)
    }

    fn delete(&self, account: &str) -> Result<(), SecretError> {
        self.ask();
        self.store.delete(account)
    }

    fn delete_where(&self, is_unwanted: &dyn Fn(&str) -> bool) -> Result<(), SecretError> {
        self.ask();
        self.store.delete_where(is_unwanted)
    }
}

#[tokio::test]
async fn a_change_that_timed_out_is_not_made_once_the_user_unlocks_the_keychain() {
    let asking = Asking::default();
    asking.store.write("a", &Secret::from("old")).unwrap();
    let secrets = Secrets::with_patience(asking.clone(), std::time::Duration::from_millis(50));
    let new = || Secret::from("new");
    for turn in 0..5 {
        asking.is_open.store(false, Ordering::SeqCst);
        let changed = match turn {
            0 => secrets.save("a", new(), KeyPlace::Keychain).await,
            1 => secrets.save("b", new(), KeyPlace::Keychain).await,
            2 => secrets.save_uncached("a", new(), KeyPlace::Keychain).await,
            3 => secrets.delete("a").await,
            _ => secrets.delete_where(|_| true, KeyPlace::Keychain).await,
        };
        assert_eq!(changed.unwrap_err().code, ProblemCode::KeychainLocked, "{turn}");
        asking.is_open.store(true, Ordering::SeqCst);
        // Takes its turn after the change.
        while secrets.read_uncached("c", KeyPlace::Keychain).await.is_err() {}
        let kept: Vec<_> = asking.store.kept.lock().unwrap().values().map(|it| it.expose().to_owned()).collect();
        assert_eq!(kept, ["old"], "{turn}");
    }
}

#[tokio::test]
async fn an_unreadable_entry_can_be_replaced_and_deleted() {
    struct Garbled(Store);
    impl SecretStore for Garbled {
        fn read(&self, _: &str) -> Result<Option<Secret>, SecretError> {
            Err(SecretError::Failed("garbled".to_owned()))
        }
        fn write(&self, account: &str, secret: &Secret) -> Result<(), SecretError> {
            self.0.write(account, secret)
        }
        fn delete(&self, account: &str) -> Result<(), SecretError> {
            self.0.delete(account)
        }
        fn delete_where(&self, is_unwanted: &dyn Fn(&str) -> bool) -> Result<(), SecretError> {
            self.0.delete_where(is_unwanted)
        }
    }
    let store = Store::default();
    let secrets = Secrets::new(Garbled(store.clone()));
    secrets.save("a", Secret::from("k"), KeyPlace::Keychain).await.unwrap();
    assert_eq!(store.kept.lock().unwrap().len(), 1);
    secrets.delete("a").await.unwrap();
    assert!(store.kept.lock().unwrap().is_empty());
}

#[tokio::test]
async fn what_is_seldom_needed_is_asked_of_the_keychain_each_time() {
    let store = Store::default();
    let secrets = Secrets::new(store.clone());
    secrets.save_uncached("a", Secret::from("p"), KeyPlace::Keychain).await.unwrap();
    let before = store.reads.load(Ordering::SeqCst);
    for _ in 0..2 {
        assert_eq!(secrets.read_uncached("a", KeyPlace::Keychain).await.unwrap().unwrap().expose(), "p");
    }
    assert_eq!(store.reads.load(Ordering::SeqCst) - before, 2);
    store.locked.store(true, Ordering::SeqCst);
    let problem = secrets.save_uncached("b", Secret::from("p"), KeyPlace::Keychain).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::KeychainLocked);
    // Memory-only secrets never get to the keychain.
    secrets.save_uncached("b", Secret::from("q"), KeyPlace::Memory).await.unwrap();
    assert_eq!(secrets.read_uncached("b", KeyPlace::Memory).await.unwrap().unwrap().expose(), "q");
    assert!(secrets.read_uncached("a", KeyPlace::Memory).await.unwrap().is_none());
    assert!(!store.kept.lock().unwrap().contains_key("b"));
}

#[tokio::test]
async fn a_secret_is_hidden_whole_where_another_is_its_beginning() {
    let secrets = Secrets::new(Store::default());
    for (account, secret) in [("a", "tulip"), ("b", "tulip-of-may"), ("c", "tulip-of"), ("d", "no")] {
        secrets.save(account, Secret::from(secret), KeyPlace::Memory).await.unwrap();
    }
    assert_eq!(secrets.redact("tulip-of-may, tulip-of and no tulip"), "•••, ••• and no •••");
}

#[tokio::test]
async fn some_are_forgotten_together_in_both_places_or_not_at_all() {
    let store = Store::default();
    let secrets = Secrets::new(store.clone());
    for account in ["some 1", "some 2", "others"] {
        secrets.save_uncached(account, Secret::from("p"), KeyPlace::Keychain).await.unwrap();
    }
    secrets.save_uncached("some 3", Secret::from("p"), KeyPlace::Memory).await.unwrap();
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
