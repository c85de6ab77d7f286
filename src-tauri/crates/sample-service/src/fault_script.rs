//! The current profile, and how often each fault occurred.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::profile::{ServiceProfile, Rule};

/// The current profile, which can change at any time.
#[derive(Default)]
pub(crate) struct Stage(Mutex<Playing>);

#[derive(Default)]
struct Playing {
    profile: Arc<ServiceProfile>,
    /// How many requests each fault has matched.
    seen: Vec<u32>,
}

impl Stage {
    /// Plays another profile, from its beginning.
    pub fn play(&self, profile: ServiceProfile) {
        let seen = vec![0; profile.faults.len()];
        *self.playing() = Playing { profile: Arc::new(profile), seen };
    }

    pub fn profile(&self) -> Arc<ServiceProfile> {
        Arc::clone(&self.playing().profile)
    }

    /// Counts a request, and returns its fault; `path` is what follows `/api/v1/`.
    pub fn fault(&self, method: &str, path: &str) -> Option<Rule> {
        let mut playing = self.playing();
        let Playing { profile, seen } = &mut *playing;
        let meant = profile.faults.iter().zip(seen).filter(|(rule, _)| rule.matches(method, path));
        for (rule, seen) in meant {
            let played = seen.checked_sub(rule.skip);
            *seen = seen.saturating_add(1);
            if played.is_some_and(|played| rule.times.is_none_or(|times| played < times)) {
                return Some(rule.clone());
            }
        }
        None
    }

    fn playing(&self) -> MutexGuard<'_, Playing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::Stage;
    use crate::profile::{ServiceProfile, Fault, Method, Rule};

    #[test]
    fn faults_take_turns() {
        let once = Rule { skip: 1, times: Some(1), ..Fault::Drop.into() };
        let twice = Rule { method: Some(Method::Get), times: Some(2), ..Fault::Hang.into() };
        let profile = ServiceProfile { faults: vec![once, twice, Fault::Cut.into()], ..ServiceProfile::default() };
        let stage = Stage::default();
        assert_eq!(stage.fault("GET", "reports"), None);
        for _ in 0..2 {
            stage.play(profile.clone());
            let next = |method| stage.fault(method, "reports").map(|rule| rule.fault);
            assert_eq!(next("GET"), Some(Fault::Hang));
            assert_eq!(next("GET"), Some(Fault::Drop));
            assert_eq!(next("POST"), Some(Fault::Cut));
            assert_eq!(next("GET"), Some(Fault::Hang));
            assert_eq!(next("GET"), Some(Fault::Cut));
        }
    }
}
