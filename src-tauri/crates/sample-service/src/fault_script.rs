//! The current profile, and how often each fault occurred.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::service_profile::{Rule, ServiceProfile};

/// The current profile, which can change at any time.
#[derive(Default)]
pub(crate) struct FaultScript(Mutex<ScriptState>);

#[derive(Default)]
struct ScriptState {
    profile: Arc<ServiceProfile>,
    /// How many requests each fault has matched.
    seen: Vec<u32>,
}

impl FaultScript {
    /// Switches to another profile, and restarts its faults.
    pub fn apply_profile(&self, profile: ServiceProfile) {
        let seen = vec![0; profile.faults.len()];
        *self.state() = ScriptState { profile: Arc::new(profile), seen };
    }

    pub fn profile(&self) -> Arc<ServiceProfile> {
        Arc::clone(&self.state().profile)
    }

    /// Counts a request, and returns its fault; `path` is what follows `/api/v1/`.
    pub fn fault(&self, method: &str, path: &str) -> Option<Rule> {
        let mut playing = self.state();
        let ScriptState { profile, seen } = &mut *playing;
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

    fn state(&self) -> MutexGuard<'_, ScriptState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::FaultScript;
    use crate::service_profile::{Fault, Method, Rule, ServiceProfile};

    #[test]
    fn faults_take_turns() {
        let once = Rule { skip: 1, times: Some(1), ..Fault::Drop.into() };
        let twice = Rule { method: Some(Method::Get), times: Some(2), ..Fault::Hang.into() };
        let profile = ServiceProfile { faults: vec![once, twice, Fault::Cut.into()], ..ServiceProfile::default() };
        let script = FaultScript::default();
        assert_eq!(script.fault("GET", "reports"), None);
        for _ in 0..2 {
            script.apply_profile(profile.clone());
            let next = |method| script.fault(method, "reports").map(|rule| rule.fault);
            assert_eq!(next("GET"), Some(Fault::Hang));
            assert_eq!(next("GET"), Some(Fault::Drop));
            assert_eq!(next("POST"), Some(Fault::Cut));
            assert_eq!(next("GET"), Some(Fault::Hang));
            assert_eq!(next("GET"), Some(Fault::Cut));
        }
    }
}
