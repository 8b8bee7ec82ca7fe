/**
 * One request and its whole response over a pool. It implements undici's handler itself: `pool.request` makes a stream
 * and an abort signal for each request, and cannot tell when the last byte has left.
 */
import type { Dispatcher } from 'undici';
import { limitArrival } from '../core/clock.ts';
import type { RawAnswer } from './attempt.ts';

const utf8 = new TextDecoder();

interface Limits {
  /** In milliseconds, from the call to the end of the response. */
  limitMs: number;
  /** Called when the last byte of the request has left, from which point its result is unknown. @default nothing */
  onSent?: (() => void) | undefined;
}

/** Sends one request and reads its response as text. Rejects with undici's error, or with a `TimeoutError`. */
export function exchange(
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { limitMs, onSent }: Limits,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let tooLate: Error | null = null;
    let status = 0;
    let headers: RawAnswer['headers'] = {};
    const chunks: Buffer[] = [];
    const fail = (error: Error) => {
      liftLimit();
      reject(error);
    };
    const liftLimit = limitArrival(limitMs, () => {
      tooLate = new DOMException('The request took too long.', 'TimeoutError');
      controller?.abort(tooLate);
      // It may still wait for a connection.
      fail(tooLate);
    });

    pool.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        if (tooLate) started.abort(tooLate);
      },
      onResponseStart(_, statusCode, received) {
        status = statusCode;
        headers = received;
      },
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd() {
        liftLimit();
        resolve({ status, headers, text: utf8.decode(Buffer.concat(chunks)) });
      },
      onResponseError: (_, error) => fail(error),
      ...(onSent && { onRequestSent: onSent }),
    });
  });
}
