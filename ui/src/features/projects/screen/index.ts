export { ProjectLayout } from "./ProjectLayout";
export { ProjectOverview } from "./ProjectOverview";
