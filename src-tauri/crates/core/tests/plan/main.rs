//! Plans of batches, against the sample service over real HTTP. No plan is sent.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../common/mod.rs"]
mod common;

mod passwords;
mod rows;

use assay_core::Core;
use assay_model::{
    Batch, BatchRequest, BatchRow, ExistingReportPolicy, PasswordSource, Privacy, Problem, ReplanBatch, ReportRow,
    RowAction,
};
use assay_sample_service::{Config, SampleService};
use common::{App, batches::create_as, config_of};

async fn service(reports: u32) -> SampleService {
    let config = Config { requests_per_minute: 6000, control: true, ..config_of(reports) };
    SampleService::start(config).await.unwrap()
}

/// An app whose library has all reports of a service, which was asked nothing since.
async fn knowing(service: &SampleService) -> (App, String, Vec<ReportRow>) {
    let app = App::knowing(service).await;
    service.clear_requests();
    app
}

fn wish(known: ExistingReportPolicy) -> BatchRequest {
    create_as(Privacy::Private, known)
}

fn hidden() -> BatchRequest {
    create_as(Privacy::Password, ExistingReportPolicy::Skip)
}

fn generate() -> PasswordSource {
    PasswordSource::Generate { length: 20 }
}

async fn replan(
    core: &Core,
    batch: u32,
    wish: BatchRequest,
    password: Option<PasswordSource>,
) -> Result<Batch, Problem> {
    core.batch_update_plan(ReplanBatch { batch, wish, password, keep_passwords: false }).await
}

fn acts(rows: &[BatchRow]) -> Vec<RowAction> {
    rows.iter().map(|row| row.act).collect()
}
