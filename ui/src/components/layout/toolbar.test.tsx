import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Rows3 } from "lucide-react";
import { beforeEach, expect, it, vi } from "vitest";
import { applyStyles } from "../../test/styles";
import { renderWithTexts } from "../../test/texts";
import { Button } from "../buttons/Button";
import { SegmentedFilter } from "../filters/SegmentedFilter";
import { useIsFolded } from "./folds";
import { Toolbar } from "./Toolbar";
import { ToolbarFields } from "./ToolbarFields";

/** The window's room, and what the controls need with each thing that folds. */
let room = 0;
const NEEDS = { base: 200, count: 20, label: 50, word: 30, field: 120, search: 70, segments: 60 };
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
      NEEDS.search * seen("[data-long]") +
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
  search: document.querySelector("[data-long]") !== null,
  segments: screen.queryByRole("radiogroup") !== null,
});

function Search() {
  return <p data-long={useIsFolded("search") ? undefined : true} />;
}

it("gives up counts, or labels, words, the room of the search, fields, and segments, and takes them back", async () => {
  room = 1000;
  const onChange = vi.fn();
  renderWithTexts(
    <Toolbar>
      <Search />
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
  const all = { counts: true, label: true, word: true, field: true, search: true, segments: true };
  expect(isShown()).toEqual(all);
  resize(560);
  expect(isShown()).toEqual({ ...all, counts: false });
  resize(555);
  expect(isShown()).toEqual({ ...all, label: false });
  resize(500);
  expect(isShown()).toEqual({ ...all, label: false, word: false });
  resize(460);
  expect(isShown()).toEqual({ ...all, counts: false, label: false, word: false });
  resize(400);
  const few = { counts: false, label: false, word: false, field: true, search: false, segments: true };
  expect(isShown()).toEqual(few);
  resize(270);
  expect(isShown()).toEqual({ ...few, field: false });
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

it("tells what a button without its label does", async () => {
  room = 100;
  renderWithTexts(
    <Toolbar>
      <Button variant="quiet" icon={Rows3} isFoldable>
        View
      </Button>
    </Toolbar>,
  );
  await userEvent.setup().tab();
  expect(screen.getByRole("button", { name: "View" })).toHaveFocus();
  expect(await screen.findByRole("tooltip")).toHaveTextContent("View");
});

it("leaves a search field 200 pixels until there is no room, and 112 beside fields", () => {
  applyStyles("shared/lists/ListSearch.module.css");
  const minWidth = (name: string) => {
    const { unmount } = renderWithTexts(<p className={name}>Search</p>);
    const width = getComputedStyle(screen.getByText("Search")).minWidth;
    unmount();
    return width;
  };
  expect(minWidth("search")).toBe("200px");
  expect(minWidth("search folded")).toBe("112px");
  expect(minWidth("search folded least")).toBe("72px");
});
