/** A session of W3C WebDriver, over HTTP. */

/** A refused command. `code` is the error code of the standard, such as `stale element reference`. */
export class WebDriverError extends Error {
  override name = 'WebDriverError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** The driver did not answer a command in time. It answers within the times of a session, whatever the page does. */
export class DriverSilent extends Error {
  override name = 'DriverSilent';
}

/** How the standard writes an element in JSON. */
export type ElementReference = Record<'element-6066-11e4-a52e-4f735466cecf', string>;
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

interface Response {
  value: unknown;
}

/** One browser. Its methods throw `WebDriverError` if the driver refuses the command. */
export class WebDriverSession {
  readonly #url: string;
  private constructor(url: string) {
    this.#url = url;
  }

  /**
   * Starts a browser.
   * @param driver the address of the driver
   * @param capabilities of `alwaysMatch`
   * @throws WebDriverError if the browser does not start
   */
  static async start(driver: string, capabilities: object): Promise<WebDriverSession> {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const { sessionId } = await call<{ sessionId: string }>('POST', `${driver}/session`, body);
    const session = new WebDriverSession(`${driver}/session/${sessionId}`);
    await session.post('timeouts', { script: 40_000, pageLoad: 40_000 });
    return session;
  }

  get = <T>(path: string) => call<T>('GET', `${this.#url}/${path}`);
  post = <T = null>(path: string, body: object = {}) => call<T>('POST', `${this.#url}/${path}`, body);
  /** Ends the browser. */
  close = () => call('DELETE', this.#url);

  /** Runs the body of a function in the page and returns its result. */
  run = <T>(script: string, ...args: unknown[]) => this.post<T>('execute/sync', { script, args });

  /** Runs the body of an async function in the page and returns what it resolves to. @throws Error if it rejects */
  async runAsync<T>(body: string, ...args: unknown[]): Promise<T> {
    const script = `const done = arguments[arguments.length - 1];
(async function () { ${body} }).apply(null, arguments)
  .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.post<{ value: T; error?: string }>('execute/async', { script, args });
    if (error !== undefined) throw new Error(error);
    return value;
  }

  click = (element: ElementReference) => this.post(`element/${element[elementKey]}/click`);
  clear = (element: ElementReference) => this.post(`element/${element[elementKey]}/clear`);
  /** Types a text into a field. */
  type = (element: ElementReference, text: string) =>
    this.post(`element/${element[elementKey]}/value`, { text });
}

/** Longer than the times of a session. */
const commandTimeoutMs = 50_000;

async function call<T>(method: string, url: string, body?: object): Promise<T> {
  const signal = AbortSignal.timeout(commandTimeoutMs);
  const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) }).catch(
    (cause) => {
      throw new DriverSilent(`${method} ${new URL(url).pathname}: the driver does not answer`, { cause });
    },
  );
  const { value } = (await response.json()) as Response;
  if (response.ok) return value as T;
  const { error = String(response.status), message = '' } = (value ?? {}) as Record<string, string>;
  throw new WebDriverError(error, message);
}
