export { ProjectsScreen } from "./ProjectsScreen";
export { readProjectSearch } from "./search";
