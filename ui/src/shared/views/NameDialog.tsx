import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button, Dialog, DialogFooter, Form, TextField } from "../../components";

/** Maximum length of a view's name. */
const LONGEST_NAME = 100;

export type NameDialogProps = {
  title: string;
  name: string;
  onSave: (name: string) => void;
  onClose: () => void;
};

export function NameDialog({ title, name, onSave, onClose }: NameDialogProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(name);
  const [isTried, setTried] = useState(false);
  const wanted = typed.trim();
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form
        onSubmit={() => {
          setTried(true);
          if (wanted === "") return;
          onSave(wanted);
          onClose();
        }}
      >
        <TextField
          label={<Trans>Name</Trans>}
          description={<Trans>Appears in the sidebar.</Trans>}
          value={typed}
          onChange={setTyped}
          maxLength={LONGEST_NAME}
          autoFocus
          errorMessage={isTried && wanted === "" ? t`Enter a name.` : undefined}
        />
        <DialogFooter>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit">
            <Trans>Save</Trans>
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
