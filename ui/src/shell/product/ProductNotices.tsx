import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Banner, Button, CopyButton, DateText, Dialog, lazyNamed } from "../../components";
import { useHost } from "../../host";
import type { CrashReport } from "../../host/contract";
import { useCommands } from "../../shared/commands";
import { useStart } from "../../shared/data/start";
import { PROBLEMS } from "../../shared/problems";
import { LongText } from "../../shared/updates/LongText";
import styles from "../../shared/updates/product.module.css";
import { releaseOf, useUpdate } from "../../shared/updates/use-update";
import { useRestart } from "./use-restart";

const UpdateDialog = lazyNamed(() => import("../../shared/updates/UpdateDialog"), "UpdateDialog");

/** App-level notices above every screen: safe mode, a crash report, an update. */
export function ProductNotices(): ReactNode {
  const { safe_mode, crash } = useStart();
  return (
    <>
      {safe_mode && <SafeModeNotice />}
      {crash && <CrashNotice crash={crash} />}
      <UpdateNotice />
    </>
  );
}

function SafeModeNotice() {
  const commands = useCommands();
  const restart = useRestart();
  return (
    <Banner
      tone="warning"
      rank="app"
      action={
        <>
          <Button variant="quiet" onPress={() => commands.run("diagnostics")}>
            <Trans>Diagnostics…</Trans>
          </Button>
          <Button onPress={restart}>
            <Trans>Restart Assay</Trans>
          </Button>
        </>
      }
    >
      <b>
        <Trans>Safe mode</Trans>
      </b>{" "}
      <span>
        <Trans>The library and batches are off, and settings aren’t saved</Trans>
      </span>
    </Banner>
  );
}

function CrashNotice({ crash }: { crash: CrashReport }) {
  const { t } = useLingui();
  const host = useHost();
  const [state, setState] = useState<"told" | "shown" | "dismissed">("told");
  const dismiss = () => {
    setState("dismissed");
    // If this fails, the notice only appears again.
    host.call("crash_seen", null).catch(() => {});
  };
  if (state === "dismissed") return null;
  return (
    <>
      <Banner
        tone="warning"
        rank="app"
        action={
          <>
            <Button onPress={() => setState("shown")}>
              <Trans>View details</Trans>
            </Button>
            <Button onPress={dismiss}>
              <Trans>Dismiss</Trans>
            </Button>
          </>
        }
      >
        <Trans>
          Part of Assay crashed <DateText value={crash.at} form="long" />. A crash report is saved on this computer;
          nothing was sent.
        </Trans>
      </Banner>
      <Dialog
        title={t`Crash report`}
        isOpen={state === "shown"}
        isWide
        onClose={() => setState("told")}
        footer={
          <>
            <CopyButton text={() => crash.text}>{t`Copy`}</CopyButton>
            <Button onPress={dismiss}>
              <Trans>Dismiss</Trans>
            </Button>
          </>
        }
      >
        <p className={styles.muted}>
          <DateText value={crash.at} form="exact" />
        </p>
        <LongText>{crash.text}</LongText>
      </Dialog>
    </>
  );
}

/** Announces an update until it is postponed, and shows the installation. */
function UpdateNotice() {
  const { i18n } = useLingui();
  const { phase } = useUpdate();
  const [later, setLater] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const release = releaseOf(phase);
  const said = `${phase.kind} ${release?.version}`;
  const isSaid = release !== null && later !== said;
  const version = release?.version;
  const why = phase.kind === "failed" ? i18n._(PROBLEMS[phase.problem.code].title) : null;
  return (
    <>
      {isSaid && (
        <Banner
          tone={why === null ? "info" : "warning"}
          rank="update"
          isNew
          action={
            <>
              <Button onPress={() => setOpen(true)}>
                {phase.kind === "found" ? <Trans>What’s new</Trans> : <Trans>View details</Trans>}
              </Button>
              <Button onPress={() => setLater(said)}>
                {phase.kind === "found" ? <Trans>Later</Trans> : <Trans>Close</Trans>}
              </Button>
            </>
          }
        >
          {why !== null ? (
            <Trans>
              Couldn’t install Assay {version}. {why}.
            </Trans>
          ) : phase.kind === "found" ? (
            <Trans>Assay {version} is available.</Trans>
          ) : phase.kind === "fetching" ? (
            <Trans>Downloading Assay {version}…</Trans>
          ) : phase.kind === "ready" ? (
            <Trans>Assay {version} is ready to install.</Trans>
          ) : (
            <Trans>Installing Assay {version}. Assay will restart.</Trans>
          )}
        </Banner>
      )}
      {isOpen && <UpdateDialog onClose={() => setOpen(false)} />}
    </>
  );
}
