/** What every element tells the partner's page about its user. */
import type { SignOutReason } from './user-state.ts';

export interface UserEvents {
  /** The element has dropped its user: the page named none any more, or the page was idle. */
  'dx-signed-out': { reason: SignOutReason };
}

export function emitSignedOut(target: Element, reason: SignOutReason): void {
  const detail: UserEvents['dx-signed-out'] = { reason };
  target.dispatchEvent(new CustomEvent('dx-signed-out', { bubbles: true, composed: true, detail }));
}
