/** Copies text during the user gesture, or once it is read; resolves to whether that worked. */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    await (typeof text === "string" ? navigator.clipboard.writeText(text) : copyLater(text));
    return true;
  } catch {
    return false;
  }
}

/** The copy begins before the text is there: after the user gesture, webviews allow none. */
async function copyLater(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === "undefined") return navigator.clipboard.writeText(await text);
  const type = "text/plain";
  const blob = text.then((read) => new Blob([read], { type }));
  await navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
}
