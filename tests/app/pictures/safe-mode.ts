import type { Scene } from "./scene.ts";

/** The app in safe mode. */
export const safeMode: Scene = async (_, open) => {
  const { app, screen } = await open(["--safe-mode", "--sample"]);
  await app.browser.$("[role=rowheader]").waitForExist();
  const views = [
    { name: "safe-mode", place: "/c/sample/reports" },
    { name: "safe-mode-all-reports", place: "/reports", act: () => screen.shows("Not available in safe mode") },
  ];
  return { app, views };
};
