use assay_model::{Deleted, ListProjects, Page, Problem, Project, ProjectRef};

use crate::{Core, intake::News, overtaking::Moment};

impl Core {
    /// A page of projects.
    pub async fn projects_list(&self, list: ListProjects) -> Result<Page<Project>, Problem> {
        self.client(&list.connection).await?.list_projects(&list.query).await
    }

    /// Deletes a project with every report in it, for good (`field-notes.md` 25).
    pub async fn project_delete(&self, unwanted: ProjectRef) -> Result<Deleted, Problem> {
        let service = self.reach(&unwanted.connection).await?;
        let deleted = service.client.delete_project(&unwanted.project).await?;
        let at = Moment::now();
        let news = News::ProjectGone { scope: service.scope, project: unwanted.project, at };
        self.note(&unwanted.connection, news).await;
        Ok(deleted)
    }
}
