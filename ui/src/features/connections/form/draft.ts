import { asDraft } from "../../../host";
import type { Connection, ConnectionDraft, KeyPlace } from "../../../host/contract";

/** A saved connection as a draft, with a new key if given. */
export function draftOf(connection: Connection, key: string | null = null, key_place: KeyPlace = "keychain") {
  const { id, name, base_url, allow_insecure, network } = connection;
  return {
    id,
    name,
    base_url,
    allow_insecure,
    key,
    key_place,
    network: asDraft(network),
    service: null,
  } satisfies ConnectionDraft;
}
