/** A booking by keyboard: Tab reaches everything, the focus shows, and the expected keys work. */
import type { Page } from 'playwright';
import { it } from 'vitest';
import {
  clinics,
  consent,
  dates,
  health,
  identity,
  place,
  review,
  tests,
  times,
} from '../../widget/texts/english.ts';
import { spoken } from '../../widget/texts/spoken.ts';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import type { Heading } from './headings.ts';
import { foreignTexts } from './in-language.ts';
import { stackOfFile } from './stack.ts';
import { Visitor } from './visitor.ts';

const mostStops = 120;

class Keyboard {
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
        expectPage([now.name, now.visible]).toEqual([now.name, true]);
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

/** Matches a name that begins with a text of the catalogue. */
const begins = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

/** Books CALST, which has every step. `meanwhile` runs at every step once it is filled in. */
async function bookByKeyboard(visitor: Visitor, meanwhile: (step: Heading) => Promise<void>): Promise<void> {
  const keys = new Keyboard(visitor.page);
  await meanwhile('place');
  await choose(visitor, keys, meanwhile);
  await fillDetails(keys);
  await meanwhile('identity');
  await keys.press('Enter');
  await visitor.sees('consent');
  await signConsent(visitor, keys);
  await meanwhile('consent');
  await keys.pressOn(consent('sign'));
  await visitor.sees('prescreen');
  await answerNo(keys, visitor);
  while ((await keys.focused()).type !== 'checkbox') await keys.press('Tab');
  await keys.press('Space');
  await meanwhile('prescreen');
  await keys.pressOn(health('review'));
  await visitor.booking.getByRole('heading', { name: health('reviewHeading') }).waitFor();
  // The label of this button is copy of the service.
  await keys.pressOn('Submit health screening');
  await visitor.sees('review');
  await meanwhile('review');
  const pay = review('pay', { amount: '' })
    .replace(/[\u2066-\u2069]/g, '')
    .trim();
  await keys.pressOn(begins(pay));
  await visitor.page.waitForURL(/\/pay\//);
  await keys.pressOn(/^Pay/);
  await visitor.sees('questionnaire');
  await answerNo(keys, visitor);
  for (const box of await visitor.booking.getByRole('checkbox').all()) {
    while ((await keys.focused()).type !== 'checkbox') await keys.press('Tab');
    await keys.press('Space');
    expectPage(await box.isChecked()).toBe(true);
    await keys.press('Tab');
  }
  await meanwhile('questionnaire');
  await keys.pressOn(health('review'));
  await keys.pressOn(health('send'));
  await visitor.sees('sent');
  await meanwhile('sent');
}

/** A test, a clinic and two times. */
async function choose(
  visitor: Visitor,
  keys: Keyboard,
  meanwhile: (step: Heading) => Promise<void>,
): Promise<void> {
  await keys.pressOn(begins(tests('CALST')));
  await visitor.sees('where');
  await keys.typeInto(begins(place('zip')), '10002');
  await keys.press('Enter');
  const choice = begins(clinics('choose'));
  await visitor.button(choice).first().waitFor();
  await meanwhile('where');
  // The first clinic has no note to read, so its test and price need no page of their own.
  await keys.pressOn(choice);
  await visitor.sees('times');
  const forward = spoken.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  // The day strip is one stop; arrows move within it.
  await keys.tabToRole('option');
  await keys.press(forward);
  await keys.press('Enter');
  await keys.press('Tab');
  await keys.tabTo(/\d+:\d\d/);
  await keys.press('Enter');
  await keys.press(forward);
  await keys.press('Enter');
  await meanwhile('times');
  await keys.pressOn(times('next'));
  await visitor.sees('identity');
}

async function fillDetails(keys: Keyboard): Promise<void> {
  for (const [name, value] of [
    [identity('firstName'), 'Maren'],
    [identity('lastName'), 'Okonski'],
    [dates('month'), '4'],
    [dates('day'), '12'],
    [dates('year'), '1979'],
  ] as const)
    await keys.typeInto(name, value);
  await keys.pressOn(identity('female'), 'Space');
  for (const [name, value] of [
    [identity('email'), 'maren@patient.example'],
    [identity('phone'), '212 555 0134'],
    [identity('street'), '18 Harbor Street'],
    [identity('city'), 'New York'],
    [identity('state'), 'NY'],
    [identity('zip'), '10002'],
  ] as const)
    await keys.typeInto(name, value);
}

/** Reads a document, checks each box and types the name. */
async function signConsent(visitor: Visitor, keys: Keyboard): Promise<void> {
  const { booking } = visitor;
  await keys.pressOn(/^View/);
  await expectPage(booking.getByRole('dialog')).toBeVisible();
  await keys.press('Escape');
  // Closing gives the focus back to what opened the dialog.
  expectPage((await keys.focused()).name).toMatch(/^View/);
  await booking.getByRole('heading', { name: consent('heading') }).focus();
  for (const box of await booking.getByRole('checkbox').all()) {
    await keys.press('Tab');
    while ((await keys.focused()).type !== 'checkbox') {
      if ((await keys.focused()).name.startsWith(consent('typedName'))) await keys.type('Maren Okonski');
      await keys.press('Tab');
    }
    await keys.press('Space');
    expectPage(await box.isChecked()).toBe(true);
  }
}

/** Yes/no questions: Tab to the group, arrow to the second choice. Some labels are copy of the service. */
async function answerNo(keys: Keyboard, { booking }: Visitor): Promise<void> {
  const [yes, no] = [
    ['Yes', health('yes')],
    ['No', health('no')],
  ] as const;
  const questions = await booking.getByRole('radiogroup').count();
  for (let question = 0; question < questions; question++) {
    await keys.tabTo(new RegExp(`^(${yes.join('|')})$`));
    await keys.press('ArrowDown');
    expectPage(no).toContain((await keys.focused()).name);
    await keys.press('Tab');
  }
}

/** The server issues tokens for so long. */
const tokenLifetimeMs = 600_000;
/** The steps at which the widget's token expires while the customer is at it. */
const expiresAt: Heading[] = ['consent', 'review', 'questionnaire'];
const browser = await browserOfFile();
const stack = stackOfFile();

// In a language of each direction. The order of the focus in English is that in Spanish.
it.each(['es', 'ar'])(
  'a customer books CALST, which has every step, by keyboard only while tokens expire, on a page in the language %s: each step is accessible, and in that language except for copy of the service',
  async (language) => {
    const visitor = await Visitor.arrive(browser, stack.siteUrl, { language });
    await visitor.page.clock.install();
    let tokens = 0;
    visitor.page.on('request', (request) => {
      if (request.url() === `${stack.serverUrl}/token`) tokens += 1;
    });
    const found: string[] = [];
    await bookByKeyboard(visitor, async (step) => {
      const faults = [
        ...(await accessibilityFaults(visitor.page)),
        ...(await foreignTexts(visitor.page, language)),
      ];
      for (const fault of faults) found.push(`${step}: ${fault}`);
      if (expiresAt.includes(step)) await visitor.page.clock.fastForward(tokenLifetimeMs);
    });
    expectPage(found).toEqual([]);
    expectPage(tokens).toBeGreaterThanOrEqual(expiresAt.length);
    expectPage(visitor.faults).toEqual([]);
    await visitor.leave();
  },
);
