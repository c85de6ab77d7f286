import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { FieldReason, Problem } from "../../host/contract";

/** Texts that some services put around a message: the tool that failed, and where its errors are explained. */
const TOOL_NOTES = /^cURL error \d+: |\s*\(see https?:\/\/\S+\).*$/g;

/** The message for an invalid field; the service's own words stay as they are, without {@link TOOL_NOTES}. */
export function reasonText(reason: FieldReason, i18n: I18n): string {
  switch (reason.kind) {
    case "required":
      return i18n._(msg`Required.`);
    case "too_long": {
      const limit = i18n.number(reason.limit);
      return i18n._(msg`Use at most ${limit} characters.`);
    }
    case "not_an_address":
      return i18n._(msg`Enter a URL, such as https://example.com.`);
    case "no_host":
      return i18n._(msg`Enter a host too, such as https://example.com.`);
    case "space_in_host":
      return i18n._(msg`The host can’t contain spaces. Enter a URL, such as https://example.com.`);
    case "several_addresses":
      return i18n._(msg`Enter only one URL.`);
    case "out_of_range": {
      const [least, most] = [i18n.number(reason.least), i18n.number(reason.most)];
      return i18n._(msg`Enter a whole number from ${least} to ${most}.`);
    }
    case "unreadable_file":
      return i18n._(msg`Can’t read this file. Check that it exists and that you have permission.`);
    case "no_certificate":
      return i18n._(msg`This file doesn’t contain a PEM certificate.`);
    case "file_too_large": {
      const megabytes = i18n.number(reason.megabytes);
      return i18n._(msg`This file is larger than ${megabytes} MB.`);
    }
    case "unsupported_scheme":
      return i18n._(msg`The URL must start with https:// or http://.`);
    case "credentials":
      return i18n._(msg`Remove the user name and password from the URL.`);
    case "query_or_fragment":
      return i18n._(msg`Remove ? or # and everything after it.`);
    case "insecure":
      return i18n._(msg`http:// sends your key unencrypted. Use https://, or allow it below.`);
    case "insecure_proxy":
      return i18n._(msg`With http:// the proxy could read the key. Use https://, or allow it below.`);
    case "not_usable":
      return i18n._(msg`Contains characters that can’t be sent.`);
    case "other_origin":
      return i18n._(msg`The saved key belongs to a different URL. Enter the key for this one.`);
    case "other_way":
      return i18n._(msg`The network settings changed. Enter the key again.`);
    case "nothing_to_change":
      return i18n._(msg`Nothing to change.`);
    case "not_a_pattern":
      return i18n._(msg`Not a valid regular expression, or too complex.`);
    case "slow_pattern":
      return i18n._(msg`Stopped after 1 second. Use a simpler regular expression.`);
    case "not_a_privacy":
      return i18n._(msg`Privacy must be public, private, or password.`);
    case "said":
      return reason.messages.map((message) => message.replace(TOOL_NOTES, "")).join(" ");
  }
}

/** The problem's message for a form field, or `undefined`. */
export function fieldText(problem: Problem | null, field: string, i18n: I18n): string | undefined {
  const reasons = problem?.fields.filter((wrong) => wrong.field === field) ?? [];
  const texts = reasons.map(({ reason }) => reasonText(reason, i18n));
  return texts.length > 0 ? texts.join(" ") : undefined;
}

/** {@link fieldText} of one problem, in the window's language. */
export function useFieldTexts(problem: Problem | null): (field: string) => string | undefined {
  const { i18n } = useLingui();
  return (field) => fieldText(problem, field, i18n);
}
