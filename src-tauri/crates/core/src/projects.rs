use std::{sync::Arc, time::Duration};

use assay_api::Client;
use assay_model::{DeleteResult, ListProjects, Page, Problem, ProblemCode, Project, ProjectRef};
use jiff::Timestamp;
use tokio::time::sleep;

use crate::{
    connections::ServiceClients,
    delete_backups::{DeleteBackups, find_project},
    freshness::RequestInstant,
    ingest::Observation,
    passwords::Passwords,
    report_lookup::{READ_BACK_DELAY, confirm_write},
    service_ingest::ServiceIngest,
};

pub(crate) struct Projects {
    pub clients: Arc<ServiceClients>,
    pub ingest: Arc<ServiceIngest>,
    pub passwords: Arc<Passwords>,
    pub backups: Arc<DeleteBackups>,
}

impl Projects {
    pub async fn projects_list(&self, list: ListProjects) -> Result<Page<Project>, Problem> {
        self.clients.service_for(&list.connection).await?.client.list_projects(&list.query).await
    }

    /// Permanently deletes a project with all of its reports (`field-notes.md` 25), after a backup
    /// of each to the library, and lists it again. Fails with [`ProblemCode::NotApplied`] if it is
    /// still there.
    pub async fn project_delete(&self, unwanted: ProjectRef) -> Result<DeleteResult, Problem> {
        let ids = self.backups.back_up_project_before_delete(&unwanted.connection, &unwanted.project).await?;
        let service = self.clients.service_for(&unwanted.connection).await?;
        let deleted = service.client.delete_project(&unwanted.project).await?;
        if deleted.answer_lost.is_none() {
            confirm_write(prove_unlisted(&service.client, &unwanted.project)).await?;
        }
        let at = RequestInstant::now();
        let observation = Observation::ProjectGone { scope: service.scope.clone(), project: unwanted.project, at };
        self.ingest.push(&unwanted.connection, observation).await;
        self.passwords.delete_passwords(&unwanted.connection, &service.scope, ids).await;
        Ok(deleted)
    }
}

/// Fails if a deleted project is still listed. Services with long lists may not show it anyway.
async fn prove_unlisted(client: &Client, project: &str) -> Result<(), Problem> {
    let tried_at = Some(Timestamp::now());
    for pause in [Duration::ZERO, READ_BACK_DELAY] {
        sleep(pause).await;
        match find_project(client, project).await {
            Ok(Some(_)) => {}
            Ok(None) => return Ok(()),
            Err(problem) => return Err(Problem { code: ProblemCode::OutcomeUnknown, tried_at, ..problem }),
        }
    }
    Err(Problem::new(ProblemCode::NotApplied))
}
