import { TableLayout } from "react-aria-components";
import { HEADING_MARK } from "./Table";

/** Of the row with a group’s heading: less than a row with two lines, more than one with one. */
const GROUP_HEIGHT = 40;

type BuildCell = TableLayout<object>["buildCell"];

/** Rows of one height, under headings of their own. */
export class GroupedLayout extends TableLayout<object> {
  protected override buildCell(...place: Parameters<BuildCell>): ReturnType<BuildCell> {
    const cell = super.buildCell(...place);
    const [{ parentKey }] = place;
    if (String(parentKey).startsWith(HEADING_MARK)) cell.layoutInfo.rect.height = GROUP_HEIGHT;
    return cell;
  }
}
