export { ProjectsScreen } from "./ProjectsScreen";
