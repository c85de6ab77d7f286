import { Globe, KeyRound, Lock } from "lucide-react";
import { useState } from "react";
import { Checkbox, FilterChips, RadioGroup, Switch } from "../components";
import { Group, type Section } from "./section";

function Choices() {
  const [privacy, setPrivacy] = useState<"public" | "private" | "password">("private");
  const options = [
    { value: "public", label: "Public", icon: Globe, description: "Anyone with the link can open it." },
    { value: "private", label: "Private", icon: Lock, description: "Only your account can open it." },
    { value: "password", label: "Password", icon: KeyRound, description: "Anyone with the link and the password" },
  ] as const;
  const field = { options, value: privacy, onChange: setPrivacy };
  return (
    <>
      <Group title="Switch">
        <Setting isOn={false} />
        <Setting isOn />
      </Group>
      <Group title="Checkbox">
        <Checkbox>Not ticked</Checkbox>
        <Checkbox defaultSelected>Ticked</Checkbox>
        <Checkbox isIndeterminate>Some are</Checkbox>
        <Checkbox isDisabled>Disabled</Checkbox>
        <Checkbox isDisabled defaultSelected>
          Disabled and ticked
        </Checkbox>
        <Checkbox aria-label="Without text" />
      </Group>
      <Group title="Radio buttons">
        <RadioGroup {...field} label="Who can see it" />
        <RadioGroup {...field} label="With what is wrong" errorMessage="This service has no passwords." />
        <RadioGroup {...field} label="Disabled" isDisabled />
      </Group>
      <Group title="Radio buttons, side by side">
        <RadioGroup
          {...field}
          aria-label="Who can see it"
          orientation="horizontal"
          options={options.map(({ value, label }) => ({ value, label }))}
        />
      </Group>
    </>
  );
}

function Chips() {
  const all = ["Bad", "Project: northwind-shop.example", "“trail running shoes for women in winter, waterproof”"];
  const [active, setActive] = useState(all);
  return (
    <Group title="What a list is filtered by">
      <FilterChips
        chips={active.map((id) => ({ id, label: id, onRemove: () => setActive((now) => now.filter((x) => x !== id)) }))}
        onClear={() => setActive([])}
      />
    </Group>
  );
}

export const choices: Section[] = [
  { id: "choices", title: "Checkbox and radio buttons", Content: Choices },
  { id: "chips", title: "Filter chips", Content: Chips },
];

function Setting({ isOn }: { isOn: boolean }) {
  const [isSelected, setSelected] = useState(isOn);
  return (
    <Switch isSelected={isSelected} onChange={setSelected} description="Takes effect at once">
      A setting
    </Switch>
  );
}
