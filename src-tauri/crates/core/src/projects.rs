use std::sync::Arc;

use assay_model::{DeleteResult, ListProjects, Page, Problem, Project, ProjectRef};

use crate::{
    connections::ServiceClients, delete_backups::DeleteBackups, freshness::RequestInstant, ingest::Observation,
    passwords::Passwords, service_ingest::ServiceIngest,
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
    /// of each to the library.
    pub async fn project_delete(&self, unwanted: ProjectRef) -> Result<DeleteResult, Problem> {
        let ids = self.backups.back_up_project_before_delete(&unwanted.connection, &unwanted.project).await?;
        let service = self.clients.service_for(&unwanted.connection).await?;
        let deleted = service.client.delete_project(&unwanted.project).await?;
        let at = RequestInstant::now();
        let observation = Observation::ProjectGone { scope: service.scope.clone(), project: unwanted.project, at };
        self.ingest.push(&unwanted.connection, observation).await;
        self.passwords.delete_passwords(&unwanted.connection, &service.scope, ids).await;
        Ok(deleted)
    }
}
