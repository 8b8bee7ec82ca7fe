/** The platform of a session: a browser, Node, or an app without a DOM. */
export interface Platform {
  /** Sends a request. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Creates and uses the key of the proofs. Browsers have `subtle` only in secure pages. */
  readonly crypto: Partial<WebCrypto>;
}

/** The members of Web Crypto that proofs use. */
export type WebCrypto = Pick<Crypto, 'randomUUID' | 'subtle'>;

/** The functions of the page at the time of each call: a page may replace them later. */
export const platform: Platform = {
  fetch: (url, init) => fetch(url, init),
  get crypto() {
    return crypto;
  },
};

/** Whether there is a page, and nobody can see it. */
export const isHidden = (): boolean => globalThis.document?.hidden === true;
