/** A page over WebDriver, with the part of Playwright's interface that a person's script needs. */

import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { waitTimeoutMs } from './browser.ts';
import type { EngineFinder, EngineLocator, EnginePage, Named, Role, Wait } from './engine-page.ts';
import type { Narrowing, Text } from './find-in-page.ts';
import { type ElementReference, WebDriverError, type WebDriverSession } from './webdriver.ts';

const lookEveryMs = 50;
/** Passes while a page renders or scrolls. */
const passing = [
  'stale element reference',
  'element not interactable',
  'element click intercepted',
  'javascript error',
  'no such frame',
];
type Step = Narrowing | { frame: string };

/** Builds the script that finds elements, for every page of a run. */
async function finderScript(): Promise<string> {
  const entry = fileURLToPath(new URL('./find-in-page.ts', import.meta.url));
  const lib = { entry, formats: ['iife' as const], name: 'dxFind' };
  const built = await build({ configFile: false, logLevel: 'error', build: { write: false, lib } });
  const [
    {
      output: [chunk],
    } = { output: [] },
  ] = built as { output: { code: string }[] }[];
  if (!chunk) throw new Error('the finder was not built');
  return chunk.code;
}

const textOf = (text: string | RegExp, exact = false): Text =>
  text instanceof RegExp ? { source: text.source, flags: text.flags } : { text, exact };

abstract class WebDriverFinder implements EngineFinder {
  protected abstract narrow(step: Step): WebDriverLocator;
  locator = (css: string) => this.narrow({ css });
  getByRole = (role: Role, { name, exact, level }: Named = {}) =>
    this.narrow({
      role,
      ...(name !== undefined && { name: textOf(name, exact) }),
      ...(level !== undefined && { level }),
    });
  getByText = (text: string | RegExp, { exact }: { exact?: boolean } = {}) =>
    this.narrow({ text: textOf(text, exact) });
  getByLabel = (text: string | RegExp) => this.narrow({ label: textOf(text) });
}

/** A page that WebDriver controls. Each action waits until its element is there and can be used. */
export class WebDriverPage extends WebDriverFinder implements EnginePage {
  readonly session: WebDriverSession;
  readonly #finder: string;
  private constructor(session: WebDriverSession, finder: string) {
    super();
    this.session = session;
    this.#finder = finder;
  }

  static async open(session: WebDriverSession): Promise<WebDriverPage> {
    return new WebDriverPage(session, await finderScript());
  }

  protected narrow(step: Step): WebDriverLocator {
    return new WebDriverLocator(this, [step]);
  }

  goto = (url: string) => this.session.post('url', { url });
  reload = () => this.session.post('refresh');

  async waitForURL(wanted: RegExp | ((url: URL) => boolean)): Promise<void> {
    const isWanted = (url: string) => (wanted instanceof RegExp ? wanted.test(url) : wanted(new URL(url)));
    await until(`the address ${wanted}`, async () => isWanted(await this.session.get('url')) || null);
  }

  evaluate<R>(script: string | (() => R | Promise<R>)): Promise<R> {
    if (typeof script === 'string') return this.session.run(script);
    return this.session.runAsync(`return (${script})();`);
  }

  /** Errors of the document since something was first sought in it. */
  faults = () => this.session.run<string[]>('return window.dxFinder?.faults ?? [];');

  /** Finds elements, calls `act`, and leaves the frames that were on the way. */
  async find<R>(steps: Step[], act: (found: ElementReference[]) => Promise<R>): Promise<R> {
    let narrowings: Narrowing[] = [];
    let isFramed = false;
    try {
      for (const step of steps) {
        if (!('frame' in step)) {
          narrowings.push(step);
          continue;
        }
        const [id] = await this.#findHere([...narrowings, { css: step.frame }]);
        if (!id) throw new WebDriverError('no such frame', step.frame);
        // What is in a frame of another origin does not scroll the page around it.
        await this.session.run("arguments[0].scrollIntoView({ block: 'center' });", id);
        await this.session.post('frame', { id });
        isFramed = true;
        narrowings = [];
      }
      return await act(await this.#findHere(narrowings));
    } finally {
      if (isFramed) await this.session.post('frame', { id: null });
    }
  }

  async #findHere(narrowings: Narrowing[]): Promise<ElementReference[]> {
    const script = 'return window.dxFinder ? window.dxFinder.find(arguments[0]) : null;';
    const found = await this.session.run<ElementReference[] | null>(script, narrowings);
    if (found) return found;
    await this.session.run(this.#finder);
    return await this.session.run<ElementReference[]>(script, narrowings);
  }
}

class WebDriverLocator extends WebDriverFinder implements EngineLocator {
  readonly #page: WebDriverPage;
  readonly #steps: Step[];
  constructor(page: WebDriverPage, steps: Step[]) {
    super();
    this.#page = page;
    this.#steps = steps;
  }

