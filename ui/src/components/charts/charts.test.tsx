import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { I18nProvider } from "react-aria-components";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible } from "../../test/axe";
import { applyStyles } from "../../test/styles";
import { type ChartMark, Mark, Marks } from "./Marks";

const MARKS: ChartMark[] = ["a", "b", "c"].flatMap((id, at) => [
  { id: `0${id}`, row: 0, label: `First line ${id}` },
  ...(at < 2 ? [{ id: `1${id}`, row: 1, label: `Second line ${id}`, tip: <b>{`Tip ${id}`}</b> }] : []),
]);

function start(locale = "en") {
  const onOpen = vi.fn();
  render(
    <I18nProvider locale={locale}>
      <main>
        <Marks aria-label="Weather" marks={MARKS} onOpen={onOpen}>
          <svg role="presentation">
            {MARKS.map(({ id }, at) => (
              <Mark key={id} id={id} x={at * 10} y={0} width={10} height={10} />
            ))}
          </svg>
        </Marks>
      </main>
    </I18nProvider>,
  );
  return { onOpen, user: userEvent.setup() };
}

const focused = () => document.activeElement?.getAttribute("aria-label");

describe("the marks of a chart", () => {
  it("are one stop of the Tab key, and arrow keys go from one to another", async () => {
    const { user, onOpen } = start();
    await expectAccessible();
    const visited: unknown[] = [];
    await user.tab();
    visited.push(focused());
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "Home", "ArrowUp", "End", "ArrowLeft"]) {
      await user.keyboard(`{${key}}`);
      visited.push(focused());
    }
    expect(visited).toEqual([
      "First line a",
      "First line b",
      "First line c",
      "First line c",
      "Second line b",
      "Second line a",
      "First line a",
      "First line c",
      "First line b",
    ]);
    await user.keyboard("{Enter}");
    expect(onOpen.mock.calls).toEqual([["0b"]]);
    await user.tab();
    expect(document.body).toHaveFocus();
    await user.tab({ shift: true });
    expect(focused()).toBe("First line b");
  });

  it("run the other way where one reads from right to left", async () => {
    const { user } = start("ar");
    await user.tab();
    await user.keyboard("{ArrowLeft}");
    expect(focused()).toBe("First line b");
    await user.keyboard("{ArrowRight}");
    expect(focused()).toBe("First line a");
  });

  it("say what they are beside them, to the pointer and to the focus, until Escape", async () => {
    const { user } = start();
    await user.hover(screen.getByRole("link", { name: "Second line a" }));
    expect(await screen.findByRole("tooltip")).toHaveTextContent("Tip a");
    await user.tab();
    expect(await screen.findByRole("tooltip")).toHaveTextContent("First line a");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("tooltip")).toBeNull();
  });

  it("leave the chart to be seen: only the one that is shown has a ground", async () => {
    const CLEAR = "rgba(0, 0, 0, 0)";
    applyStyles("components/charts/Marks.module.css");
    const { user } = start();
    const grounds = () =>
      screen
        .getAllByRole("link")
        .map((mark) => getComputedStyle(mark.querySelector("rect") ?? mark).getPropertyValue("fill"));
    expect(new Set(grounds())).toEqual(new Set([CLEAR]));
    await user.hover(screen.getByRole("link", { name: "Second line a" }));
    expect(grounds().filter((ground) => ground !== CLEAR)).toHaveLength(1);
  });
});
