import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Problem, ProblemCode } from "../../host/contract";

export type ProblemAction =
  | "retry"
  | "check"
  | "edit_connection"
  | "enter_key"
  | "show_connections"
  | "clear_pattern"
  | "restart";

export type Wording = {
  title: MessageDescriptor;
  /** Said of changes only: a read changes nothing anyway. */
  safety?: MessageDescriptor;
  next: MessageDescriptor;
  /** Only trying again helps: what is said instead of `next` where Assay does. */
  ifItLasts?: MessageDescriptor;
  action: ProblemAction | null;
  /** An alternative if the main action may not help. */
  otherwise?: ProblemAction;
  /** `warning` passes or is easily fixed; `info` isn't a problem. */
  tone: "error" | "warning" | "info";
};

const NOTHING_CHANGED = msg`Nothing was changed.`;

const NOTHING_SENT = msg`Nothing was sent.`;

const CONTACT_ADMINISTRATOR = msg`Assay tries again automatically. If this continues, contact the service’s administrator.`;

const SERVICE_UNAFFECTED = msg`Nothing on the service is affected.`;

/** The only place that maps problem codes to texts. */
export const PROBLEMS: Record<ProblemCode, Wording> = {
  invalid_input: {
    title: msg`Check the highlighted fields`,
    next: NOTHING_SENT,
    action: null,
    tone: "warning",
  },
  refused_input: {
    title: msg`The service rejected your input`,
    safety: NOTHING_CHANGED,
    next: msg`Fix the highlighted fields and try again.`,
    action: null,
    tone: "warning",
  },
  offline: {
    title: msg`You’re offline`,
    next: msg`Connect to a network and try again.`,
    action: "retry",
    tone: "warning",
  },
  name_not_found: {
    title: msg`Server not found`,
    next: msg`Check the URL for typos, or connect to the service’s VPN if it needs one.`,
    action: "retry",
    otherwise: "edit_connection",
    tone: "error",
  },
  connection_refused: {
    title: msg`Connection refused`,
    next: msg`The service may be down, or the port may be wrong. Check the URL.`,
    action: "retry",
    otherwise: "edit_connection",
    tone: "error",
  },
  connect_timed_out: {
    title: msg`Connection timed out`,
    next: msg`The service may be down or behind a firewall. Try again, or raise the timeout in the network settings.`,
    action: "retry",
    otherwise: "edit_connection",
    tone: "error",
  },
  unreachable: {
    title: msg`Can’t reach the service`,
    next: msg`Check your network connection and the service URL.`,
    action: "retry",
    otherwise: "edit_connection",
    tone: "error",
  },
  proxy_failed: {
    title: msg`Blocked by the proxy`,
    safety: msg`Nothing reached the service.`,
    next: msg`Check the proxy in this connection’s network settings or in your system settings.`,
    action: "edit_connection",
    otherwise: "retry",
    tone: "error",
  },
  untrusted: {
    title: msg`Untrusted certificate`,
    next: msg`Your API key wasn’t sent. If your company has its own certificate, add it in the network settings. Otherwise, contact the service’s administrator.`,
    action: "edit_connection",
    otherwise: "retry",
    tone: "error",
  },
  certificate_expired: {
    title: msg`Certificate not currently valid`,
    next: msg`Your API key wasn’t sent. Check this computer’s clock. If it’s right, contact the service’s administrator.`,
    action: "retry",
    tone: "error",
  },
  certificate_name: {
    title: msg`Certificate doesn’t match the URL`,
    next: msg`Your API key wasn’t sent. Check the service URL. If it’s right, contact the service’s administrator.`,
    action: "edit_connection",
    otherwise: "retry",
    tone: "error",
  },
  tls_failed: {
    title: msg`Couldn’t connect securely`,
    next: msg`Your API key wasn’t sent. The port may be wrong, or the service may only support outdated encryption.`,
    action: "retry",
    otherwise: "edit_connection",
    tone: "error",
  },
  https_not_spoken: {
    title: msg`No https at this port`,
    next: msg`Nothing was sent, so the key is safe. Check the port, or use http:// if the service has no https.`,
    action: "edit_connection",
    otherwise: "retry",
    tone: "error",
  },
  ca_file_unusable: {
    title: msg`Can’t use the connection’s certificates`,
    safety: NOTHING_SENT,
    next: msg`Choose the certificate file again in the connection’s network settings.`,
    action: "edit_connection",
    otherwise: "retry",
    tone: "error",
  },
  timed_out: {
    title: msg`The service timed out`,
    safety: NOTHING_CHANGED,
    next: msg`Try again, or set a longer timeout in the connection’s network settings.`,
    action: "retry",
    otherwise: "edit_connection",
    tone: "warning",
  },
  response_truncated: {
    title: msg`Connection interrupted`,
    safety: NOTHING_CHANGED,
    next: msg`It’s safe to try again.`,
    action: "retry",
    tone: "warning",
  },
  canceled: {
    title: msg`Request stopped`,
    safety: NOTHING_CHANGED,
    next: msg`The request wasn’t sent.`,
    action: "retry",
    tone: "info",
  },
  outcome_unknown: {
    title: msg`Outcome unknown`,
    next: msg`The response was lost, so check before you try again.`,
    action: "check",
    tone: "warning",
  },
  not_done: {
    title: msg`The change wasn’t made`,
    next: msg`Nothing was changed. Assay checked after the response was lost; it’s safe to try again.`,
    action: "retry",
    tone: "warning",
  },
  not_applied: {
    title: msg`Not applied by the service`,
    next: msg`The service answered OK, but the report didn’t change. Try again.`,
    action: "retry",
    tone: "warning",
  },
  key_refused: {
    title: msg`API key rejected`,
    next: msg`The key may be incomplete, replaced, or revoked. Enter the current one.`,
    action: "enter_key",
    otherwise: "retry",
    tone: "error",
  },
  forbidden: {
    title: msg`API key lacks permission`,
    safety: NOTHING_CHANGED,
    next: msg`Use another API key, or contact the service’s administrator.`,
    action: "enter_key",
    otherwise: "retry",
    tone: "error",
  },
  quota_used: {
    title: msg`Can’t create more reports`,
    safety: msg`No report was created.`,
    next: msg`Use another API key, or wait until next month.`,
    action: "enter_key",
    tone: "warning",
  },
  not_found: {
    title: msg`No longer on the service`,
    safety: NOTHING_CHANGED,
    next: msg`It may have been deleted elsewhere.`,
    action: "retry",
    tone: "warning",
  },
  throttled: {
    title: msg`Rate limited`,
    safety: NOTHING_CHANGED,
    next: msg`Wait a minute, then try again.`,
    ifItLasts: msg`Assay tries again automatically. If this continues, other apps may be using the same API key.`,
    action: "retry",
    tone: "warning",
  },
  maintenance: {
    title: msg`Service under maintenance`,
    safety: NOTHING_CHANGED,
    next: msg`Try again later.`,
    ifItLasts: CONTACT_ADMINISTRATOR,
    action: "retry",
    tone: "warning",
  },
  service_fault: {
    title: msg`Service error`,
    next: msg`Try again in a few minutes. If this continues, contact the service’s administrator.`,
    ifItLasts: CONTACT_ADMINISTRATOR,
    action: "retry",
    tone: "error",
  },
  redirected: {
    title: msg`Redirected to another URL`,
    next: msg`Check the service URL. It may lead to a sign-in page.`,
    action: "edit_connection",
    otherwise: "retry",
    tone: "error",
  },
  unsupported_service: {
    title: msg`Not a supported service`,
    next: msg`Check the service URL. A sign-in page may be in the way.`,
    action: "edit_connection",
    otherwise: "retry",
    tone: "error",
  },
  other_report: {
    title: msg`Not the report you asked for`,
    next: msg`The service returned another report. Assay doesn’t show or save it.`,
    action: "retry",
    tone: "error",
  },
  response_too_large: {
    title: msg`Response too large`,
    next: msg`Assay reads up to 64 MB at once; load fewer rows at a time.`,
    action: "retry",
    tone: "error",
  },
  connection_unknown: {
    title: msg`This connection no longer exists`,
    next: msg`It was removed; choose another connection.`,
    action: "show_connections",
    tone: "error",
  },
  service_unclear: {
    title: msg`Is this the same service?`,
    next: msg`Nothing was saved. Say whether the new URL leads to the same service.`,
    action: "edit_connection",
    tone: "warning",
  },
  too_often: {
    title: msg`Too many at once`,
    safety: NOTHING_SENT,
    next: msg`Wait a moment, then try again.`,
    action: "retry",
    tone: "warning",
  },
  key_missing: {
    title: msg`API key missing`,
    next: msg`Enter it again to continue.`,
    action: "enter_key",
    tone: "warning",
  },
  keychain_locked: {
    title: msg`Keychain locked`,
    safety: NOTHING_CHANGED,
    next: msg`Unlock it and try again.`,
    action: "retry",
    tone: "warning",
  },
  keychain_missing: {
    title: msg`No keychain found`,
    safety: NOTHING_CHANGED,
    next: msg`Install or start one, then try again.`,
    action: "retry",
    tone: "warning",
  },
  keychain_failed: {
    title: msg`Keychain error`,
    safety: NOTHING_CHANGED,
    next: msg`See Details for the keychain’s message, then try again.`,
    action: "retry",
    tone: "error",
  },
  sample_failed: {
    title: msg`Couldn’t start the sample workspace`,
    next: msg`Your own connections aren’t affected.`,
    action: "retry",
    tone: "error",
  },
  storage_failed: {
    title: msg`Couldn’t read or save settings`,
    next: msg`Check that the disk isn’t full and that Assay can write to its folder.`,
    action: "retry",
    tone: "error",
  },
  library_failed: {
    title: msg`Library unavailable`,
    safety: SERVICE_UNAFFECTED,
    next: msg`See Settings → Data for details.`,
    action: "retry",
    tone: "error",
  },
  library_limit: {
    title: msg`Too much for the library`,
    next: msg`The library keeps at most 1,000,000 reports and 20,000 check names per connection. Reports synced so far are kept.`,
    action: null,
    tone: "warning",
  },
  too_many_rows: {
    title: msg`The list doesn’t add up`,
    next: msg`The service returned more rows than requested, or its list never ends. Reports synced so far are kept.`,
    action: "retry",
    tone: "error",
  },
  not_in_library: {
    title: msg`Not in the library`,
    safety: SERVICE_UNAFFECTED,
    next: msg`It hasn’t been synced yet, or it was cleared.`,
    action: null,
    tone: "warning",
  },
  disk_full: {
    title: msg`Disk full`,
    next: msg`Nothing was saved and nothing was damaged. Free up some space and try again.`,
    action: "retry",
    tone: "error",
  },
  slow_pattern: {
    title: msg`Regular expression too slow`,
    next: msg`Assay stopped after 1 second; use a simpler regular expression.`,
    action: "clear_pattern",
    tone: "warning",
  },
  file_failed: {
    title: msg`Can’t use this file`,
    next: msg`Check that it still exists and that Assay can open it, or choose another file.`,
    action: "retry",
    tone: "error",
  },
  not_a_library: {
    title: msg`Can’t read this backup`,
    next: msg`Your library wasn’t changed. The file may be damaged, of another kind, or from a newer version of Assay.`,
    action: "retry",
    tone: "warning",
  },
  batch_unknown: {
    title: msg`This batch no longer exists`,
    next: msg`It was removed from your batches; its changes on the service remain.`,
    action: null,
    tone: "warning",
  },
  batch_not_ready: {
    title: msg`Not possible right now`,
    safety: NOTHING_SENT,
    next: msg`The batch has changed in the meantime, or is missing something it needs.`,
    action: null,
    tone: "warning",
  },
  open_elsewhere: {
    title: msg`Assay is open elsewhere`,
    next: msg`Batches run in another Assay window, possibly under another login. Close it to run them here.`,
    action: "retry",
    tone: "warning",
  },
  journal_failed: {
    title: msg`Can’t save batches`,
    next: msg`Assay sends nothing it can’t record; check the disk and Assay’s folder, then try again.`,
    action: "retry",
    tone: "error",
  },
  copy_failed: {
    title: msg`Couldn’t copy every report`,
    next: msg`Nothing was deleted. Assay saves a copy of each report first, and some couldn’t be loaded.`,
    action: "retry",
    tone: "error",
  },
  clipboard_failed: {
    title: msg`Clipboard unavailable`,
    next: msg`Nothing was copied. Try again, or show the password and copy it by hand.`,
    action: "retry",
    tone: "error",
  },
  print_failed: {
    title: msg`Couldn’t print`,
    next: msg`Nothing was printed. Try again, or save it in another format.`,
    action: "retry",
    tone: "error",
  },
  update_failed: {
    title: msg`Couldn’t get updates`,
    next: msg`Check your network connection and try again, or download the update yourself.`,
    action: "retry",
    tone: "warning",
  },
  update_untrusted: {
    title: msg`Update not verified`,
    next: msg`Nothing was installed. The download may have been altered on the way; try another network.`,
    action: "retry",
    tone: "error",
  },
  update_not_permitted: {
    title: msg`Update not permitted`,
    next: msg`Nothing was installed. Try again with an administrator’s password, or install the package yourself.`,
    action: "retry",
    tone: "warning",
  },
  safe_mode: {
    title: msg`Not available in safe mode`,
    next: msg`The library and batches are off. Restart Assay to use them.`,
    action: "restart",
    tone: "info",
  },
  internal: {
    title: msg`Unexpected error in Assay`,
    next: msg`Try again; if it keeps happening, include the details when you report this bug.`,
    action: "retry",
    tone: "error",
  },
};

