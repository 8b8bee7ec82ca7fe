/** Requests to the control plane, and the events that report their results to `<sandbox-page>`. */

/** A message at the foot of the page, shown for six seconds. */
export class SandboxMessage extends Event {
  static readonly type = 'sandbox-message';
  readonly text: string;
  readonly isError: boolean;

  constructor(text: string, isError: boolean) {
    super(SandboxMessage.type);
    this.text = text;
    this.isError = isError;
  }
}

/** Dispatched after every change, so that the page reads the sandbox again at once. */
export const changedEvent = 'sandbox-changed';

/**
 * Calls a route of the control plane.
 * @param path below `/sandbox`
 * @param body sent as JSON
 * @returns the JSON of the response, undefined for 204
 * @throws Error with the control plane's own text if it refuses, or if the sandbox does not respond
 */
export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/sandbox${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const json = response.status === 204 ? undefined : await response.json();
  if (!response.ok) throw new Error(json?.error ?? `${method} ${path}: status ${response.status}`);
  return json;
}

/** Shows a message to the person. */
export function announce(text: string, isError = false): void {
  document.dispatchEvent(new SandboxMessage(text, isError));
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

/** Reads the fields of a form by name, without its files. */
export function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields[name] = value;
  return fields;
}
