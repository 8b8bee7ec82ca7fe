/** Requests to the control plane. */
import { announce } from '../../../core/pages/page/message-line.ts';
import type { Operation } from '../../control/control-plane.ts';

/** Dispatched after every change, so that the page reads the sandbox again at once. */
export const changedEvent = 'sandbox-changed';

/** The routes of the control plane by method and path: `POST /sandbox/keys`. */
export type Operations = ReadonlyMap<string, Operation>;

/** Reads the routes. @throws Error if the sandbox does not respond */
export async function readOperations(): Promise<Operations> {
  const { operations } = await call<{ operations: Operation[] }>('GET', '/sandbox/operations');
  return new Map(operations.map((each) => [`${each.method} ${each.path}`, each]));
}

/**
 * Calls a route of the control plane.
 * @param body sent as JSON
 * @returns the JSON of the response, undefined for 204
 * @throws Error with the control plane's own text if it refuses, or if the sandbox does not respond
 */
export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const json = response.status === 204 ? undefined : await response.json();
  if (!response.ok) throw new Error(json?.error ?? `${method} ${path}: status ${response.status}`);
  return json;
}

/**
 * Changes something in the sandbox and announces the result.
 * @param done the message if it succeeds
 * @returns whether it succeeded
 */
export async function change(done: string, method: string, path: string, body?: unknown): Promise<boolean> {
  try {
    await call(method, path, body);
  } catch (error) {
    announce(error instanceof Error ? error.message : String(error), true);
    return false;
  }
  announce(done);
  document.dispatchEvent(new Event(changedEvent));
  return true;
}
