import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { nothingYet, renderApp } from "../../test/render";

async function start(at = "/c/c1/projects") {
  const app = await renderApp({ at });
  await screen.findByRole("heading", { level: 1 });
  return app;
}

const paste = (text: string, at: Element = document.body) =>
  fireEvent.paste(at, { clipboardData: { getData: () => text } });

it("offers a report on a page whose address is pasted, and sends nothing", async () => {
  const { host, history } = await start();
  paste(" https://example.com/offers \n");
  expect(await screen.findByRole("textbox", { name: "Page URL" })).toHaveValue("https://example.com/offers");
  expect(history.location.pathname).toBe("/c/c1/reports");
  expect(host.requests("report_create")).toHaveLength(0);
});

it("takes several addresses to a new batch, and sends nothing", async () => {
  const { host, history } = await start();
  paste("Pages to check:\nexample.com/a\nexample.com/b");
  expect(await screen.findByRole("textbox", { name: "URLs" })).toHaveValue(
    "Pages to check:\nexample.com/a\nexample.com/b",
  );
  expect(history.location.pathname).toBe("/c/c1/batches/new");
  expect(host.requests("batch_plan")).toHaveLength(0);
});

it("puts the address before what was typed earlier", async () => {
  const { user } = await start("/c/c1/reports");
  await user.click(screen.getByRole("button", { name: "New report" }));
  await user.type(await screen.findByRole("textbox", { name: "Page URL" }), "earlier.example");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  paste("example.com/pasted");
  expect(await screen.findByRole("textbox", { name: "Page URL" })).toHaveValue("example.com/pasted");
});

it("leaves everything else that is pasted, and pastes into fields and dialogs", async () => {
  const { user } = await start();
  // The default is prevented only when the paste is handled.
  expect(paste("just words")).toBe(true);
  expect(paste("example.com", screen.getByRole("searchbox"))).toBe(true);
  await user.keyboard("{Control>}/{/Control}");
  await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(paste("example.com")).toBe(true);
  expect(screen.queryByRole("textbox", { name: "Page URL" })).toBeNull();
});

it("has nothing to offer without a connection", async () => {
  await renderApp({ start: nothingYet, at: "/settings" });
  expect(paste("example.com")).toBe(true);
});
