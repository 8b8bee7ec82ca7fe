/** The language that all elements of the page speak now, its texts, and the texts that the partner replaced. */
import type { PartnerMessages } from './partner-messages.ts';

/** Texts by name, in ICU MessageFormat: with placeholders such as `{name}`, and plurals of `count`. */
export type Texts = Readonly<Record<string, string>>;

let tag = 'en-US';
let translation: Texts = {};
let replacements: Texts = {};
/** The texts that the partner asked for last. */
let asked: PartnerMessages = {};
let isReplacing = false;
let plurals: Intl.PluralRules | null = null;
let numbers: Intl.NumberFormat | null = null;
const listeners = new Set<() => void>();

/** The current language. */
export const spoken = {
  /** Its tag for `Intl`, such as `en-US`. */
  get tag(): string {
    return tag;
  },
  /** The direction of its script. */
  get dir(): 'ltr' | 'rtl' {
    return /^(?:ar|fa|he|ur)\b/.test(tag) ? 'rtl' : 'ltr';
  },
  /** Whether texts of the partner are on their way. */
  get isReplacing(): boolean {
    return isReplacing;
  },
  /** @returns the text of a name, such as `times.heading`; undefined when English is to be used */
  message: (name: string): string | undefined => replacements[name] ?? translation[name],
  plural(count: number): Intl.LDMLPluralRule {
    plurals ??= new Intl.PluralRules(tag);
    return plurals.select(count);
  },
  number(value: number): string {
    // Every language of the widget writes it so. A format takes milliseconds, and the first step needs none.
    if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
    numbers ??= new Intl.NumberFormat(tag);
    return numbers.format(value);
  },
};

/**
 * Sets the current language, or adds texts to it. Calls the listeners of `onLanguageChange` if that changes anything.
 * @param newTag a tag for `Intl`, such as `en-US`
 * @param texts by name; `{}` for English, whose texts are in the code
 */
export function speak(newTag: string, texts: Texts): void {
  const isSame = newTag === tag;
  if (isSame && Object.keys(texts).every((name) => name in translation)) return;
  translation = isSame ? { ...translation, ...texts } : texts;
  tag = newTag;
  plurals = null;
  numbers = null;
  for (const listener of listeners) listener();
}

/**
 * Replaces texts for all elements of the page, when the names of all texts have loaded. The last call decides: no text
 * of an earlier call stays. A name that does not exist has a warning on the console.
 * @param texts `{}` ends all replacements; the same object as in the last call has no effect, even with other texts
 */
export function replaceMessages(texts: PartnerMessages): void {
  if (texts === asked) return;
  asked = texts;
  isReplacing = Object.keys(texts).length > 0;
  if (!isReplacing) applyPartnerMessages({});
  else
    void import('./replaced-texts.ts')
      .then(({ replacedTexts }) => replacedTexts(texts))
      .catch(() => ({}))
      .then((found) => asked === texts && applyPartnerMessages(found));
}

function applyPartnerMessages(texts: Texts): void {
  replacements = texts;
  isReplacing = false;
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change of the language or of a text. @returns a function that ends it */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
