/** A blind customer: presses keys, and listens before the next one. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Desktop } from './desktop.ts';

/** What the customer did, and what Orca then said. */
export interface Exchange {
  /** The part of the booking. */
  part: string;
  did: string;
  heard: string[];
}

/** The keys by what people call them. */
const keys = {
  Tab: 'Tab',
  'Shift+Tab': 'shift+Tab',
  Enter: 'Return',
  Space: 'space',
  Escape: 'Escape',
  H: 'h',
  /** Arrows go to the page, and no longer to Orca. */
  'Orca+A': 'Insert+a',
  'Ctrl+A': 'ctrl+a',
  'Down arrow': 'Down',
  'Right arrow': 'Right',
};
export type Key = keyof typeof keys;

/** Orca is silent and its log does not grow for so long before the next key. It would drop what it has not said. */
const silenceMs = 350;
/** How long Orca may think about a key that makes it say something. */
const answerWithinMs = 4_000;
const waitTimeoutMs = 60_000;
const mostPresses = 25;

export class Customer {
  readonly transcript: Exchange[] = [];
  readonly #desktop: Desktop;
  #part = '';
  #read = 0;

  constructor(desktop: Desktop) {
    this.#desktop = desktop;
  }

  /** Names the part of the booking that the last key has begun, or that the next one begins. */
  begins(part: string, by: 'last key' | 'next key' = 'last key'): void {
    this.#part = part;
    const last = this.transcript.at(-1);
    if (last !== undefined && by === 'last key') last.part = part;
  }

  /** Opens a page, and listens to it. */
  async opens(url: string): Promise<void> {
    await this.#act('Opens the page', () => this.#desktop.browse(url));
  }

  async presses(key: Key): Promise<void> {
    await this.#act(key, () => this.#desktop.press(keys[key]));
  }

  async types(text: string): Promise<void> {
    await this.#act(`Types “${text}”`, () => this.#desktop.type(text), 0);
  }

  /** Does something that is no key, such as to wait for the clinic. */
  async waits(did: string, act: () => Promise<unknown>): Promise<void> {
    await this.#act(did, act);
  }

  /**
   * Presses a key until Orca says the sentence.
   * @throws Error with what Orca said instead
   */
  async pressesUntil(key: Key, sentence: RegExp): Promise<void> {
    const from = this.transcript.length;
    for (let press = 0; press < mostPresses; press++) {
      await this.presses(key);
      if (this.heard(sentence)) return;
    }
    const passed = this.transcript.slice(from).flatMap(({ heard }) => heard);
    throw new Error(`${key} never reached ${sentence}; it passed:\n${passed.join('\n')}`);
  }

  async pressesOn(sentence: RegExp, key: Key = 'Enter'): Promise<void> {
    await this.pressesUntil('Tab', sentence);
    await this.presses(key);
  }

  async typesInto(sentence: RegExp, text: string): Promise<void> {
    await this.pressesUntil('Tab', sentence);
    await this.types(text);
  }

  /**
   * Listens until all of the sentences were said, in this order, since the last key.
   * @throws Error with what Orca said instead
   */
  async hears(...sentences: RegExp[]): Promise<void> {
    await this.#hearsWhen(sentences, () => {
      let at = -1;
      return sentences.every((sentence) => {
        at = this.#last.heard.findIndex((said, index) => index > at && sentence.test(said));
        return at >= 0;
      });
    });
  }

  /**
   * Listens until all of the sentences were said, in any order, since the last key.
   * @throws Error with what Orca said instead
   */
  async hearsAll(...sentences: RegExp[]): Promise<void> {
    await this.#hearsWhen(sentences, () => sentences.every(this.heard));
  }

  async #hearsWhen(sentences: RegExp[], areSaid: () => boolean): Promise<void> {
    for (const deadline = Date.now() + waitTimeoutMs; !areSaid(); await delay(50)) {
      if (Date.now() > deadline)
        throw new Error(
          `after “${this.#last.did}” expected ${sentences.join(', ')}; Orca said:\n${this.#last.heard.join('\n')}`,
        );
      await this.#listen();
    }
    await this.#silence();
  }

  /** Whether Orca has said the sentence since the last key. */
  heard = (sentence: RegExp): boolean => this.#last.heard.some((said) => sentence.test(said));

  get #last(): Exchange {
    const last = this.transcript.at(-1);
    if (last === undefined) throw new Error('nothing was done yet');
    return last;
  }

  async #act(did: string, act: () => Promise<unknown>, answerMs = answerWithinMs): Promise<void> {
    await this.#listen();
    this.transcript.push({ part: this.#part, did, heard: [] });
    await act();
    for (const deadline = Date.now() + answerMs; this.#last.heard.length === 0 && Date.now() < deadline; ) {
      await delay(30);
      await this.#listen();
    }
    await this.#silence();
  }

  async #silence(): Promise<void> {
    for (let size = -1, now = 0; size !== now; ) {
      size = now;
      await delay(silenceMs);
      now = await this.#desktop.logSize();
    }
    await this.#listen();
  }

  async #listen(): Promise<void> {
    const said = await this.#desktop.said();
    this.transcript.at(-1)?.heard.push(...said.slice(this.#read));
    this.#read = said.length;
  }
}
