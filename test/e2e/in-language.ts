/** The texts of a booking in a language, and the texts on a page that are not in it. */
import type { Page } from 'playwright';
import { consent, health, identity, place, review, sent, tests, times } from '../../widget/texts/english.ts';
import { englishTexts } from '../../widget/texts/english-texts.ts';
import { setLanguage } from '../../widget/texts/language.ts';
import { bookingFiles, everyElementFiles } from '../../widget/texts/language-files.ts';
import { type Heading, headings } from './headings.ts';

/** Makes the catalogue of this process speak a language, as on a page. @returns the headings of the steps in it */
export async function speak(language: string): Promise<Record<Heading, string | RegExp>> {
  await setLanguage(language, bookingFiles);
  return {
    ...headings,
    place: place('headingTest'),
    where: place('headingWhere'),
    product: new RegExp(`^(?:${tests('DEXA')}|${tests('CALST')})$`),
    times: times('heading'),
    identity: identity('heading'),
    consent: consent('heading'),
    prescreen: health('prescreen'),
    review: review('heading'),
    questionnaire: health('questionnaire'),
    sent: sent('heading'),
  };
}

/** A text on the page, and the language of the nearest element that names one. */
interface ShownText {
  text: string;
  lang: string;
}

/** All that `<dx-booking>` shows or names, with its language. */
function shownTexts(page: Page): Promise<ShownText[]> {
  return page.locator('dx-booking').evaluate((host) => {
    const found: { text: string; lang: string }[] = [];
    const read = (node: Node, lang: string): void => {
      if (node.nodeType === Node.TEXT_NODE) {
        const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim();
        if (text !== '') found.push({ text, lang });
        return;
      }
      if (!(node instanceof Element) || node.matches('script, style, template')) return;
      if (!node.matches('slot') && !node.checkVisibility()) return;
      const own = node.getAttribute('lang') ?? lang;
      for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
        const text = node.getAttribute(name);
        if (text) found.push({ text, lang: own });
      }
      const slotted = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
      const inside = slotted.length > 0 ? slotted : (node.shadowRoot ?? node).childNodes;
      for (const child of inside) read(child, own);
    };
    read(host, document.documentElement.lang);
    return found;
  });
}

/** The terms of the example's clinic, which speaks only English. */
const partnersOwn = /^You get all your money back/;
/** Names and signs that are the same in each language: of tests, laws, money, orders, people and addresses. */
const anyLanguage =
  /DEXA|VO2 Max|\bCT\b|Bod Pod|Seca|HIPAA|PDF|US\$|ORD-\d+|Maren Okonski|\S+@\S+|\d+ (?:[A-Z][a-z]+,? )*[A-Z][a-z]+|New York|\b[A-Z]{2} \d{5}/g;

/** The areas of what a booking shows. */
const areas =
  /^(?:booking|clinics|consent|form|health|identity|navigation|notices|place|product|review|sent|summary|times)\./;
const wordsIn = (texts: unknown) =>
  new Set(
    JSON.stringify(texts)
      .toLowerCase()
      .match(/\p{L}{3,}/gu),
  );

/** The months as in a date, such as the Spanish "may". */
function shortMonths(language: string): string[] {
  const { format } = new Intl.DateTimeFormat(language, { month: 'short' });
  return Array.from({ length: 12 }, (_, month) => format(new Date(2000, month)));
}

/**
 * Returns the texts that are marked as in the page's language and are not: in Arabic those with Latin letters, in another
 * language those with a word that only the English catalogue has.
 */
export async function foreignTexts(page: Page, language: string): Promise<string[]> {
  const own = (await shownTexts(page)).filter(({ lang }) => lang.startsWith(language));
  if (own.length === 0) return ['no text in the language'];
  const translated = await Promise.all([bookingFiles, everyElementFiles].map((files) => files[language]?.()));
  const catalogue = translated.flatMap((file) => Object.values(file?.default ?? {}));
  const known = wordsIn([...catalogue, ...shortMonths(language)]);
  const shownInEnglish = wordsIn(
    Object.entries(englishTexts).flatMap(([name, text]) => (areas.test(name) ? text : [])),
  );
  const isForeign = (text: string) =>
    language === 'ar'
      ? /[a-z]{2}/i.test(text)
      : [...wordsIn(text)].some((word) => shownInEnglish.has(word) && !known.has(word));
  return own
    .map(({ text }) => text)
    .filter((text) => !partnersOwn.test(text) && isForeign(text.replace(anyLanguage, '')));
}
