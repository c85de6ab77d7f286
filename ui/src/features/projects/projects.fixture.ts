import { screen } from "@testing-library/react";
import { seededReports } from "../../host/fake/data";
import { FakeHost } from "../../host/fake/index";
import { renderApp } from "../../test/render";

export const LIST = "/c/c1/projects";

export async function start(at = LIST, host = new FakeHost({ reports: seededReports(Date.now(), 80) })) {
  const app = await renderApp({ at, host });
  await screen.findByRole("grid", { name: "Projects" });
  return { ...app, host, query: () => host.requests("projects_list").at(-1)?.query };
}
