/** Opens pages in a new tab. */

/** Whether the browser still allows a new tab for the customer's last press; true if it does not say. */
export const canOpenTab = (): boolean => navigator.userActivation?.isActive ?? true;

/** A sandbox on the developer's own machine serves its pages without encryption. */
const isOfThisMachine = (url: string) => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/i.test(url);

/**
 * Opens an https address, or an http address of this machine. The new page gets no opener and no referrer
 * (APT-53..APT-55, T38). Any other address is ignored.
 */
export function openTab(url: string): void {
  if (/^https:/i.test(url) || isOfThisMachine(url)) window.open(url, '_blank', 'noopener,noreferrer');
}
