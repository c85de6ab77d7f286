import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestMachine } from "./test-machine.ts";

/** A certificate and its private key, in PEM. */
type Identity = { cert: string; key: string };

/** The name of the certificate authority. */
export const AUTHORITY = "Assay test authority";

/** A machine's own certificate authority, which no system trusts, and its certificates. */
export type Certificates = {
  /** The authority's certificate, to be trusted. */
  file: string;
  /** For `localhost`, valid for {@link Certificates.days}. */
  good: Identity;
  /** For `localhost`, expired. */
  expired: Identity;
  /** For another name. */
  elsewhere: Identity;
  /** Whole days until the good certificate expires. */
  days: number;
};

const CONFIG = `
[req]
distinguished_name = name
prompt = no
[name]
O = ${AUTHORITY}
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[ca]
default_ca = default
[default]
new_certs_dir = .
database = index.txt
certificate = authority.pem
private_key = authority.key
default_md = sha256
rand_serial = yes
unique_subject = no
policy = policy
[policy]
organizationName = supplied
[localhost]
subjectAltName = DNS:localhost
[elsewhere]
subjectAltName = DNS:elsewhere.example
`;

const DAYS = 40;

/** Creates an authority and its certificates, with OpenSSL's `ca`, which accepts any dates. */
export function makeCertificates(machine: TestMachine): Certificates {
  const folder = join(machine.folder, "certificates");
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => machine.run("openssl", args, { cwd: folder });
  const text = (name: string) => readFileSync(at(name), "utf8");
  mkdirSync(folder);
  writeFileSync(at("config"), CONFIG);
  writeFileSync(at("index.txt"), "");

  const request = (name: string, ...more: string[]) =>
    openssl(
      ...["req", "-config", "config", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
      ...["-keyout", `${name}.key`, ...more],
    );
  request("authority", "-x509", "-extensions", "authority", "-days", String(DAYS), "-out", "authority.pem");
  request("service", "-out", "service.csr");
  const vouch = (name: string, extensions: string, ...dates: string[]): Identity => {
    const files = ["-in", "service.csr", "-out", `${name}.pem`];
    openssl("ca", "-batch", "-notext", "-config", "config", "-extensions", extensions, ...files, ...dates);
    return { cert: text(`${name}.pem`), key: text("service.key") };
  };
  // Slightly more than whole days, so that the number holds for a while.
  const end = new Date(Date.now() + (DAYS * 24 + 1) * 3_600_000);
  const dated = (date: Date) => `${date.toISOString().replace(/[-:T]|\..*/g, "")}Z`;
  return {
    file: at("authority.pem"),
    good: vouch("good", "localhost", "-enddate", dated(end)),
    expired: vouch("expired", "localhost", "-startdate", "20250101000000Z", "-enddate", "20250201000000Z"),
    elsewhere: vouch("elsewhere", "elsewhere", "-enddate", dated(end)),
    days: DAYS,
  };
}
