//! Report passwords, stored only as salted hashes, since users may enter real ones.

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};

use crate::StoreError;

/// Low cost (1 MiB of memory, 2 passes): the data is not real, and debug builds must stay fast.
fn hasher() -> Result<Argon2<'static>, StoreError> {
    let params = Params::new(1024, 2, 1, None).map_err(|_| StoreError::Password)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Hashes a password under a random salt. Blocks for a few milliseconds.
pub(crate) fn hash(password: &str) -> Result<String, StoreError> {
    let hashed = hasher()?.hash_password(password.as_bytes()).map_err(|_| StoreError::Password)?;
    Ok(hashed.to_string())
}

/// Whether `password` matches the hash. Blocks for a few milliseconds.
pub(crate) fn matches(password: &str, hash: &str) -> bool {
    let (Ok(hasher), Ok(hash)) = (hasher(), PasswordHash::new(hash)) else { return false };
    hasher.verify_password(password.as_bytes(), &hash).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{hash, matches};

    #[test]
    fn only_the_hashed_password_matches() {
        let (first, second) = (hash("open sesame").unwrap(), hash("open sesame").unwrap());
        assert_ne!(first, second, "a salt makes each hash differ");
        assert!(!first.contains("sesame"));
        assert!(matches("open sesame", &first) && matches("open sesame", &second));
        assert!(!matches("Open sesame", &first));
        assert!(!matches("", &first));
        assert!(!matches("open sesame", "no hash"));
    }
}
