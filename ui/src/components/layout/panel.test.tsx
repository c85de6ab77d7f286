import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { expectAccessible } from "../../test/axe";
import { renderWithTexts } from "../../test/texts";
import { Panel } from "./Panel";

function Resizable({ start, onWidth }: { start: number | null; onWidth: (width: number | null) => void }) {
  const [width, setWidth] = useState(start);
  return (
    <Panel
      label="Report"
      width={width}
      onWidth={(next) => {
        setWidth(next);
        onWidth(next);
      }}
    >
      Text
    </Panel>
  );
}

function renderPanel(start: number | null = null) {
  const onWidth = vi.fn();
  renderWithTexts(<Resizable start={start} onWidth={onWidth} />);
  const handle = screen.getByRole("separator", { name: "Panel width" });
  const width = () => Number(handle.getAttribute("aria-valuenow"));
  return { onWidth, handle, width, user: userEvent.setup() };
}

// jsdom has no pointer capture.
HTMLElement.prototype.setPointerCapture ??= () => {};

afterEach(() => document.documentElement.removeAttribute("style"));

it("changes its width by the keyboard, within bounds", async () => {
  const { handle, width, user, onWidth } = renderPanel();
  expect(width()).toBe(440);
  await expectAccessible();
  act(() => handle.focus());
  await user.keyboard("{ArrowLeft}");
  expect(width()).toBe(456);
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(width()).toBe(424);
  await user.keyboard("{Home}");
  expect(width()).toBe(340);
  await user.keyboard("{ArrowRight}");
  expect(width()).toBe(340);
  await user.keyboard("{End}");
  expect(width()).toBe(720);
  await user.dblClick(handle);
  expect(onWidth).toHaveBeenLastCalledWith(null);
  expect(width()).toBe(440);
  expect(document.documentElement.style.getPropertyValue("--panel-width")).toMatch(/^min\(440px, /);
});

it("continues from the width that there is room for", async () => {
  const { handle, width, user } = renderPanel(720);
  const panel = screen.getByRole("complementary", { name: "Report" });
  vi.spyOn(panel, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 600, 400));
  act(() => handle.focus());
  await user.keyboard("{ArrowRight}");
  expect(width()).toBe(584);
});

it("goes the other way where the window runs from right to left", async () => {
  document.documentElement.style.direction = "rtl";
  const { handle, width, user } = renderPanel(500);
  act(() => handle.focus());
  await user.keyboard("{ArrowRight}");
  expect(width()).toBe(516);
});

it("follows the pointer, and tells the width once when it is let go", () => {
  const { handle, width, onWidth } = renderPanel(500);
  fireEvent.pointerDown(handle, { clientX: 600, button: 0, pointerId: 1 });
  fireEvent.pointerMove(handle, { clientX: 550, pointerId: 1 });
  expect(width()).toBe(550);
  fireEvent.pointerMove(handle, { clientX: 100, pointerId: 1 });
  expect(width()).toBe(720);
  expect(onWidth).not.toHaveBeenCalled();
  fireEvent.pointerUp(handle, { pointerId: 1 });
  expect(onWidth).toHaveBeenCalledExactlyOnceWith(720);
  fireEvent.pointerMove(handle, { clientX: 590, pointerId: 1 });
  expect(width()).toBe(720);
});

it("holds a kept width within its bounds", () => {
  expect(renderPanel(5000).width()).toBe(720);
});
