/** Errors of the connection and of waiting, which say nothing of whether a request took effect; anything else is a fault of ours. */
import { errors } from 'undici';

export function isNetworkError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof errors.InvalidArgumentError) return false;
  return error instanceof errors.UndiciError || 'code' in error || error.name === 'TimeoutError';
}

export function networkReason(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return `network_${code}`;
}
