import type { Scene, View } from "./scene.ts";

const reports = "/c/sample/reports";
// The sample's data always start the same.
const report = `${reports}/240`;
const projects = "/c/sample/projects";

const longName =
  "The pages of every shop, branch and partner that the group has had since nineteen hundred and ninety-nine";
const longAddresses = ["overview", "details"].map((page) => {
  return `https://shop.example/a-long-address/${"with-many-words-in-it/".repeat(11)}${page}?and=${"parameters".repeat(3)}`;
});

/** Every screen and dialog, mostly in the sample workspace. */
export const screens: Scene = async (world, open) => {
  const service = await world.startSample(["--delay-ms", "0"]);
  const { app, screen } = await open(["--sample"]);
  const { browser } = app;
  await browser.$("[role=rowheader]").waitForExist();

  /** Opens the menu of the first row by the keyboard. */
  const openRowMenu = async () => {
    await browser.$("[role=rowheader]").click({ button: "right" });
    await browser.$("[role=menu]").waitForDisplayed();
  };

  const add = async (name: string) => {
    await screen.fillIn({ name, baseUrl: service.baseUrl, key: service.key });
    await screen.press("Save");
    await screen.shows("Add a connection");
    await screen.goTo("/connections");
  };

  const views: View[] = [
    { name: "welcome", place: "/welcome" },
    { name: "reports", place: reports },
    { name: "reports-filtered", place: `${reports}?search=example&result=bad&sort_by=generated_at&sort=asc` },
    { name: "reports-empty", place: `${reports}?search=%22nothing%20like%20this%22` },
    { name: "reports-selected", place: reports, act: () => screen.press("Select all rows") },
    { name: "reports-columns", place: reports, act: () => screen.press("Columns") },
    { name: "reports-row-menu", place: reports, act: openRowMenu },
    { name: "report", place: report },
    { name: "report-raw", place: report, act: () => screen.mark("Raw") },
    { name: "report-missing", place: `${reports}/99999` },
    { name: "privacy", place: report, act: () => screen.press("Privacy") },
    { name: "new-report", place: reports, act: () => screen.press("New report") },
    { name: "projects", place: projects },
    { name: "delete-project", place: projects, act: () => screen.press("Delete project kaffeewerk.example") },
    { name: "delete-waiting", place: report, act: () => screen.press("Delete report") },
    { name: "settings", place: "/settings" },
    { name: "palette", place: reports, act: async () => app.press("ctrl+k") },
    { name: "shortcuts", place: reports, act: async () => app.press("question") },
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
      name: "connection-to-edit",
      place: "/connections/new",
      act: async () => {
        await add("My pages");
        await screen.press("Edit My pages");
      },
    },
    { name: "connections", place: "/connections" },
    {
      name: "check",
      place: "/connections/new",
      act: async () => {
        await add("Checked pages");
        await screen.press("Check Checked pages");
        await screen.shows("This connection works.");
      },
    },
    {
      name: "long-texts",
      place: "/connections/new",
      act: async () => {
        await add(longName);
        for (const address of longAddresses) await service.create(address);
        await screen.press(`Open ${longName}`);
        await browser.$("[role=rowheader]").waitForExist();
        await screen.openRow("a-long-address");
      },
    },
    {
      name: "reports-offline",
      place: "/connections/new",
      act: async () => {
        await add("Pages out of reach");
        await screen.press("Open Pages out of reach");
        await browser.$("[role=rowheader]").waitForExist();
        await service.stop();
        await screen.press("Read the list again");
        await screen.shows("Last known");
      },
    },
    {
      name: "reports-out-of-reach",
      place: "/connections",
      act: async () => {
        await screen.press("Open Pages out of reach");
        await screen.shows("Nothing answers at the address of the service");
      },
    },
  ];
  return { app, views };
};
