import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import type { FakeHost } from "../../../host/fake/index";
import { renderApp } from "../../../test/render";

/** Plans a batch of the first connection whose recorded story this is; returns its path. */
export async function plan(host: FakeHost, story: string): Promise<string> {
  host.batches.pace = 5;
  const { number } = await host.call("batch_plan", host.batches.tell(story));
  return `/c/c1/batches/${number}`;
}

/** Starts the app and waits for batch notifications, which load after the first paint. */
export async function openApp(options: { host: FakeHost; at: string }) {
  const app = await renderApp(options);
  await waitFor(() => expect(options.host.requests("batches_list").length).toBeGreaterThan(0));
  return app;
}

export const press = (name: string | RegExp) => screen.findByRole("button", { name });

export const filter = (group: string, name: string) =>
  within(screen.getByRole("radiogroup", { name: group })).getByRole("radio", { name });
export const rows = async () => within(await screen.findByRole("grid", { name: "Batch rows" }));
