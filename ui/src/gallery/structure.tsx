import { Details, Figures, Foldable, Tabs, TextField, Tree } from "../components";
import { Box, Group, type Section } from "./section";

const FIGURES = ["Broke", "Fixed", "Changed"].map((name, at) => ({ id: name, name, value: at * 21 }));

function Structure() {
  return (
    <>
      <Group title="Figures" isWide>
        <Figures figures={FIGURES} />
        <Figures figures={FIGURES} choice={{ label: "Filter", chosen: "Fixed", onChoose: () => {} }} />
      </Group>
      <Group title="Tabs" isWide>
        <Box height={140}>
          <Tabs
            aria-label="Report"
            tabs={["Checks", "History", "JSON"].map((label) => ({ id: label, label, content: `What ${label} shows.` }))}
          />
        </Box>
      </Group>
      <Group title="Tree" isWide>
        <Box height={170}>
          <Tree
            label="Answer"
            value={{
              id: 4711,
              url: "https://northwind-shop.example/category/backpacks?colour=green&size=40l",
              checks: { title: { passed: true, value: "Backpacks" }, headings: ["h1", "h2"] },
              note: null,
            }}
          />
        </Box>
      </Group>
      <Group title="Foldable" isWide>
        <Foldable title="Closed">
          <TextField label="Name" />
        </Foldable>
        <Foldable title="Open" isOpen onToggle={() => {}}>
          <TextField label="Name" />
        </Foldable>
      </Group>
      <Group title="Details" isWide>
        <Details text={"status: 503\nServer: example/1.0"} />
      </Group>
    </>
  );
}

export const structure: Section[] = [{ id: "structure", title: "Tabs, tree, foldable", Content: Structure }];
