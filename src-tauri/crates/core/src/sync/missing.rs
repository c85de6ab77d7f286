use assay_model::{Problem, ProblemCode, SyncFound, SyncPhase};
use jiff::Timestamp;

use super::service_reader::ServiceReader;
use crate::{freshness::RequestInstant, report_lookup::check_lists};

/// Reports that may be missing before the service has to prove that it responds.
const MAX_UNPROVEN: usize = 20;

impl ServiceReader {
    /// Known reports that were not in a response since some time.
    pub(super) async fn unseen_since(&self, since: Timestamp) -> Result<Vec<String>, Problem> {
        let scope = self.scope.clone();
        self.library.ask(move |library| library.scope(&scope).unseen_since(since)).await
    }

    /// Reads missing reports one by one.
    pub(super) async fn look_up_missing(&mut self, unseen: Vec<String>) -> Result<(), Problem> {
        self.phase.begin(SyncPhase::Looking, 0, u32::try_from(unseen.len()).ok());
        let mut missing = Vec::new();
        for id in unseen {
            let asked = RequestInstant::now();
            match self.client.read_report(&id).await {
                Ok(report) => {
                    let found = self.library.ingest_report(&self.scope, report, asked).await?;
                    self.add(found);
                }
                Err(problem) if problem.code == ProblemCode::NotFound => missing.push((id, asked)),
                // Its saved copy stays.
                Err(problem) if is_unreadable(problem.code) => {}
                Err(problem) => return Err(problem),
            }
            if missing.len() >= MAX_UNPROVEN {
                self.mark_gone(&mut missing).await?;
            }
            self.phase.report(self.phase.progress.done + 1, self.phase.progress.total);
        }
        self.mark_gone(&mut missing).await
    }

    async fn mark_gone(&mut self, missing: &mut Vec<(String, RequestInstant)>) -> Result<(), Problem> {
        if missing.is_empty() {
            return Ok(());
        }
        check_lists(&self.client).await?;
        for (id, asked) in std::mem::take(missing) {
            let was_there = self.library.mark_report_gone(&self.scope, &id, asked).await?;
            self.add(SyncFound { gone: was_there.into(), ..SyncFound::default() });
        }
        Ok(())
    }
}

/// Whether a report is no longer accessible or readable, though it may exist.
fn is_unreadable(code: ProblemCode) -> bool {
    use ProblemCode::{Forbidden, InvalidInput, OtherReport, UnsupportedService};
    matches!(code, Forbidden | UnsupportedService | OtherReport | InvalidInput)
}
