import { ChevronDown, Copy, Ellipsis, ScanSearch, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  Button,
  Dialog,
  DialogFooter,
  Menu,
  MenuChoice,
  MenuItem,
  MenuSeparator,
  SortMenu,
  TextField,
  Tile,
  toast,
} from "../components";
import { makeProblem, ProblemError } from "../host";
import { ConfirmDialog } from "../shared/problems";
import { Group, type Section } from "./section";

function Menus() {
  const [theme, setTheme] = useState("system");
  const [by, setBy] = useState<"url" | "id">("id");
  const [direction, setDirection] = useState<"asc" | "desc">("desc");
  return (
    <Group title="Press one">
      <Menu trigger={<Button icon={Ellipsis} aria-label="More actions" />}>
        <MenuItem icon={ScanSearch} label="Recheck" />
        <MenuItem icon={Copy} label="Copy URL" detail="https://northwind-shop.example/category/backpacks" />
        <MenuItem icon={ScanSearch} label="Not possible now" isDisabled />
        <MenuSeparator />
        <MenuItem icon={Trash2} label="Delete" isDanger />
      </Menu>
      <Menu trigger={<Button iconAfter={ChevronDown}>Theme</Button>}>
        <MenuChoice
          aria-label="Theme"
          value={theme}
          onChange={setTheme}
          options={[
            { value: "system", label: "System", detail: "Follows the system" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
        />
      </Menu>
      <Menu trigger={<Button>View</Button>}>
        <SortMenu
          options={[
            { value: "id", label: "Created" },
            { value: "url", label: "Page", detail: "This service can’t sort by this column." },
          ]}
          by={by}
          direction={direction}
          onChange={(nextBy, nextDirection) => {
            setBy(nextBy);
            setDirection(nextDirection);
          }}
        />
        <SortMenu options={[{ value: "id", label: "Created" }]} by="id" direction="asc" isIgnored onChange={() => {}} />
      </Menu>
    </Group>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<"form" | "long" | "confirm" | "typed" | null>(null);
  const close = () => setOpen(null);
  return (
    <Group title="Press one">
      <Button onPress={() => setOpen("form")}>Dialog with a form</Button>
      <Button onPress={() => setOpen("long")}>Long dialog</Button>
      <Button onPress={() => setOpen("confirm")}>Question</Button>
      <Button onPress={() => setOpen("typed")}>Question with a name to type</Button>
      <Dialog title="New report" isOpen={open === "form"} onClose={close}>
        <form onSubmit={(event) => event.preventDefault()}>
          <TextField label="Address of the page" placeholder="https://example.com/" />
          <DialogFooter>
            <Button onPress={close}>Cancel</Button>
            <Button variant="primary" type="submit">
              Create
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
      <Dialog
        title="Particulars"
        isOpen={open === "long"}
        onClose={close}
        footer={<Button onPress={close}>Close</Button>}
      >
        {Array.from({ length: 40 }, (_, at) => (
          <p key={at}>A line of a long text, which does not fit into the window and is scrolled within the dialog.</p>
        ))}
      </Dialog>
      <ConfirmDialog
        title="Delete 12 reports?"
        confirmLabel="Delete"
        isOpen={open === "confirm"}
        onClose={close}
        onConfirm={() => Promise.reject(new ProblemError(makeProblem("service_fault", { status: 503 })))}
      >
        They are deleted on the service, and cannot be brought back.
      </ConfirmDialog>
      <ConfirmDialog
        title="Delete northwind-shop.example?"
        mark={<Tile id="northwind-shop.example" name="northwind-shop.example" form="large" />}
        confirmLabel="Delete"
        typeToConfirm="northwind-shop.example"
        isOpen={open === "typed"}
        onClose={close}
        onConfirm={async () => {}}
      >
        <p>The project goes with its 212 reports.</p>
      </ConfirmDialog>
    </Group>
  );
}

function Toasts() {
  return (
    <Group title="Press one">
      <Button
        onPress={() => toast({ tone: "success", title: "Report created", description: "northwind-shop.example/" })}
      >
        Good news
      </Button>
      <Button onPress={() => toast({ tone: "error", title: "Couldn’t open the browser." })}>Bad news</Button>
      <Button
        onPress={() => toast({ title: "Assay 1.2.0 is available", action: { label: "Restart", onPress: () => {} } })}
      >
        With an action
      </Button>
    </Group>
  );
}

export const overlays: Section[] = [
  { id: "menus", title: "Menus", Content: Menus },
  { id: "dialogs", title: "Dialogs", Content: Dialogs },
  { id: "toasts", title: "Toasts", Content: Toasts },
];
