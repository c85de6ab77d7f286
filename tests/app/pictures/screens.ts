import { Screen } from "../harness/screen.ts";
import type { Picture, Scene } from "./scene.ts";

const reports = "/c/sample/reports";
// The sample's data always start the same.
const report = `${reports}/240`;

/** Every screen, mostly in the sample workspace. */
export const screens: Scene = async (world) => {
  const service = await world.startSample();
  const app = await world.openApp({ args: ["--sample"] });
  const screen = new Screen(app);
  await screen.shows("1–25 of 240");
  const pictures: Picture[] = [
    { name: "welcome", place: "/welcome" },
    { name: "reports", place: reports },
    { name: "reports-small", place: reports, size: [800, 560] },
    { name: "reports-large", place: reports, size: [1600, 1000] },
    { name: "reports-empty", place: `${reports}?search=%22nothing%20like%20this%22` },
    { name: "report", place: report },
    { name: "report-small", place: report, size: [1100, 720] },
    { name: "report-missing", place: `${reports}/99999` },
    { name: "privacy", place: report, act: () => screen.press("Privacy") },
    { name: "delete-report", place: report, act: () => screen.press("Delete report") },
    { name: "new-report", place: reports, act: () => screen.press("New report") },
    { name: "projects", place: "/c/sample/projects" },
    {
      name: "delete-project",
      place: "/c/sample/projects",
      act: () => screen.press("Delete project kaffeewerk.example"),
    },
    { name: "settings", place: "/settings" },
    {
      name: "new-connection",
      place: "/connections/new",
      act: async () => {
        await screen.fillIn({ name: "My pages", baseUrl: service.baseUrl, key: service.key });
        await screen.press("Test");
        await screen.shows("This connection works.");
      },
    },
    {
      name: "connections",
      place: "/connections/new",
      act: async () => {
        await screen.connect("My pages", service, "Save");
        await screen.hides("The connection works");
        await screen.goTo("/connections");
      },
    },
    {
      name: "reports-offline",
      place: "/connections",
      act: async () => {
        await screen.choose("Switch connection", "My pages");
        await screen.shows("1–25 of 240");
        await service.stop();
        await screen.press("Read the list again");
        await screen.shows("Last known");
      },
    },
  ];
  return { app, pictures };
};
