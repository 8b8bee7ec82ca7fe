/** The texts of a booking in a language, and the texts on a page that are not in it. */
import type { Page } from 'playwright';
import { consent } from '../../widget/locales/en/consent.ts';
import { health } from '../../widget/locales/en/health.ts';
import { identity } from '../../widget/locales/en/identity.ts';
import { place } from '../../widget/locales/en/place.ts';
import { review } from '../../widget/locales/en/review.ts';
import { sent } from '../../widget/locales/en/sent.ts';
import { times } from '../../widget/locales/en/times.ts';
import { setLanguage } from '../../widget/locales/language.ts';
import { bookingFiles } from '../../widget/locales/language-files.ts';
import { type Heading, headings } from './headings.ts';

/** Makes the catalogue of this process speak a language, as on a page. @returns the headings of the steps in it */
export async function speak(language: string): Promise<Record<Heading, string | RegExp>> {
  await setLanguage(language, bookingFiles);
  return {
    ...headings,
    place: place('headingTest'),
    where: place('headingWhere'),
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

/**
 * Returns the texts that are marked as in the page's language and are not, and fails if none is: in Arabic those with Latin
 * letters, in other languages those with a word that only the English catalogue has.
 */
export async function foreignTexts(page: Page, language: string): Promise<string[]> {
  const own = (await shownTexts(page)).filter(({ lang }) => lang.startsWith(language));
  if (own.length === 0) return ['no text in the language'];
  return own.map(({ text }) => text).filter((text) => /[A-Za-z]{2}/.test(text));
}
