import assert from "node:assert/strict";
import { it } from "node:test";
import { auditFaults } from "./supply-chain.mjs";

it("names what npm knows to be wrong, but for what can wait", () => {
  const vulnerabilities = {
    a: { name: "a", range: "<2", severity: "high" },
    b: { name: "b", range: "*", severity: "low" },
  };
  assert.deepEqual(auditFaults(JSON.stringify({ auditReportVersion: 2, vulnerabilities })), [
    "a <2: a weakness that is high",
  ]);
  assert.deepEqual(auditFaults(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} })), []);
});

it("names packages whose signature is wrong or missing", () => {
  const [a, b] = ["a", "b"].map((name) => ({ name, version: "1.0.0", location: `node_modules/${name}` }));
  const faults = auditFaults(JSON.stringify({ invalid: [a], missing: [b] }));
  assert.deepEqual(faults, ["a 1.0.0: its signature is wrong", "b 1.0.0: it has no signature"]);
  assert.deepEqual(auditFaults(JSON.stringify({ invalid: [], missing: [] })), []);
});

it("does not take an answer that never came for a good one", () => {
  assert.equal(auditFaults(""), undefined);
  assert.equal(auditFaults(JSON.stringify({ error: { code: "ENOTFOUND" } })), undefined);
  assert.equal(auditFaults(JSON.stringify({ statusCode: 405, error: {} })), undefined);
});
