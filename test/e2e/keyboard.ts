/** A person without a mouse: Tab, Shift+Tab, arrows, Space and Enter, finding things by the name of what has the focus. */
import type { Page } from 'playwright';
import { expectPage as expect } from '../support/browser.ts';

const mostStops = 120;

export class Keyboard {
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }

  press = (key: string) => this.#page.keyboard.press(key);
  type = (text: string) => this.#page.keyboard.type(text);

  /** Name and kind of what has the focus, through shadow roots. */
  focused(): Promise<{ name: string; type: string; role: string | null; visible: boolean }> {
    return this.#page.evaluate(() => {
      let element: Element | null = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      if (!element) return { name: '', type: '', role: null, visible: false };
      const input = element as HTMLInputElement;
      const root = element.getRootNode() as Document | ShadowRoot;
      const labelled = element
        .getAttribute('aria-labelledby')
        ?.split(' ')
        .map((id) => root.getElementById(id)?.textContent ?? '')
        .join(' ');
      const accessibleName = (node: Node): string => {
        if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
        if (!(node instanceof HTMLElement) || node.ariaHidden === 'true') return '';
        if (!node.checkVisibility({ visibilityProperty: true })) return '';
        return [...node.childNodes].map(accessibleName).join('');
      };
      const label = input.labels?.[0];
      const name = element.getAttribute('aria-label') ?? labelled ?? accessibleName(label ?? element);
      const { outlineStyle, boxShadow } = getComputedStyle(element);
      const parentOutline = element.parentElement
        ? getComputedStyle(element.parentElement).outlineStyle
        : 'none';
      const visible = outlineStyle !== 'none' || boxShadow !== 'none' || parentOutline !== 'none';
      return {
        name: name.replace(/\s+/g, ' ').trim(),
        type: input.type ?? element.tagName.toLowerCase(),
        role: element.getAttribute('role'),
        visible,
      };
    });
  }

  /** Presses Tab until an element of this role has the focus. */
  async tabToRole(role: string): Promise<void> {
    for (let stops = 0; stops < mostStops; stops++) {
      if ((await this.focused()).role === role) return;
      await this.press('Tab');
    }
    throw new Error(`Tab never reached an element of role ${role}`);
  }

  /** Presses Tab until the named thing has the focus, and sees that the focus shows. */
  async tabTo(name: string | RegExp): Promise<void> {
    const passed: string[] = [];
    for (let stops = 0; stops < mostStops; stops++) {
      const now = await this.focused();
      if (typeof name === 'string' ? now.name === name : name.test(now.name)) {
        expect([now.name, now.visible]).toEqual([now.name, true]);
        return;
      }
      passed.push(now.name);
      await this.press('Tab');
    }
    throw new Error(`Tab never reached ${name}; it passed ${[...new Set(passed)].join(' | ')}`);
  }

  async pressOn(name: string | RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.tabTo(name);
    await this.press(key);
  }

  async typeInto(name: string | RegExp, text: string): Promise<void> {
    await this.tabTo(name);
    await this.type(text);
  }
}
