/**
 * Errors of the network and of time-outs, which leave open whether a request took effect. All other errors are defects
 * of the server.
 */
import { errors } from 'undici';

/** Whether the error is one of the network or of a time-out. */
export function isNetworkError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof errors.InvalidArgumentError) return false;
  return error instanceof errors.UndiciError || 'code' in error || error.name === 'TimeoutError';
}

/** Reads the error's code, or else its name, for the log; never its message. @returns such as `network_ECONNRESET` */
export function networkReason(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return `network_${code}`;
}
