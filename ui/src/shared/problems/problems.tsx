import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Problem, ProblemCode } from "../../host/contract";

export type ProblemAction = "retry" | "check" | "edit_connection" | "enter_key" | "show_connections";

export type Wording = {
  title: MessageDescriptor;
  next: MessageDescriptor;
  action: ProblemAction | null;
  /** An alternative if the main action may not help. */
  otherwise?: ProblemAction;
  /** `warning` passes or is easily fixed; `info` isn't a problem. */
  tone: "error" | "warning" | "info";
};

/** The only place that maps problem codes to texts. */
export const PROBLEMS: Record<ProblemCode, Wording> = {
  invalid_input: {
    title: msg`Some of what was entered cannot be used`,
    next: msg`Nothing was sent. Correct the marked fields and try again.`,
    action: null,
    tone: "warning",
  },
  refused_input: {
    title: msg`The service refused what was entered`,
    next: msg`Nothing was changed. Correct it and try again.`,
    action: null,
    tone: "warning",
  },
  offline: {
    title: msg`This computer is not connected to a network`,
    next: msg`Nothing was sent. Connect it, then try again.`,
    action: "retry",
    tone: "warning",
  },
  name_not_found: {
    title: msg`The name of the service leads nowhere`,
    next: msg`Nothing was sent. Check the spelling of the address, and whether the service needs a VPN or another network.`,
    action: "retry",
    otherwise: "edit_connection",
    tone: "error",
  },
  connection_refused: {
    title: msg`Nothing answers at the address of the service`,
    next: msg`Nothing was sent. The computer is there, but the service is not running on it or uses another port.`,
    action: "retry",
    otherwise: "edit_connection",
    tone: "error",
  },
  connect_timed_out: {
    title: msg`No connection to the service came about in time`,
    next: msg`Nothing was sent. The service may be down, or a firewall is in the way. How long Assay waits is set with the connection.`,
    action: "retry",
    otherwise: "edit_connection",
    tone: "error",
  },
  unreachable: {
    title: msg`The service cannot be reached`,
    next: msg`Nothing was sent. Check the network of this computer and the address of the connection.`,
    action: "retry",
    otherwise: "edit_connection",
    tone: "error",
  },
  proxy_failed: {
    title: msg`The proxy did not let the request through`,
    next: msg`Nothing reached the service. Check the proxy in the network settings of the connection, or that of the system.`,
    action: "edit_connection",
    otherwise: "retry",
    tone: "error",
  },
  untrusted: {
    title: msg`The service’s certificate is not trusted`,
    next: msg`Nothing was sent, so the key is safe. A certificate of your company’s own can be added in the network settings of the connection; otherwise ask whoever runs the service.`,
    action: "edit_connection",
    otherwise: "retry",
    tone: "error",
  },
  certificate_expired: {
    title: msg`The service’s certificate is not valid at this time`,
    next: msg`Nothing was sent, so the key is safe. Check the clock of this computer; if it is right, whoever runs the service has to renew the certificate.`,
    action: "retry",
    tone: "error",
  },
  certificate_name: {
    title: msg`The service’s certificate is for another name`,
    next: msg`Nothing was sent, so the key is safe. Check the address of the connection; if it is right, tell whoever runs the service.`,
    action: "edit_connection",
    otherwise: "retry",
    tone: "error",
  },
  tls_failed: {
    title: msg`No secure connection came about`,
    next: msg`Nothing was sent, so the key is safe. The port may be a wrong one, or the service too old for today’s encryption.`,
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
    title: msg`The connection’s certificates can’t be used`,
    next: msg`Nothing was sent. Choose the certificate file again in the connection’s network settings.`,
    action: "edit_connection",
    otherwise: "retry",
    tone: "error",
  },
  timed_out: {
    title: msg`The service took too long to answer`,
    next: msg`Nothing was changed. It is safe to try again. How long Assay waits is set with the connection.`,
    action: "retry",
    otherwise: "edit_connection",
    tone: "warning",
  },
  response_truncated: {
    title: msg`The answer of the service broke off`,
    next: msg`Nothing was changed. It is safe to try again.`,
    action: "retry",
    tone: "warning",
  },
  cancelled: {
    title: msg`You stopped the wait`,
    next: msg`The request was not sent and nothing was changed. Try again when it suits you.`,
    action: "retry",
    tone: "info",
  },
  outcome_unknown: {
    title: msg`We do not know whether it happened`,
    next: msg`The request was sent, but no answer came back, and looking did not tell either. Check before you do it again, as it could happen twice.`,
    action: "check",
    tone: "warning",
  },
  not_done: {
    title: msg`It did not happen`,
    next: msg`The answer of the service was lost, so Assay looked: nothing was changed. It is safe to try again.`,
    action: "retry",
    tone: "warning",
  },
  not_applied: {
    title: msg`Not applied by the service`,
    next: msg`The service answered OK, but the report is as it was. Try again.`,
    action: "retry",
    tone: "warning",
  },
  key_refused: {
    title: msg`The service refused the key`,
    next: msg`The key may have been replaced or withdrawn. Enter the present one.`,
    action: "enter_key",
    tone: "error",
  },
  forbidden: {
    title: msg`The service does not allow this`,
    next: msg`The key works, but not for this. It may belong to another account. Nothing was changed.`,
    action: "edit_connection",
    tone: "error",
  },
  quota_used: {
    title: msg`The service does not create another report`,
    next: msg`Nothing was created. Usually the reports for this month are used up, where deleted ones count too. Refreshing those that are there costs none. Or this key or plan may not create any.`,
    action: null,
    tone: "warning",
  },
  not_found: {
    title: msg`The service does not have this any more`,
    next: msg`It may have been deleted elsewhere. Nothing was changed.`,
    action: "retry",
    tone: "warning",
  },
  throttled: {
    title: msg`Too many requests for the moment`,
    next: msg`The service asks for a pause. This request was not carried out and can be repeated.`,
    action: "retry",
    tone: "warning",
  },
  maintenance: {
    title: msg`The service is down for maintenance`,
    next: msg`This request was not carried out. It is safe to try again.`,
    action: "retry",
    tone: "warning",
  },
  service_fault: {
    title: msg`The service failed`,
    next: msg`Something went wrong on its side. Try again in a while; if it stays, tell whoever runs the service.`,
    action: "retry",
    tone: "error",
  },
  redirected: {
    title: msg`The service points to another address`,
    next: msg`Assay does not follow it, so that the key goes nowhere else. Check the address of the connection.`,
    action: "edit_connection",
    tone: "error",
  },
  unsupported_service: {
    title: msg`What answered is not a service that Assay knows`,
    next: msg`The address may be wrong or lack a part of its path, or a sign-in page answered in its place.`,
    action: "edit_connection",
    tone: "error",
  },
  other_report: {
    title: msg`Not the report you asked for`,
    next: msg`The service returned another report. Assay doesn’t show or save it.`,
    action: "retry",
    tone: "error",
  },
  response_too_large: {
    title: msg`The answer is too large`,
    next: msg`Assay reads at most 64 MB at once. Choose fewer rows per page.`,
    action: "retry",
    tone: "error",
  },
  connection_unknown: {
    title: msg`This connection is not there any more`,
    next: msg`It was removed. Choose another one.`,
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
    next: msg`Nothing was sent. Wait a moment, then try again.`,
    action: "retry",
    tone: "warning",
  },
  key_missing: {
    title: msg`The key for this connection is missing`,
    next: msg`Enter it again to go on. Nothing else was lost.`,
    action: "enter_key",
    tone: "warning",
  },
  keychain_locked: {
    title: msg`The keychain is locked`,
    next: msg`Unlock it and try again. Nothing was lost.`,
    action: "retry",
    tone: "warning",
  },
  keychain_missing: {
    title: msg`This computer has no keychain that Assay can use`,
    next: msg`Start or install one and try again. Nothing was lost.`,
    action: "retry",
    tone: "warning",
  },
  keychain_failed: {
    title: msg`The keychain failed`,
    next: msg`Nothing was changed. Try again; the details say what the keychain answered.`,
    action: "retry",
    tone: "error",
  },
  sample_failed: {
    title: msg`The sample workspace could not be started`,
    next: msg`Your own connections are not affected.`,
    action: "retry",
    tone: "error",
  },
  storage_failed: {
    title: msg`Settings could not be read or written`,
    next: msg`Check that the disk of this computer is not full and that Assay may write to its folder.`,
    action: "retry",
    tone: "error",
  },
  library_failed: {
    title: msg`The library on this computer cannot be used`,
    next: msg`Nothing on the service is affected. What is wrong with the library is told under Data in the settings.`,
    action: "retry",
    tone: "error",
  },
  library_limit: {
    title: msg`Too much for the library`,
    next: msg`The library keeps at most 1,000,000 reports and 20,000 check names per connection. What it has so far stays.`,
    action: null,
    tone: "warning",
  },
  too_many_rows: {
    title: msg`The list doesn’t add up`,
    next: msg`The service sent more rows than it was asked for or than it has, or its list never ends. What was read before stays.`,
    action: "retry",
    tone: "error",
  },
  not_in_library: {
    title: msg`The library does not remember this`,
    next: msg`Assay has not seen it yet, or it was cleared or removed from the library. Nothing on the service is affected.`,
    action: null,
    tone: "warning",
  },
  disk_full: {
    title: msg`The disk of this computer is full`,
    next: msg`Nothing was written, and nothing that is there was harmed. Make room, then try again.`,
    action: "retry",
    tone: "error",
  },
  file_failed: {
    title: msg`The file cannot be used`,
    next: msg`Check that it is still there and that Assay may open it, or choose another one.`,
    action: "retry",
    tone: "error",
  },
  not_a_library: {
    title: msg`This file is not a library that Assay can read`,
    next: msg`Your library was left as it is. The file may be another kind of file, damaged, or made by a newer version of Assay.`,
    action: "retry",
    tone: "warning",
  },
  batch_unknown: {
    title: msg`This batch is not there any more`,
    next: msg`It was removed from the list of batches. What it did on the service stays.`,
    action: null,
    tone: "warning",
  },
  batch_not_ready: {
    title: msg`The batch cannot do this now`,
    next: msg`It may have gone on meanwhile, or lack something to begin with. Nothing was sent.`,
    action: null,
    tone: "warning",
  },
  open_elsewhere: {
    title: msg`Assay is open elsewhere`,
    next: msg`Batches run in the other window, maybe in another session of this computer. Close it there to run them here.`,
    action: "retry",
    tone: "warning",
  },
  journal_failed: {
    title: msg`Batches cannot be kept on this computer`,
    next: msg`Without a record of what was sent nothing is sent. Look after the disk and the app’s folder, then try again.`,
    action: "retry",
    tone: "error",
  },
  copy_failed: {
    title: msg`Not every report could be copied first`,
    next: msg`Nothing was deleted. Before a delete Assay keeps a copy of each report on this computer, and the service does not show all of them now.`,
    action: "retry",
    tone: "error",
  },
  clipboard_failed: {
    title: msg`The clipboard cannot be used`,
    next: msg`Nothing was copied. Show the password instead, or try again.`,
    action: "retry",
    tone: "error",
  },
  update_failed: {
    title: msg`Newer versions of Assay cannot be had now`,
    next: msg`This version works as before. Check the network of this computer and try again, or get the newer version by hand.`,
    action: "retry",
    tone: "warning",
  },
  update_untrusted: {
    title: msg`What was fetched is not from Assay’s makers`,
    next: msg`Nothing was installed, and this version works as before. Something between this computer and the place of newer versions may have changed it; try another network.`,
    action: "retry",
    tone: "error",
  },
  safe_mode: {
    title: msg`This is off in safe mode`,
    next: msg`Nothing was sent. Close Assay and start it as usual, then try again.`,
    action: null,
    tone: "info",
  },
  internal: {
    title: msg`Something in Assay failed`,
    next: msg`It is not your doing. Try again; if it stays, the details help to find the fault.`,
    action: "retry",
    tone: "error",
  },
};

export const ACTION_LABELS: Record<ProblemAction, MessageDescriptor> = {
  retry: msg`Try again`,
  check: msg`Check now`,
  edit_connection: msg`Edit connection`,
  enter_key: msg`Enter key`,
  show_connections: msg`Show connections`,
};

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
