use assay_model::{Deleted, ListProjects, Page, Problem, Project, ProjectRef};

use crate::{Core, ingest::Observation, overtaking::RequestInstant};

impl Core {
    /// A page of projects.
    pub async fn projects_list(&self, list: ListProjects) -> Result<Page<Project>, Problem> {
        self.client(&list.connection).await?.list_projects(&list.query).await
    }

    /// Permanently deletes a project with all of its reports (`field-notes.md` 25), after a backup
    /// of each to the library.
    pub async fn project_delete(&self, unwanted: ProjectRef) -> Result<Deleted, Problem> {
        let ids = self.keep_copies_of(&unwanted.connection, &unwanted.project).await?;
        let service = self.reach(&unwanted.connection).await?;
        let deleted = service.client.delete_project(&unwanted.project).await?;
        let at = RequestInstant::now();
        let news = Observation::ProjectGone { scope: service.scope, project: unwanted.project, at };
        self.note(&unwanted.connection, news).await;
        self.forget_passwords(&unwanted.connection, ids).await;
        Ok(deleted)
    }
}
