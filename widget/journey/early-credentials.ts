/** Takes over the request that early-opening.ts sent while this module loaded. */
import { Credentials } from '../session/credentials.ts';
import { Failure } from '../session/failure.ts';
import { jsonText } from '../session/json-text.ts';
import { platform } from '../session/platform.ts';
import { errorCodeOf, type Json, jsonOf } from '../session/reply.ts';
import { isRepeatedByServer } from '../session/send-again.ts';
import { type EarlyOpening, earlyOpening, firstRequest } from './early-opening.ts';
import { openingOf } from './intent.ts';

/** Credentials whose first exchange is under way, with the first view. */
export class EarlyCredentials extends Credentials {
  #early: EarlyOpening | null;
  #view: { asked: string; json: unknown } | null = null;

  constructor(early: EarlyOpening, type: string) {
    super(`${early.server}/token`, { token: early.token, type }, { value: undefined }, platform);
    this.keys = early.keys;
    this.#early = early;
  }

  /** @returns the first view, once; null if the request asked for something else */
  takeView(asked: string): Json | null {
    const view = this.#view;
    this.#view = null;
    return view?.asked === asked ? (view.json as Json) : null;
  }

  /** Exchanges as usual, with the same key, if the early request failed: not when it took too long, or when the server has repeated it itself. */
  protected override async post(signal: AbortSignal): Promise<Response> {
    const early = this.#early;
    this.#early = null;
    if (early === null) return super.post(signal);
    const response = await Promise.race([early.response, abortOf(signal)]).catch((error) => {
      signal.throwIfAborted();
      if (error?.name === 'TimeoutError') throw new Failure('timeout');
      return null;
    });
    this.nonce.value = response?.headers.get('dpop-nonce') ?? undefined;
    if (!response?.ok && !(response && isRepeatedByServer(await errorCodeOf(response))))
      return super.post(signal);
    this.nonce.isReached = true;
    this.#view = { asked: early.asked, json: (await jsonOf(response))?.journey };
    return response;
  }
}

const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', reject, { once: true });
  });

/**
 * Takes the early request from an element. The element no longer has it.
 * @param element with a look for nobody, it sends the request only when its user is needed
 * @param server the base address that the element names now, without a trailing slash
 * @returns null if there is none, or if the element names another server or user now
 */
export function takeEarly(
  element: Parameters<typeof openingOf>[0] & {
    subjectToken: string;
    subjectTokenType: string;
    look: object | null;
    getAttribute(name: string): string | null;
    [earlyOpening]?: EarlyOpening;
  },
  server: string,
): EarlyCredentials | null {
  const { [earlyOpening]: sent, subjectToken: token, subjectTokenType } = element;
  delete element[earlyOpening];
  const type = element.getAttribute('subject-token-type') ?? '';
  const isLater = element.look !== null && token !== '' && platform.crypto.subtle;
  const early = sent ?? (isLater ? firstRequest(server, token, type, jsonText(openingOf(element))) : null);
  const isSame = early?.server === server && early.token === token && early.type === type;
  return isSame ? new EarlyCredentials(early, subjectTokenType) : null;
}
