import { createMemoryHistory } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { clearToasts } from "../components/overlays/Toast";
import { Grid } from "../components/tables/Table";
import { ReportsTable } from "../features/reports";
import type { Start } from "../host/contract";
import { FakeHost, type FakeOptions } from "../host/fake/index";
import { loadGuide } from "../shared/checks/guide";
import { wasBegunHere } from "../shared/data/sync";
import { boot } from "../shell/boot";

export type RenderOptions = FakeOptions & {
  /** The route to start at; the app's own choice by default. */
  at?: string;
  host?: FakeHost;
};

/** Renders the whole app on the fake, as `main.tsx` does on the core. */
export async function renderApp({ at = "/", host, ...options }: RenderOptions = {}) {
  const fake = host ?? new FakeHost(options);
  const history = createMemoryHistory({ initialEntries: [at] });
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  clearToasts();
  // A sync that an earlier test started would be told like this test's own.
  for (const id of ["c1", "c2"]) wasBegunHere(id);
  // Otherwise the first test would find nothing of the table and the library.
  await Promise.all([
    Grid.load(),
    ReportsTable.load(),
    loadGuide("en"),
    import("../features/reports/list/from-library"),
  ]);
  const view = render(await boot(fake, history));
  return { host: fake, history, user, ...view };
}

/** A start without connections. */
export const nothingYet: Partial<Start> = { connections: [] };
