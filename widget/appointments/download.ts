/** What leaves the widget for the customer's own hands: a file, or a page in a tab of its own. */

/** Saves bytes as a file; the address that the browser needs for it lives for a moment, inside this page. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Whether the browser still takes what follows for the customer's own press. */
export const canOpen = (): boolean => navigator.userActivation?.isActive ?? true;

/** A sandbox on the developer's own machine serves its pages without encryption. */
const isOfThisMachine = (url: string) => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/i.test(url);

/** Opens an https address that is looked at by nobody here: no opener, no referrer, no place in this page (APT-53..APT-55, T38). */
export function openPage(url: string): void {
  if (/^https:/i.test(url) || isOfThisMachine(url)) window.open(url, '_blank', 'noopener,noreferrer');
}
