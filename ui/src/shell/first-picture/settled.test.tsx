import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { lazyNamed } from "../../components";
import { makeQueryClient } from "../../shared/data/queries";
import { isDrawnWhole } from "./settled";

it("waits for parts that are being loaded", async () => {
  let resolve: (module: { Button: () => React.ReactNode }) => void = () => {};
  const loading = new Promise<{ Button: () => React.ReactNode }>((done) => {
    resolve = done;
  });
  const Part = lazyNamed(() => loading, "Button");
  const queries = makeQueryClient();
  const container = document.body.appendChild(document.createElement("div"));
  container.id = "root";
  render(
    <main>
      <Part />
    </main>,
    { container },
  );
  expect(isDrawnWhole(queries)).toBe(false);
  resolve({ Button: () => <button type="button">View</button> });
  await screen.findByRole("button");
  expect(isDrawnWhole(queries)).toBe(true);
});
