import "../components/fonts.css";
import "../components/tokens.css";
import "../components/base.css";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { useEffect, useState } from "react";
import { I18nProvider as AriaLocaleProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";
import { ToastRegion } from "../components";
import { Grid } from "../components/tables/Table";
import { HostProvider } from "../host";
import { FakeHost } from "../host/fake/index";
import { activate } from "../i18n";
import { ProblemActionsProvider } from "../shared/problems";
import { Gallery } from "./Gallery";
import { type Look, readLook } from "./look";
import { pretend } from "./media";

/** Applies a look to the page. */
async function wear({ theme, density, dir, language, colors }: Look) {
  await activate(language);
  const { documentElement } = document;
  Object.assign(documentElement.dataset, { theme, density });
  documentElement.dir = dir;
  pretend(colors);
}

function Page({ first }: { first: Look }) {
  const [look, setLook] = useState(first);
  useEffect(() => {
    const change = () => {
      const next = readLook(location.hash);
      void wear(next).then(() => setLook(next));
    };
    window.addEventListener("hashchange", change);
    return () => window.removeEventListener("hashchange", change);
  }, []);
  const act = () => {};
  return (
    <I18nProvider i18n={i18n}>
      {/* React Aria derives the direction from the language. */}
      <AriaLocaleProvider locale={look.dir === "rtl" ? "ar" : look.language === "ar" ? "en" : i18n.locale}>
        <HostProvider value={host}>
          <ProblemActionsProvider actions={{ retry: act, check: act, edit_connection: act, enter_key: act }}>
            <Gallery key={look.section} look={look} />
            <ToastRegion />
          </ProblemActionsProvider>
        </HostProvider>
      </AriaLocaleProvider>
    </I18nProvider>
  );
}

const host = new FakeHost();

async function start() {
  const first = readLook(location.hash);
  // The page has no later paint to defer to.
  await Promise.all([wear(first), Grid.load()]);
  createRoot(document.getElementById("root") as HTMLElement).render(<Page first={first} />);
}

void start();
