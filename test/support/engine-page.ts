/** What a person's script needs of a page. Playwright's `Page` and `Locator` have it, and so has a page over WebDriver. */
import type { Page } from 'playwright';

/** How an element is named. A text matches a part of the name in any case, unless `exact`. */
export interface Named {
  name?: string | RegExp;
  exact?: boolean;
  level?: number;
}
/** A role of ARIA. */
export type Role = Parameters<Page['getByRole']>[0];
/** What to wait for. `timeout` is in milliseconds. */
export interface Wait {
  state?: 'attached' | 'detached' | 'visible' | 'hidden';
  timeout?: number;
}

/** Finds elements, in shadow roots too. A selector of CSS does not reach from outside into a shadow root: narrow twice. */
export interface EngineFinder {
  locator(css: string): EngineLocator;
  getByRole(role: Role, options?: Named): EngineLocator;
  getByText(text: string | RegExp, options?: { exact?: boolean }): EngineLocator;
  getByLabel(text: string | RegExp): EngineLocator;
}

/** The part of Playwright's `Locator` that every engine has. */
export interface EngineLocator extends EngineFinder {
  frameLocator(css: string): EngineFinder;
  nth(index: number): EngineLocator;
  first(): EngineLocator;
  all(): Promise<EngineLocator[]>;
  count(): Promise<number>;
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  check(): Promise<void>;
  selectOption(option: { index: number }): Promise<unknown>;
  isVisible(): Promise<boolean>;
  isChecked(): Promise<boolean>;
  innerText(): Promise<string>;
  getAttribute(name: string): Promise<string | null>;
  waitFor(options?: Wait): Promise<void>;
  ariaSnapshot(): Promise<string>;
  evaluate<R, E extends SVGElement | HTMLElement = SVGElement | HTMLElement>(
    script: (element: E) => R,
  ): Promise<R>;
}

/** The part of Playwright's `Page` that every engine has. */
export interface EnginePage extends EngineFinder {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  waitForURL(url: RegExp | ((url: URL) => boolean)): Promise<void>;
  evaluate<R>(script: string | (() => R | Promise<R>)): Promise<R>;
}
