/** Which language an element speaks: its own `lang`, else that of the page around it, else English. */

import { everyElementFiles, type LanguageFiles } from './language-files.ts';
import { speak, spoken } from './spoken.ts';

/** The region for dates and numbers if the page names only a language. Arabic pages in the US use Latin digits. */
const regions: Record<string, string> = { en: 'en-US', es: 'es-US', de: 'de-DE', ar: 'ar-u-nu-latn' };

/** @returns the tag for `Intl`; `en-US` for a language that the widget does not have, and for a text that is no tag */
export function supportedTag(lang: string): string {
  try {
    const { language, baseName } = new Intl.Locale(lang);
    if (language !== 'en' && !(language in everyElementFiles)) return 'en-US';
    if (baseName === language) return regions[language] ?? language;
    return language === 'ar' ? `${baseName}-u-nu-latn` : baseName;
  } catch {
    return 'en-US';
  }
}

/** @returns the `lang` of the element or of the nearest ancestor that has one, through shadow roots; '' without */
export function langAround(element: Element): string {
  for (let at: Element | null = element; at !== null; ) {
    const found: Element | null = at.closest('[lang]');
    if (found !== null) return (found as HTMLElement).lang;
    const root = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return '';
}

/** The language that was asked for last. */
let wanted = '';

/**
 * Changes the language of all elements of the page. The last call decides. Never rejects.
 * @param lang a BCP 47 tag; a language that the widget does not have is English
 * @param files the language files of the element that calls
 * @returns resolves when the texts are there; if they do not load, the language is English
 */
export async function setLanguage(lang: string, files: LanguageFiles): Promise<void> {
  const tag = supportedTag(lang);
  const language = tag.slice(0, 2);
  wanted = tag;
  if (language === 'en') {
    speak(tag, {});
    return;
  }
  const loaded = await Promise.all(
    [everyElementFiles, files].map((part) => part[language]?.().catch(() => null)),
  );
  if (wanted !== tag) return;
  if (loaded.some((file) => !file)) speak('en-US', {});
  else speak(tag, Object.assign({}, ...loaded.map((file) => file?.default)));
}

/** Follows the language of one element and of the page around it. The element itself follows the texts. */
export class LanguageWatch {
  #isLoaded = false;
  #isReady = false;
  readonly #host: Element;
  readonly #files: LanguageFiles;
  readonly #changed: () => void;

  /** @param changed called when the first texts are there */
  constructor(host: Element, files: LanguageFiles, changed: () => void) {
    this.#host = host;
    this.#files = files;
    this.#changed = changed;
  }

  /** Whether the texts of the language and of the partner are there, or will not come. Draw no words before. */
  get isReady(): boolean {
    this.#isReady ||= this.#isLoaded && !spoken.isReplacing;
    return this.#isReady;
  }

  /** @param signal ends it */
  connect(signal: AbortSignal): void {
    const observer = new MutationObserver(() => this.#use());
    const lang = { attributes: true, attributeFilter: ['lang'] };
    observer.observe(document.documentElement, lang);
    observer.observe(this.#host, lang);
    signal.addEventListener('abort', () => observer.disconnect());
    this.#use();
  }

  #use(): void {
    const lang = langAround(this.#host);
    this.#isLoaded ||= supportedTag(lang).startsWith('en');
    void setLanguage(lang, this.#files).then(() => {
      if (this.#isLoaded) return;
      this.#isLoaded = true;
      this.#changed();
    });
  }
}
