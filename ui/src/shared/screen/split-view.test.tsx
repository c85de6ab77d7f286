import { fireEvent, render } from "@testing-library/react";
import { expect, it } from "vitest";
import { SplitView } from "./SplitView";

it("scrolls back to a list's place once the panel no longer covers it", () => {
  const at = (panel: string | null) => (
    <main>
      <SplitView panel={panel}>List</SplitView>
    </main>
  );
  const { rerender, container } = render(at(null));
  const main = container.querySelector("main") as HTMLElement;
  main.scrollTop = 300;
  fireEvent.scroll(main);
  rerender(at("Report"));
  main.scrollTop = 0;
  fireEvent.scroll(main);
  rerender(at("Next report"));
  rerender(at(null));
  expect(main.scrollTop).toBe(300);
});
