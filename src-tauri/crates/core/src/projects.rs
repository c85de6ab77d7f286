use assay_model::{Deleted, ListProjects, Page, Problem, Project, ProjectRef};

use crate::Core;

impl Core {
    /// A page of projects.
    pub async fn projects_list(&self, list: ListProjects) -> Result<Page<Project>, Problem> {
        self.client(&list.connection).await?.list_projects(&list.query).await
    }

    /// Deletes a project with every report in it, for good (`field-notes.md` 25).
    pub async fn project_delete(&self, unwanted: ProjectRef) -> Result<Deleted, Problem> {
        self.client(&unwanted.connection).await?.delete_project(&unwanted.project).await
    }
}
