import { ChevronDown, Download, Lock, Plus, RotateCw, Trash2, X } from "lucide-react";
import { useState } from "react";
import { Button, CopyButton, Keys, SegmentedFilter, Tooltip } from "../components";
import { Group, type Section } from "./section";

const VARIANTS = ["primary", "secondary", "quiet", "danger"] as const;

function Buttons() {
  return (
    <>
      <Group title="Variants">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} icon={variant === "danger" ? Trash2 : Plus}>
            New report
          </Button>
        ))}
        <Button iconAfter={ChevronDown}>All projects</Button>
        <CopyButton text={() => "https://example.com"}>Copy URL</CopyButton>
      </Group>
      <Group title="Pending">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} icon={Plus} isPending>
            New report
          </Button>
        ))}
        <Button variant="primary" isPending>
          Without an icon
        </Button>
      </Group>
      <Group title="Disabled">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} icon={Plus} isDisabled>
            New report
          </Button>
        ))}
      </Group>
      <Group title="Icon only">
        <Button icon={RotateCw} aria-label="Reload list" keys="mod+r" />
        <Button icon={X} variant="quiet" aria-label="Close" />
        <Button icon={Trash2} variant="danger" aria-label="Delete" keys="delete" />
        <Button icon={RotateCw} aria-label="Reading the list" isPending />
        <Button icon={Download} aria-label="Export" isDisabled />
      </Group>
      <Group title="Long text in little room" isWide>
        <div style={{ width: 180 }}>
          <Button icon={Lock}>Change who can see these reports</Button>
        </div>
      </Group>
    </>
  );
}

function Keyboard() {
  return (
    <Group title="Shortcuts">
      <Keys keys="mod+k" />
      <Keys keys="mod+shift+c" />
      <Keys keys="alt+arrowleft" />
      <Keys keys="delete" />
      <Keys keys="?" />
      <Tooltip text="Command palette" keys="mod+k">
        <Button>With a tooltip</Button>
      </Tooltip>
    </Group>
  );
}

function Segments() {
  const [verdict, setVerdict] = useState<"all" | "good" | "decent" | "bad">("all");
  return (
    <Group title="One of a few">
      <SegmentedFilter
        aria-label="Verdict"
        value={verdict}
        onChange={setVerdict}
        options={[
          { value: "all", label: "All", count: 240 },
          { value: "good", label: "Good", dot: "good", count: 68 },
          { value: "decent", label: "Decent", dot: "decent", count: 142 },
          { value: "bad", label: "Bad", dot: "bad", count: 30 },
        ]}
      />
    </Group>
  );
}

export const controls: Section[] = [
  { id: "buttons", title: "Buttons", Content: Buttons },
  { id: "keys", title: "Keys", Content: Keyboard },
  { id: "segments", title: "Segmented filter", Content: Segments },
];
