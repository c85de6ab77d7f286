import { afterAll } from "vitest";
import { activate } from "../i18n";

// React Aria's texts are kept in the window, which later files of the worker share.
afterAll(() => activate("en"));
