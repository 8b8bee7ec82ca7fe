/** The question about a signature that is not the given name. It is asked once: who sends the same signature again means it. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { signature as say } from '../texts/english.ts';

/** The longest signature, in characters, as the server takes it. */
export const longestSignature = 200;

/** The `.other-name` buttons. */
export const signatureStyles = css`
  .other-name {
    margin-block-start: 12px;
  }
`;

/** What the buttons of the question do. */
interface OtherName {
  busy: boolean;
  /** Moves the focus to the field. */
  correct: () => void;
  /** Puts the signature into the field again. The button then submits the form. */
  restore: (typed: string) => void;
}

/** The signature of one form. */
export class Signature {
  /** The signature of the last attempt. */
  #askedAbout: string | null = null;
  /** The signature that was sent again after the question. */
  #meant: string | null = null;

  /**
   * @param typed without white-space around it
   * @param name the given name; undefined if it is not known
   * @returns the question; null if there is nothing to ask
   */
  check(typed: string, name: string | undefined): string | null {
    const isAsked = name !== undefined && !isSameName(typed, name) && this.#meant !== typed;
    return isAsked ? say('differs', { name, typed }) : null;
  }

  /**
   * Only sending it again answers the question: leaving the field does not.
   * @param typed as of `check`
   * @param send checks the form, and sends it if nothing is wrong
   */
  attempt(typed: string, send: () => void): void {
    this.#meant = this.#askedAbout;
    send();
    this.#askedAbout = typed.length > longestSignature ? null : typed;
  }

  /** Draws the two ways on from another name, below the field with the question. */
  renderWaysOn({ busy, correct, restore }: OtherName): TemplateResult | typeof nothing {
    const typed = this.#askedAbout;
    if (!typed) return nothing;
    return html`<div class="actions other-name">
      <button type="button" @click=${correct}>${say('correct')}</button>
      <button type="submit" aria-disabled=${busy} @click=${() => restore(typed)}>${say('signAs', { typed })}</button>
    </div>`;
  }
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/**
 * Tells whether a signature has all words of a given name. Case, accents, order, further words and the punctuation
 * between words make no difference.
 */
function isSameName(signed: string, given: string): boolean {
  const written = wordsOf(signed);
  return wordsOf(given).every((word) => written.includes(word));
}
