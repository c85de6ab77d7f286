//! Rows that were begun, and of which nobody knows what came.

use std::sync::Arc;

use assay_model::{RowAction, Problem};

use super::{
    engine::{Engine, Going, looking, until},
    run::BatchCommand,
    run_row::Turn,
    run_trouble::{FailureAction, effect},
    settle::Lost,
};

impl Engine {
    /// Looks for what became of rows that were begun before, and begins nothing until it has looked once, or is told to
    /// stop. Those that were left for the user to decide are looked for where the user wants `all` to be.
    pub(super) async fn settle_first(&mut self, going: &mut Going, all: bool) -> Result<(), Problem> {
        self.job.know_others().await?;
        let mut wish = self.wish.clone();
        let mut lost = self.open(going).await?;
        lost.retain(|lost| all || !lost.was_left_open());
        while !lost.is_empty() {
            let mut rest = Vec::new();
            let mut failure = None;
            for lost in lost {
                let looked = match failure {
                    None => tokio::select! {
                        looked = looking(going).run(self.job.look(&lost)) => looked,
                        _ = wish.wait_for(|wish| !matches!(wish, BatchCommand::Go(_))) => Ok(None),
                    },
                    Some(_) => Ok(None),
                };
                match looked {
                    Ok(Some(told)) => self.take(going, Ok((lost.row.number, told))).await,
                    Ok(None) => rest.push(lost),
                    Err(problem) if effect(problem.code) == FailureAction::Fails => {
                        let told = self.job.not_told(&lost, &problem).await;
                        self.take(going, Ok((lost.row.number, told))).await;
                    }
                    Err(problem) => {
                        failure = Some(problem);
                        rest.push(lost);
                    }
                }
            }
            lost = rest;
            match failure {
                None => break,
                Some(problem) if effect(problem.code) == FailureAction::Waits => {
                    going.patience.trouble(&problem);
                    self.tell(Some(problem)).await;
                    tokio::select! {
                        () = until(going.patience.left()) => {}
                        _ = wish.wait_for(|wish| !matches!(wish, BatchCommand::Go(_))) => break,
                    }
                }
                Some(problem) => return Err(problem),
            }
        }
        if matches!(*self.wish.borrow(), BatchCommand::Go(_)) {
            self.relieve(going).await;
        }
        for lost in lost {
            self.settle(going, lost);
        }
        Ok(())
    }

    /// The rows that were begun and have no outcome. Those that may be sent again at any time become ready for it.
    async fn open(&self, going: &mut Going) -> Result<Vec<Lost>, Problem> {
        let batch = self.job.batch;
        let mut lost = Vec::new();
        for open in self.job.desk.ask(move |journal| journal.open_rows(batch)).await? {
            if going.busy.contains(&open.row.number) {
                continue;
            }
            if open.row.act == RowAction::Create {
                lost.push(Lost::from(open));
            } else {
                let turn = Turn { begun_at: Some(open.begun_at), row: open.row };
                going.ready.insert(turn.row.number, turn);
            }
        }
        Ok(lost)
    }

    /// Rows that had an outcome are to be done again, or looked for.
    pub(super) async fn adopt(&self, going: &mut Going) -> Result<(), Problem> {
        for lost in self.open(going).await? {
            self.settle(going, lost);
        }
        Ok(())
    }

    pub(super) fn settle(&self, going: &mut Going, lost: Lost) {
        let (job, number, errand) = (Arc::clone(&self.job), lost.row.number, looking(going));
        going.busy.insert(number);
        going.settles.spawn(errand.run(async move { (number, job.settle(lost).await) }));
    }
}
