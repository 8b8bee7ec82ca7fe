/** The platform of a session, and the one of this page or process. */
import { pause } from './pause.ts';

/** The platform of a session: a browser, Node, or an app without a DOM. */
export interface Platform {
  /** Sends a request. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Creates and uses the key of the proofs. Browsers have `subtle` only in secure pages. */
  readonly crypto: Partial<WebCrypto>;
  /** Waits before a request is repeated. Ends early when the signal aborts. Never rejects. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** The members of Web Crypto that proofs use. */
export type WebCrypto = Pick<Crypto, 'randomUUID' | 'subtle'>;

/** The functions of the page at the time of each call: a page may replace them later. */
export const platform: Platform = {
  fetch: (url, init) => fetch(url, init),
  get crypto() {
    return crypto;
  },
  pause,
};

/** Whether there is a page, and nobody can see it. */
export const isHidden = (): boolean => globalThis.document?.hidden === true;
