import assert from "node:assert/strict";
import { test } from "node:test";
import { seeds, startsOf } from "./seeds.mjs";

test("a reader starts from the bytes of an answer", () => {
  assert.deepEqual(startsOf("report", { body: { id: 7 } }), ['{"id":7}']);
  assert.deepEqual(startsOf("report", { body: "é", sent_as: "latin1" }), [Buffer.from([0xe9])]);
  assert.deepEqual(startsOf("report", { body: "é", sent_as: "text" }), [Buffer.from("é")]);
});

test("what reads refusals starts from those alone, with their status before", () => {
  assert.deepEqual(startsOf("refusal", { body: [] }), []);
  assert.deepEqual(startsOf("refusal", { status: 422, body: [] }), [Buffer.from([0, 122, 0x5b, 0x5d])]);
});

test("what reads values starts from the values of rows, wherever they are", () => {
  const body = { data: [{ id: 7, created_at: { date: "x" }, url: "y" }] };
  assert.deepEqual(startsOf("value", { body }), ["7", '{"date":"x"}']);
  assert.deepEqual(startsOf("pause", { headers: [["retry-after", "60"]], body }), ["60"]);
});

test("every target has something to start from", () => {
  for (const target of ["report", "reports", "projects", "deleted", "refusal", "pause", "value"])
    assert.ok(Object.keys(seeds(target)).length > 3, target);
});
