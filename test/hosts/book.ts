/** Books on any page: a person's clicks and keys, from the step at which the journey starts. */
import type { ElementHandle } from 'playwright';
import { headings } from '../e2e/headings.ts';
import { profile, typedDetails } from '../support/booking.ts';
import { checkWidth, type Host, type HostElement, type HostHarness, type Opened } from './host-harness.ts';

interface Wanted {
  element: HTMLElement;
  selector: string;
  /** How its label or its text begins. */
  name: string;
  index: number;
}

/** Runs in the page. Playwright's own search by role takes seconds on a page with many controls. */
function search({ element, selector, name, index }: Wanted): Element | undefined {
  const nameOf = (one: Element) => {
    const label = (one as HTMLInputElement).labels?.[0]?.textContent;
    return (one.getAttribute('aria-label') ?? label ?? one.textContent ?? '').replace(/\s+/g, ' ').trim();
  };
  const within = (root: ParentNode): Element[] => {
    const inner = [...root.querySelectorAll('*')].flatMap((one) =>
      one.shadowRoot ? within(one.shadowRoot) : [],
    );
    return [...root.querySelectorAll(selector), ...inner];
  };
  const found = element.shadowRoot ? within(element.shadowRoot) : [];
  return found.filter((one) => one.getClientRects().length > 0 && nameOf(one).startsWith(name))[index];
}

class Person {
  readonly #element: HostElement;

  constructor(element: HostElement) {
    this.#element = element;
  }

  async sees(step: keyof typeof headings): Promise<void> {
    await this.#find('h2', `${headings[step]}`);
  }

  /** @param name how its label or text begins */
  async press(name: string, selector = 'button', index = 0): Promise<void> {
    await this.#do((found) => found.click(), selector, name, index);
  }

  /** Types into all these fields of the step at once. */
  async fill(fields: Record<string, string>): Promise<void> {
    await this.#find('input', Object.keys(fields)[0]);
    await this.#element.evaluate(async (element, texts) => {
      const step = element.shadowRoot?.querySelector('[part=step]')?.shadowRoot;
      for (const input of step?.querySelectorAll('input') ?? []) {
        const label = input.labels?.[0]?.textContent?.trim() ?? '';
        const [, text] = Object.entries(texts).find(([name]) => label.startsWith(name)) ?? [];
        if (text === undefined) continue;
        input.value = text;
        input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
        // The step draws between two letters of a person.
        await new Promise(requestAnimationFrame);
      }
    }, fields);
  }

  async pressEnterIn(field: string): Promise<void> {
    await this.#do((found) => found.press('Enter'), 'input', field);
  }

  /** Ticks every box of the step, and the choice of this name of every question. */
  async tick(choice: string): Promise<void> {
    await this.#element.evaluate((element, label) => {
      const step = element.shadowRoot?.querySelector('[part=step]')?.shadowRoot;
      for (const input of step?.querySelectorAll<HTMLInputElement>('[type=radio], [type=checkbox]') ?? [])
        if (input.type === 'checkbox' || input.closest('label')?.textContent?.trim() === label) input.click();
    }, choice);
  }

  /** Finds a control and uses it. Finds it again if the element has replaced it meanwhile, as it replaces the markup of the page. */
  async #do(
    action: (found: ElementHandle) => Promise<void>,
    ...wanted: [selector: string, name: string, index?: number]
  ): Promise<void> {
    const found = await this.#find(...wanted);
    await action(found).catch((error) => {
      // Playwright throws this before it moves the pointer.
      if (!/not attached/.test(`${error}`)) throw error;
      return this.#do(action, ...wanted);
    });
  }

  async #find(selector: string, name = '', index = 0): Promise<ElementHandle<Element>> {
    const element = this.#element;
    const frame = await element.ownerFrame();
    const wanted = { element, selector, name, index };
    const found = await frame
      ?.waitForFunction(search as (wanted: unknown) => Element | undefined, wanted, { polling: 50 })
      .catch(async (error) => {
        const shown = await element.evaluate((one) => {
          const step = one.shadowRoot?.querySelector('[part=step]');
          return `${(one as HTMLElement).innerText} | ${step?.shadowRoot?.textContent?.replace(/\s+/g, ' ')}`;
        });
        throw new Error(`no ${selector} "${name}" in: ${shown}`, { cause: error });
      });
    return found as ElementHandle<Element>;
  }
}

/** Opens the page and chooses a test. The element is as wide as it should be. */
export async function begin(harness: HostHarness, host: Host): Promise<Opened> {
  const opened = await harness.open(host);
  const person = new Person(opened.element);
  const { from = 'review', width = [280, 1400] } = host;
  await person.sees(from);
  await checkWidth(opened.element, width);
  if (from === 'place') await chooseTest(person);
  return opened;
}

async function chooseTest(person: Person): Promise<void> {
  await person.press('DEXA body composition');
  await person.fill({ 'ZIP code': '10002' });
}

/** From the choice of a test to the form for the customer's details. */
async function choosePlaceAndTimes(person: Person): Promise<void> {
  await chooseTest(person);
  await person.pressEnterIn('ZIP code');
  await person.press('Choose', '.choose button');
  await person.sees('times');
  await person.press('', '[role=option]', 1);
  for (const index of [0, 1, 2]) await person.press('', '.time', index);
  await person.press('Continue');
  await person.sees('identity');
}

async function fillDetails(person: Person): Promise<void> {
  await person.fill(typedDetails);
  await person.tick('Female');
  await person.pressEnterIn('City');
}

/** The Enter key signs. @param name that of the details */
async function sign(person: Person, name: string): Promise<void> {
  await person.sees('consent');
  await person.tick('');
  await person.fill({ 'Type your full name': name });
  await person.pressEnterIn('Type your full name');
}

/** Opens the page and books to the end. The element is as wide as it should be at the first and at the last step. */
export async function book(harness: HostHarness, host: Host): Promise<Opened> {
  const opened = await harness.open(host);
  const { element } = opened;
  const person = new Person(element);
  const { from = 'review', width = [280, 1400] } = host;
  await person.sees(from);
  await checkWidth(element, width);
  if (from === 'place') {
    await choosePlaceAndTimes(person);
    await fillDetails(person);
  }
  const seeded = `${profile.first_name} ${profile.last_name}`;
  if (from !== 'review') await sign(person, from === 'place' ? 'Maren Okonski' : seeded);
  await person.press('Pay $');
  await person.sees('questionnaire');
  await person.tick('No');
  await person.press('Review your answers');
  await person.press('Send answers');
  await person.sees('sent');
  await checkWidth(element, width);
  return opened;
}
