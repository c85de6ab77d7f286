import { Plural, Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Banner, Button, lazyNamed } from "../../../components";
import type { Batch } from "../../../host/contract";
import status from "./status.module.css";

const RulesDialog = lazyNamed(() => import("./RulesDialog"), "RulesDialog");

/** Rows without passwords block the batch; links to entering them. */
export function MissingPasswords({ batch }: { batch: Batch }): ReactNode {
  const { passwords_missing } = batch;
  const [isAsking, ask] = useState(false);
  return (
    <>
      {passwords_missing > 0 && (
        <div className={status.warning}>
          <Banner
            tone="warning"
            action={
              <Button onPress={() => ask(true)}>
                <Trans>Set passwords</Trans>
              </Button>
            }
          >
            <Plural
              value={passwords_missing}
              one="# report still needs a password."
              other="# reports still need passwords."
            />
          </Banner>
        </div>
      )}
      {isAsking && <RulesDialog batch={batch} onClose={() => ask(false)} />}
    </>
  );
}
