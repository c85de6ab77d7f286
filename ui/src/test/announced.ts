import { waitFor } from "@testing-library/react";
import { expect } from "vitest";

let announcements: string[] = [];

/**
 * For `beforeEach`: keeps what is announced during a test, since the next announcement may replace one before the test
 * looks.
 */
export function listen(): () => void {
  announcements = [];
  announcements = [];
  const observer = new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll("[role=status]")) announcements.push(textContent);
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}

/** Waits until a text is announced, after the one that was last waited for. */
export async function announced(text: string | RegExp): Promise<void> {
  const isMeant = (said: string) => (typeof text === "string" ? said === text : text.test(said));
  const found = await waitFor(() => {
    const at = announcements.findIndex(isMeant);
    expect(at, `${text} in ${JSON.stringify([...new Set(announcements)])}`).toBeGreaterThanOrEqual(0);
    return at;
  });
  announcements = announcements.slice(found + 1);
}
