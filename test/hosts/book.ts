/** Books on any page: a person's clicks and keys, from the step at which the journey starts. */
import { headings } from '../e2e/headings.ts';
import { checkWidth, type Element, type Host, type HostHarness, type Opened } from './host-harness.ts';

class Person {
  readonly #element: Element;

  constructor(element: Element) {
    this.#element = element;
  }

  async sees(step: keyof typeof headings): Promise<void> {
    await this.#element.waitForSelector(`h2:text-is("${headings[step]}")`);
  }

  /** @param name the button's name, or how it begins */
  async press(name: string): Promise<void> {
    await (await this.#element.waitForSelector(`role=button[name=/^${name}/] >> nth=0`)).click();
  }

  async pressDay(): Promise<void> {
    await (await this.#element.waitForSelector('[role=option] >> nth=1')).click();
  }

  async pressTime(index: number): Promise<void> {
    await (await this.#element.waitForSelector(`[role=group] button >> nth=${index}`)).click();
  }

  async type(field: string, text: string): Promise<void> {
    await (await this.#field(field)).fill(text);
  }

  async pressEnterIn(field: string): Promise<void> {
    await (await this.#field(field)).press('Enter');
  }

  /** Ticks every box of the step, and the choice of this name of every question. */
  async tick(choice: string): Promise<void> {
    await this.#element.evaluate((element, label) => {
      const step = element.shadowRoot?.querySelector('[part=step]')?.shadowRoot;
      for (const input of step?.querySelectorAll<HTMLInputElement>('[type=radio], [type=checkbox]') ?? [])
        if (input.type === 'checkbox' || input.closest('label')?.textContent?.trim() === label) input.click();
    }, choice);
  }

  #field = (name: string) => this.#element.waitForSelector(`role=textbox[name="${name}"]`);
}

/** From the choice of a test to the form for the customer's details. */
async function choosePlaceAndTimes(person: Person): Promise<void> {
  await person.press('DEXA body composition');
  await person.type('ZIP code', '10002');
  await person.pressEnterIn('ZIP code');
  await person.press('Choose this place');
  await person.press('Choose times');
  await person.sees('times');
  await person.pressDay();
  for (const index of [0, 1, 2]) await person.pressTime(index);
  await person.press('Continue');
  await person.sees('identity');
}

async function fillDetails(person: Person): Promise<void> {
  const details = {
    'First name': 'Maren',
    'Last name': 'Okonski',
    Month: '4',
    Day: '12',
    Year: '1979',
    'E-mail': 'maren@patient.example',
    Phone: '212 555 0134',
    'Street and number': '18 Harbor Street',
    City: 'New York',
    State: 'NY',
    'ZIP code': '10002',
  };
  for (const [name, value] of Object.entries(details)) await person.type(name, value);
  await person.tick('Female');
  await person.pressEnterIn('City');
}

/** The Enter key signs. */
async function sign(person: Person): Promise<void> {
  await person.sees('consent');
  await person.tick('');
  await person.type('Type your full name', 'Maren Okonski');
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
  if (from !== 'review') await sign(person);
  await person.press('Continue to payment');
  await person.sees('questionnaire');
  await person.tick('No');
  await person.press('Send answers');
  await person.sees('sent');
  await checkWidth(element, width);
  return opened;
}
