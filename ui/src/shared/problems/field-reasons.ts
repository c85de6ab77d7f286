import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { FieldReason, Problem } from "../../host/contract";

type TextOf = (message: MessageDescriptor) => string;

/** The message for an invalid field; the service's own words stay as they are. */
export function reasonText(reason: FieldReason, text: TextOf): string {
  switch (reason.kind) {
    case "required":
      return text(msg`This is needed.`);
    case "too_long": {
      const { limit } = reason;
      return text(msg`At most ${limit} characters.`);
    }
    case "not_an_address":
      return text(msg`This is not an address, such as https://example.com.`);
    case "no_host":
      return text(msg`Enter a host too, such as https://example.com.`);
    case "space_in_host":
      return text(msg`The host can’t contain spaces. Enter a URL, such as https://example.com.`);
    case "several_addresses":
      return text(msg`Enter only one URL.`);
    case "out_of_range": {
      const { least, most } = reason;
      return text(msg`A whole number from ${least} to ${most}.`);
    }
    case "unreadable_file":
      return text(msg`This file cannot be read. Check that it is there and that you may read it.`);
    case "no_certificate":
      return text(msg`This file holds no certificate in PEM form.`);
    case "file_too_large": {
      const { megabytes } = reason;
      return text(msg`This file is larger than ${megabytes} MB.`);
    }
    case "unsupported_scheme":
      return text(msg`The address must start with https:// or http://.`);
    case "credentials":
      return text(msg`Leave out the user name and password: they do not belong in this address.`);
    case "query_or_fragment":
      return text(msg`Leave out everything from ? or # on.`);
    case "insecure":
      return text(msg`http:// would show the key to the network. Use https://, or allow it below.`);
    case "insecure_proxy":
      return text(msg`With http:// the proxy could read the key. Use https://, or allow it below.`);
    case "not_usable":
      return text(msg`This holds characters that cannot be sent.`);
    case "other_origin":
      return text(msg`The saved key is for another address. Enter the key for this one.`);
    case "other_way":
      return text(msg`The network settings changed. Enter the key again.`);
    case "nothing_to_change":
      return text(msg`There is nothing to change.`);
    case "not_a_privacy":
      return text(msg`This is none of public, private and password.`);
    case "said":
      return reason.messages.join(" ");
  }
}

/** The problem's message for a form field, or `undefined`. */
export function useFieldTexts(problem: Problem | null): (field: string) => string | undefined {
  const { i18n } = useLingui();
  return (field) => {
    const reasons = problem?.fields.filter((wrong) => wrong.field === field) ?? [];
    const texts = reasons.map(({ reason }) => reasonText(reason, i18n._.bind(i18n)));
    return texts.length > 0 ? texts.join(" ") : undefined;
  };
}
