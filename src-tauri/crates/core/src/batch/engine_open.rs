//! Rows that were begun, and of which nobody knows what came.

use std::sync::Arc;

use assay_model::{BatchAct, Problem};

use super::{
    engine::{Engine, Going, until},
    run::Wish,
    run_row::Turn,
    run_trouble::{Effect, effect},
    settle::Lost,
};

impl Engine {
    /// Looks for what became of rows that were begun before, and begins nothing until it has looked once.
    pub(super) async fn settle_first(&mut self, going: &mut Going) -> Result<(), Problem> {
        let mut lost = self.open(going).await?;
        while !lost.is_empty() {
            let mut rest = Vec::new();
            let mut failure = None;
            for lost in lost {
                let looked = match failure {
                    None => self.job.look(&lost).await,
                    Some(_) => Ok(None),
                };
                match looked {
                    Ok(Some(told)) => self.take(going, Ok((lost.row.number, told))).await,
                    Ok(None) => rest.push(lost),
                    Err(problem) => {
                        failure = Some(problem);
                        rest.push(lost);
                    }
                }
            }
            lost = rest;
            match failure {
                None => break,
                Some(problem) if effect(problem.code) == Effect::Waits => {
                    going.patience.trouble(&problem);
                    self.tell(Some(problem)).await;
                    tokio::select! {
                        () = until(going.patience.left()) => {}
                        _ = self.wish.wait_for(|wish| !matches!(wish, Wish::Go(_))) => return Ok(()),
                    }
                }
                Some(problem) => return Err(problem),
            }
        }
        self.relieve(going).await;
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
            if open.row.act == BatchAct::Create {
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
        let (job, number) = (Arc::clone(&self.job), lost.row.number);
        going.busy.insert(number);
        going.settles.spawn(async move { (number, job.settle(lost).await) });
    }
}
