/** The language of an element: its attribute `lang`, the page around it, and the texts that the partner replaces. */

import type { LitElement } from 'lit';
import type { PartnerMessages } from '../../widget/core/public-types.ts';
import '../../widget/appointments/appointments.ts';
import { Booking } from '../../widget/journey/booking.ts';
import '../../widget/physician/physician-order.ts';
import { setLanguage } from '../../widget/texts/language.ts';
import { appointmentsFiles, type LanguageFiles, physicianFiles } from '../../widget/texts/language-files.ts';
import { define } from '../../widget/ui/define.ts';
import { assert, equal, until } from './assert.ts';
import { begin, end, inside, put, server, step } from './mounted.ts';
import { viewAt } from './partner-server.ts';

const pageLang = document.documentElement.lang;

/** A booking whose Spanish file is not on the server. */
class WithoutSpanish extends Booking {
  static override readonly languageFiles = { es: () => import(`${location.origin}/missing/es.js`) };
}
define('dx-booking-without-spanish', WithoutSpanish);

const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();

/** @returns the words of the element and of its step */
const words = (element: Booking) =>
  plain(
    [element.shadowRoot, element.shadowRoot?.querySelector('[part=step], dx-identity-step')?.shadowRoot]
      .map((root) => root?.textContent)
      .join(' '),
  );

/** Waits for the heading of the step "identity". */
const heading = (element: Booking, text: string) =>
  until(
    () => plain(inside(element, 'dx-identity-step')?.shadowRoot?.querySelector('h2')?.textContent) === text,
    `the heading "${text}"`,
  );

function marked(element: Booking, lang: string, dir: string): void {
  const { lang: found, dir: direction } = inside(element, '[lang]') ?? {};
  equal([found, direction], [lang, dir], 'language and direction');
}

describe('an element inside another one', () => {
  afterEach(() => {
    for (const element of document.querySelectorAll('dx-appointment-move, dx-physician-signing'))
      element.remove();
    return setLanguage('en', {});
  });

  const shows = {
    step: 'presentation',
    session_id: 's-1',
    presentation_hash: 'h-1',
    expires_at: null,
    title: 'Order',
    nodes: [],
    acknowledgements: null,
    signable: false,
    given: null,
  };
  const inner: [tag: string, properties: object, files: LanguageFiles, words: RegExp][] = [
    ['dx-appointment-move', { dates: [] }, appointmentsFiles, /Intentar de nuevo/],
    ['dx-physician-signing', { shows }, physicianFiles, /Cambiar/],
  ];
  for (const [tag, properties, files, found] of inner)
    it(`is drawn again in another language, though its properties stay the same: <${tag}>`, async () => {
      const element = Object.assign(document.createElement(tag), properties) as LitElement;
      document.body.append(element);
      await element.updateComplete;
      assert(!found.test(plain(element.renderRoot.textContent)), 'English');
      await setLanguage('es', files);
      await element.updateComplete;
      assert(found.test(plain(element.renderRoot.textContent)), plain(element.renderRoot.textContent));
    });
});

describe('the language of an element', () => {
  beforeEach(() => {
    begin();
    server().view = viewAt('identity', 4);
  });
  afterEach(async () => {
    for (const element of document.querySelectorAll('dx-booking-without-spanish')) element.remove();
    document.documentElement.lang = pageLang;
    await end();
  });

  it('is that of its `lang`', async () => {
    const element = put({ lang: 'es' });
    await heading(element, 'Sus datos');
    assert(words(element).includes('Prueba y lugar'), 'the frame is Spanish too');
    marked(element, 'es', 'ltr');
    element.lang = 'en';
    await heading(element, 'Your details');
    marked(element, 'en', 'ltr');
  });

  it('decides the direction', async () => {
    const element = put({ lang: 'ar' });
    await step(element, 'identity');
    marked(element, 'ar', 'rtl');
  });

  it('follows the page', async () => {
    const element = put();
    await heading(element, 'Your details');
    document.documentElement.lang = 'es';
    await heading(element, 'Sus datos');
    marked(element, 'es', 'ltr');
  });

  it('has the number formats of its region', async () => {
    server().view = viewAt('product', 2);
    const element = put({ lang: 'es-MX' });
    const product = await step(element, 'product');
    await until(() => plain(product.shadowRoot?.textContent).includes('USD 149'), 'a price as in Mexico');
    assert(words(element).includes('Prueba y lugar'), 'Spanish texts');
    marked(element, 'es', 'ltr');
  });

  it('is English if the widget does not have the language', async () => {
    document.documentElement.lang = 'es';
    const element = put({ lang: 'fi' });
    await heading(element, 'Your details');
    marked(element, 'en', 'ltr');
  });

  it('is English if a file of the language does not load', async () => {
    const element = document.createElement('dx-booking-without-spanish') as Booking;
    const all = { server: server().base, 'subject-token': 'user-1', lang: 'es' };
    for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
    document.body.append(element);
    await heading(element, 'Your details');
    marked(element, 'en', 'ltr');
  });

  it('takes the texts and the word for a clinic that the partner replaces', async () => {
    server().view = viewAt('product', 4);
    const element = put({ lang: 'es' });
    const product = (await step(element, 'product')) as LitElement;
    const shows = async (text: string) => {
      await product.updateComplete;
      await until(() => plain(product.shadowRoot?.textContent).includes(text), text);
    };
    element.messages = { 'product.price': 'Costo', 'words.clinic': 'estudio' };
    await shows('Costo');
    await shows('Cambiar de estudio');
    element.messages = {};
    await shows('Cambiar de centro de pruebas');
  });

  it('warns once of a text that it does not have, with the nearest name', async () => {
    const { warn } = console;
    const written: string[] = [];
    console.warn = (text: string) => void written.push(text);
    try {
      const element = put();
      const texts = { 'words.clinic': 'studio', 'identity.headng': 'About you' };
      element.messages = texts as PartnerMessages;
      await until(() => written.length > 0, 'the warning');
      element.messages = { ...texts, studio: 'studio' } as PartnerMessages;
      await until(() => written.length > 1, 'the second warning');
      equal(written, [
        'messages: there is no text "identity.headng". Did you mean "identity.heading"?',
        'messages: there is no text "studio". The type MessageName of @dx-booking/widget/booking lists all names.',
      ]);
    } finally {
      console.warn = warn;
    }
  });
});