  protected narrow(step: Step): WebDriverLocator {
    return new WebDriverLocator(this.#page, [...this.#steps, step]);
  }

  frameLocator = (css: string): EngineFinder => this.narrow({ frame: css });
  nth = (index: number) => this.narrow({ nth: index });
  first = () => this.nth(0);
  count = () => this.#page.find(this.#steps, async ({ length }) => length);
  all = async () => Array.from({ length: await this.count() }, (_, index) => this.nth(index));

  click = () => this.#act((element) => this.#page.session.click(element));
  fill = (text: string) =>
    this.#act(async (element) => {
      const { session } = this.#page;
      if (await session.run<string>('return arguments[0].value;', element)) await session.clear(element);
      await session.type(element, text);
    });
  check = () =>
    this.#act(async (element) => {
      const { session } = this.#page;
      const isChecked = () => session.run<boolean>('return arguments[0].checked;', element);
      if (!(await isChecked())) await session.click(element);
      if (!(await isChecked())) throw new WebDriverError('element not interactable', 'it is not checked');
    });
  selectOption = ({ index }: { index: number }) =>
    this.#act((element) =>
      this.#page.session.run(
        `arguments[0].selectedIndex = arguments[1];
for (const type of ['input', 'change']) arguments[0].dispatchEvent(new Event(type, { bubbles: true }));`,
        element,
        index,
      ),
    );

  isVisible = () => this.#page.find(this.#steps, (found) => this.#areVisible(found));
  isChecked = () => this.evaluate((element) => (element as HTMLInputElement).checked);
  innerText = () => this.evaluate((element) => (element as HTMLElement).innerText);
  getAttribute = (name: string) =>
    this.#one((element) =>
      this.#page.session.run<string | null>('return arguments[0].getAttribute(arguments[1]);', element, name),
    );
  evaluate = <R, E extends SVGElement | HTMLElement>(script: (element: E) => R) =>
    this.#one((element) => this.#page.session.runAsync<R>(`return (${script})(arguments[0]);`, element));
  /** Only the text: an error names with it what is shown. */
  ariaSnapshot = () =>
    this.evaluate((element: HTMLElement) => element.shadowRoot?.textContent ?? element.textContent ?? '');

  async waitFor({ state = 'visible', timeout = waitTimeoutMs }: Wait = {}): Promise<void> {
    const isSo = {
      attached: async () => (await this.count()) > 0,
      detached: async () => (await this.count()) === 0,
      visible: this.isVisible,
      hidden: async () => !(await this.isVisible()),
    }[state];
    await until(`${this} ${state}`, async () => (await isSo()) || null, timeout);
  }

  override toString = () => JSON.stringify(this.#steps);

  #areVisible = ([element]: ElementReference[]): Promise<boolean> =>
    element
      ? this.#page.session.run('return arguments[0].checkVisibility({ visibilityProperty: true });', element)
      : Promise.resolve(false);

  /** Waits for the only element that is meant. @throws Error if there are several */
  #one<R>(use: (element: ElementReference) => Promise<R>): Promise<R> {
    return until(`one ${this}`, () =>
      this.#page.find(this.#steps, async ([element, ...others]) => {
        if (others.length > 0) throw new Error(`${this} is not one element but ${others.length + 1}`);
        return element ? { value: await use(element) } : null;
      }),
    ).then(({ value }) => value);
  }

  /** Acts on the element as soon as it can be used. */
  #act(act: (element: ElementReference) => Promise<unknown>): Promise<void> {
    return this.#one(async (element) => {
      // The driver of WebKitGTK does not scroll to all elements in shadow roots itself.
      const isDisabled = await this.#page.session.run<boolean>(
        `arguments[0].scrollIntoView({ block: 'center' });
return arguments[0].matches(':disabled') || arguments[0].ariaDisabled === 'true';`,
        element,
      );
      if (isDisabled) throw new WebDriverError('element not interactable', 'it is disabled');
      await act(element);
    });
  }
}

/** Looks until there is something, and passes over what passes. */
async function until<T>(what: string, look: () => Promise<T | null>, timeoutMs = waitTimeoutMs): Promise<T> {
  const end = Date.now() + timeoutMs;
  let last = '';
  do {
    try {
      const found = await look();
      if (found !== null) return found;
    } catch (error) {
      if (!(error instanceof WebDriverError && passing.includes(error.code))) throw error;
      last = `: ${error.message}`;
    }
    await pause(lookEveryMs);
  } while (Date.now() < end);
  throw new Error(`waited ${timeoutMs} ms for ${what}${last}`);
}
