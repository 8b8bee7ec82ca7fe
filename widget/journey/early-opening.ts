/**
 * Opens the booking of an element while its module loads. The module takes the request over. The loader contains a copy of this
 * file, so that the request needs no file before it.
 */
import { attributesOf } from '../../server/contract/asked-by-tag.ts';
import type { PublicLook } from '../../server/contract/journey-api/look.ts';
import { serverAddress } from '../core/server-address.ts';
import { jsonText } from '../session/json-text.ts';
import { createKeys, prove } from '../session/proof.ts';
import { openingOf } from './intent.ts';

const timeoutMs = 15_000;

/** The loader and the module of the element may be of two releases: members are only added. */
export interface EarlyOpening {
  /** The base address of the server, without a trailing slash. */
  server: string;
  token: string;
  /** Empty for the default. */
  type: string;
  /** The key of the proof: the server accepts the token with no other key. */
  keys: Promise<CryptoKeyPair>;
  /** The JSON of what the request asked to open. */
  asked: string;
  /** Rejects if no response came. */
  response: Promise<Response>;
}

/** Where it is on the element. */
export const earlyOpening = Symbol.for('dx-early-opening');

/**
 * Sends the first request of an element that is not defined yet, if its attributes name the server and the user. Keeps
 * it on the element, at `earlyOpening`. Sends nothing on a page without Web Crypto. On a page that the browser prerenders, it waits
 * for the visit.
 */
export function openEarly(element: Element & { [earlyOpening]?: EarlyOpening }): void {
  if (document.prerendering) {
    // Before the listener of the element, which is defined by then.
    const visited = () => element.isConnected && send(element);
    document.addEventListener('prerenderingchange', visited, { capture: true, once: true });
  } else if (customElements.get(element.localName) === undefined) send(element);
}

function send(element: Element & { [earlyOpening]?: EarlyOpening }): void {
  const text = (name: string) => element.getAttribute(name) ?? '';
  const server = serverAddress(text('server'));
  const token = text('subject-token');
  if (server === null || token === '' || !crypto.subtle) return;
  const asked = jsonText(openingOf(attributesOf((name) => element.getAttribute(name))));
  // With a look, the module sends it when the page is idle.
  if (lookIn(element, asked) !== null) return;
  const early = firstRequest(server, token, text('subject-token-type'), asked);
  // The module sends the request again, and reports what is wrong.
  early.response.catch(() => {});
  element[earlyOpening] = early;
}

/** Older looks are left: the partner's settings may have changed since. In milliseconds. */
const lookAgeMs = 3_600_000;

/**
 * The look for nobody in the markup of the page (GET /first-step).
 * @param asked the JSON of what the element opens
 * @returns null if there is none, if it is older than an hour, or of something else
 */
export function lookIn(element: Element, asked: string): PublicLook | null {
  const text = element.querySelector(':scope > [type="application/json"]')?.textContent;
  if (!text) return null;
  try {
    const look = JSON.parse(text) as PublicLook & { made_at: number };
    return Date.now() - look.made_at < lookAgeMs && jsonText(look.asked) === asked ? look : null;
  } catch {
    return null;
  }
}

/** Prepares the first request of an element. It is sent when its `response` is read first. */
export function firstRequest(server: string, token: string, type: string, asked: string): EarlyOpening {
  const url = `${server}/first-view`;
  const keys = createKeys(crypto);
  let response: Promise<Response> | undefined;
  const send = async () => {
    const proof = await prove(crypto, await keys, { method: 'POST', url });
    return fetch(url, {
      method: 'POST',
      // A form without further headers: the browser sends no preflight.
      body: new URLSearchParams({ subject_token: token, subject_token_type: type, proof, journey: asked }),
      signal: AbortSignal.timeout(timeoutMs),
      credentials: 'omit',
      redirect: 'error',
    });
  };
  return {
    server,
    token,
    type,
    keys,
    asked,
    get response() {
      // The loader has the syntax of older browsers.
      if (response === undefined) response = send();
      return response;
    },
  };
}
