import { Trans, useLingui } from "@lingui/react/macro";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { type Ref, useEffect, useRef, useState } from "react";
import {
  Button,
  DateText,
  Dialog,
  DialogFooter,
  Form,
  lazyNamed,
  Menu,
  MenuItem,
  MenuSeparator,
  Select,
  TextField,
  toast,
} from "../../components";
import type { NamedMoment } from "../../host/contract";
import { useConnectionName, useConnections } from "../data/connection";
import styles from "./MomentsDialog.module.css";
import { useMoments } from "./use-moments";

const DateTimeField = lazyNamed(() => import("../../components/fields/DateTimeField"), "DateTimeField");

/** Maximum length of a moment's name. */
const LONGEST_NAME = 100;

type MomentsDialogProps = {
  /** The moment to name first; by default, now. */
  at?: Date;
  /** Whose moments they are; by default, the screen's connection. */
  connection?: string;
  onClose: () => void;
};

/** Names a moment, and changes and deletes those that have a name. */
export function MomentsDialog({ at, connection, onClose }: MomentsDialogProps) {
  const { t } = useLingui();
  const { moments, remove } = useMoments(connection);
  const [edited, setEdited] = useState<NamedMoment | null>(null);
  const [turn, setTurn] = useState(0);
  const name = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const listed = useRef(moments.length);
  // Where the dialog scrolls, a new moment is in view, above the form.
  useEffect(() => {
    if (moments.length > listed.current) list.current?.scrollIntoView({ block: "start" });
    listed.current = moments.length;
  }, [moments.length]);

  function beginNew() {
    setEdited(null);
    setTurn((before) => before + 1);
  }

  function forget(moment: NamedMoment) {
    const undo = remove(moment.id);
    if (edited?.id === moment.id) beginNew();
    // The pressed button is removed.
    name.current?.focus();
    toast({
      tone: "info",
      title: t`Moment deleted`,
      description: moment.name,
      action: { label: t`Undo`, onPress: undo },
      isPassing: true,
    });
  }

  return (
    <Dialog title={t`Moments`} isOpen onClose={onClose}>
      <p>
        <Trans>Name a date to see what changed since then.</Trans>
      </p>
      {moments.length > 0 && (
        <ul ref={list} className={styles.list} aria-label={t`Moments`}>
          {moments.map((moment) => (
            <li key={moment.id} className={styles.moment}>
              <span className={styles.name} dir="auto">
                {moment.name}
              </span>
              <span className={styles.at}>
                <DateText value={moment.at} form="exact" />
              </span>
              <Menu
                placement="bottom end"
                trigger={<Button variant="quiet" icon={Ellipsis} aria-label={t`Actions for ${moment.name}`} />}
              >
                <MenuItem icon={Pencil} label={t`Edit`} onAction={() => setEdited(moment)} />
                <MenuSeparator />
                <MenuItem icon={Trash2} label={t`Delete`} isDanger onAction={() => forget(moment)} />
              </Menu>
            </li>
          ))}
        </ul>
      )}
      <MomentForm key={edited?.id ?? turn} edited={edited} at={at} of={connection} nameRef={name} onDone={beginNew} />
    </Dialog>
  );
}

type MomentFormProps = {
  edited: NamedMoment | null;
  at: Date | undefined;
  of: string | undefined;
  nameRef: Ref<HTMLInputElement>;
  onDone: () => void;
};

function MomentForm({ edited, at, of, nameRef, onDone }: MomentFormProps) {
  const { t } = useLingui();
  const { connection, moments, isFull, add, change } = useMoments(of);
  const connections = useConnections();
  const nameOf = useConnectionName();
  const [chosen, setChosen] = useState(connection ?? connections[0]?.id ?? "");
  const [name, setName] = useState(edited?.name ?? "");
  const [time, setTime] = useState<Date | null>(() => (edited ? new Date(edited.at) : (at ?? new Date())));
  const [isTried, setTried] = useState(false);
  const wanted = name.trim();
  const isOver = isFull && !edited;
  const past = time && time.getTime() <= Date.now() ? time : null;

  function save() {
    setTried(true);
    if (wanted === "" || !past || isOver) return;
    if (edited) change(edited.id, wanted, past);
    else add(chosen, wanted, past);
    onDone();
  }

  return (
    <Form onSubmit={save}>
      <h3 className={styles.heading}>{edited ? <Trans>Edit moment</Trans> : <Trans>New moment</Trans>}</h3>
      {connection === undefined && !edited && connections.length > 1 && (
        <Select
          label={<Trans>Connection</Trans>}
          options={connections.map((each) => ({ value: each.id, label: nameOf(each) }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <TextField
        label={<Trans>Name</Trans>}
        description={moments.length === 0 && <Trans>For example, “Before the relaunch”</Trans>}
        value={name}
        onChange={setName}
        maxLength={LONGEST_NAME}
        autoFocus
        inputRef={nameRef}
        errorMessage={
          isOver ? t`You’ve reached the limit of 500 moments.` : isTried && wanted === "" ? t`Enter a name.` : undefined
        }
      />
      <DateTimeField
        label={<Trans>Date and time</Trans>}
        value={time}
        onChange={setTime}
        errorMessage={isTried && !past ? t`Enter a date in the past.` : undefined}
        fallback={<TextField label={<Trans>Date and time</Trans>} isDisabled />}
      />
      <DialogFooter>
        {edited && (
          <Button onPress={onDone}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <Button variant="primary" type="submit">
          {edited ? <Trans>Save</Trans> : <Trans>Add moment</Trans>}
        </Button>
      </DialogFooter>
    </Form>
  );
}