export const ACTION_LABELS: Record<ProblemAction, MessageDescriptor> = {
  retry: msg`Try again`,
  check: msg`Check now`,
  edit_connection: msg`Edit connection`,
  enter_key: msg`Enter API key`,
  show_connections: msg`View connections`,
  clear_pattern: msg`Remove regular expression`,
  restart: msg`Restart Assay`,
};

/** Words for the next step; `isRetried` if Assay tries again. */
export function nextStep({ code, moved_to }: Problem, isRetried = false): MessageDescriptor {
  const { next, ifItLasts } = PROBLEMS[code];
  if (code === "redirected" && moved_to) {
    return msg`The service redirects to ${moved_to}. If it moved there, edit the connection.`;
  }
  return (isRetried && ifItLasts) || next;
}

/** HTTP’s own names of statuses, which say no more than Assay’s title. */
const STATUS_NAMES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  413: "Payload Too Large",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** The service’s own message; `null` if it only names the status. */
export function serviceMessage({ said, status }: Problem): string | null {
  const name = status === null ? undefined : STATUS_NAMES[status];
  return said !== null && said.trim().toLowerCase() === name?.toLowerCase() ? null : said;
}

/** Problem details to copy, without keys and passwords. */
export function problemDetails(problem: Problem): string {
  const { code, status, said, detail, retry_after, fields, tried_at } = problem;
  const lines = [`code: ${code}`];
  if (status !== null) lines.push(`status: ${status}`);
  if (tried_at !== null) lines.push(`tried_at: ${tried_at}`);
  if (retry_after !== null) lines.push(`retry_after: ${retry_after}`);
  if (fields.length > 0) lines.push(`fields: ${JSON.stringify(fields)}`);
  if (said !== null) lines.push(`said: ${said}`);
  if (detail !== null) lines.push(`detail: ${detail}`);
  return lines.join("\n");
}
