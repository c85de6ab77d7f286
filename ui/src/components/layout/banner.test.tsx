import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWithTexts } from "../../test/texts";
import { Banner } from "./Banner";

it("shows the most important of several, and the next one after it", () => {
  const banners = (isOut: boolean) => (
    <>
      <Banner tone="info" rank="update">
        Update
      </Banner>
      <Banner tone="warning" rank="rows">
        Rows
      </Banner>
      {isOut && (
        <Banner tone="error" rank="outage" isNew>
          Outage
        </Banner>
      )}
      <Banner tone="info">Part of the content</Banner>
    </>
  );
  const { rerender } = renderWithTexts(banners(true));
  expect(screen.getByRole("alert")).toHaveTextContent("Outage");
  expect(screen.queryByText("Rows")).toBeNull();
  expect(screen.getByText("Part of the content")).toBeVisible();
  rerender(banners(false));
  expect(screen.getByText("Rows")).toBeVisible();
  expect(screen.queryByText("Update")).toBeNull();
});
