import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Rows3 } from "lucide-react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderWithTexts } from "../../test/texts";
import { Button } from "../buttons/Button";
import { SegmentedFilter } from "../filters/SegmentedFilter";
import { Toolbar } from "./Toolbar";
import { ToolbarFields } from "./ToolbarFields";

/** The window's room, and what the controls need with each thing that folds. */
let room = 0;
const NEEDS = { base: 200, count: 20, label: 50, word: 30, field: 120, segments: 60 };
const observers = new Set<ResizeObserverCallback>();

beforeEach(() => {
  observers.clear();
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => room);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockImplementation(function (this: HTMLElement) {
    const seen = (selector: string) => this.querySelectorAll(selector).length;
    const counts = seen(".count:not([hidden])");
    const wanted =
      NEEDS.base +
      NEEDS.count * counts +
      NEEDS.label * (1 - Math.min(1, seen(".folded"))) +
      NEEDS.word * (2 - seen(".hidden")) +
      NEEDS.field * seen("input") +
      NEEDS.segments * seen("[role=radiogroup]");
    return Math.max(room, wanted);
  });
  vi.spyOn(window, "ResizeObserver").mockImplementation(
    class {
      constructor(private readonly told: ResizeObserverCallback) {}
      observe() {
        observers.add(this.told);
      }
      unobserve() {}
      disconnect() {
        observers.delete(this.told);
      }
    } as unknown as () => ResizeObserver,
  );
});

function resize(width: number) {
  room = width;
  // Each step is measured again.
  for (let step = 0; step < 8; step++) {
    act(() => {
      for (const told of observers) told([], {} as ResizeObserver);
    });
  }
}

const isShown = () => ({
  counts: screen.queryByText("68")?.hidden === false,
  label: !document.querySelector(".folded"),
  word: !document.querySelector(".hidden"),
  field: screen.queryByRole("textbox") !== null,
  segments: screen.queryByRole("radiogroup") !== null,
});

it("gives up labels, words, counts, fields, and segments for room, and takes them back", async () => {
  room = 1000;
  const onChange = vi.fn();
  renderWithTexts(
    <Toolbar>
      <SegmentedFilter
        aria-label="Verdict"
        options={[
          { value: "good", label: "Good", dot: "good", count: 68 },
          { value: "bad", label: "Bad", dot: "bad", count: 30 },
        ]}
        value="good"
        onChange={onChange}
      />
      <ToolbarFields>
        <input aria-label="Project" />
      </ToolbarFields>
      <Button variant="quiet" icon={Rows3} isFoldable>
        View
      </Button>
    </Toolbar>,
  );
  const all = { counts: true, label: true, word: true, field: true, segments: true };
  expect(isShown()).toEqual(all);
  resize(490);
  expect(isShown()).toEqual({ ...all, label: false });
  resize(440);
  expect(isShown()).toEqual({ ...all, label: false, word: false });
  resize(390);
  expect(isShown()).toEqual({ ...all, counts: false, label: false, word: false });
  resize(270);
  expect(isShown()).toEqual({ counts: false, label: false, word: false, field: false, segments: true });
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Filters" }));
  expect(screen.getByRole("textbox", { name: "Project" })).toBeVisible();
  await user.keyboard("{Escape}");
  resize(220);
  const menu = await screen.findByRole("button", { name: /Verdict/ });
  await user.click(menu);
  await user.click(screen.getByRole("option", { name: "Bad" }));
  expect(onChange).toHaveBeenCalledWith("bad");
  resize(1000);
  expect(isShown()).toEqual(all);
});
