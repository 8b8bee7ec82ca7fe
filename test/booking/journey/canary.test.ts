/** A whole journey with unique values for every entry and secret, and a search for them in all places where they must not be. */

import type { JWK } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Customer } from '../../support/customer.ts';
import { eventually } from '../../support/eventually.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { openLive } from '../../support/live-page.ts';
import { Clinician } from '../../support/physician-harness.ts';
import { recordSpans } from '../../support/recorded-spans.ts';
import { customerData, entries } from './canaries.ts';
import {
  customerOf,
  orderByDocument,
  orderStructured,
  start,
  tokens,
  untilIdentity,
  walk,
  webhookSecret,
} from './canary-journey.ts';
import { provokeErrors } from './provoked-errors.ts';

/** Searches places for texts that must not be there: as they are, percent-encoded, in hex, or in base64 at any offset. */

/** Every encoding of a text in bytes; bytes are read as latin1. */
function formsOf(text: string): Set<string> {
  const bytes = Buffer.from(text, 'utf8');
  const forms = [
    bytes.toString('latin1'),
    Buffer.from(JSON.stringify(text).slice(1, -1), 'utf8').toString('latin1'),
    encodeURIComponent(text),
    new URLSearchParams({ '': text }).toString().slice(1),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ];
  for (const before of [0, 1, 2]) {
    // Only whole characters: the first and the last also depend on their neighbours.
    const from = [0, 2, 3][before];
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    forms.push(
      shifted.toString('base64').slice(from, whole),
      shifted.toString('base64url').slice(from, whole),
    );
  }
  return new Set(forms);
}

/** Each find as "what in where", never the text itself, because the output of a test would then contain it. */
function findTexts(sought: Record<string, string>, places: Record<string, string>): string[] {
  const finds: string[] = [];
  for (const [name, text] of Object.entries(sought)) {
    if (text.length < 8) throw new Error(`${name} is too short to be told from chance`);
    const forms = [...formsOf(text)];
    for (const [place, content] of Object.entries(places))
      if (forms.some((form) => content.includes(form))) finds.push(`${name} in ${place}`);
  }
  return finds;
}

/** What the service's answers call what must not be kept in clear. */
const secretFields = /^(url|signed_form_url|signing_secret|secret)$/;

function* secretsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (typeof part === 'string' && secretFields.test(name)) yield part;
    else yield* secretsIn(part);
  }
}

const keysOf = (set: string | undefined): JWK[] => (JSON.parse(set ?? '{"keys":[]}') as { keys: JWK[] }).keys;

function secretsOf({ env, wire }: FullApiServer, people: Customer[]): Record<string, string> {
  const named: [string, string][] = [['api key', `${env.UPSTREAM_API_KEY}`.split('.').slice(1).join('.')]];
  for (const { kid, k } of keysOf(env.STORE_KEYS)) named.push([`store key ${kid}`, `${k}`]);
  for (const { kid, d } of keysOf(env.TOKEN_KEYS)) named.push([`token key ${kid}`, `${d}`]);
  for (const secret of `${env.WEBHOOK_SECRETS}`.split(',')) named.push(['configured webhook secret', secret]);
  // The signature of a token or a proof represents the whole of it.
  for (const { credentials } of people)
    for (const credential of credentials) named.push(['credential', credential.split('.').at(-1) ?? '']);
  for (const { url: asked, answer } of wire.requests) {
    if (!answer.startsWith('{')) continue;
    for (const secret of secretsIn(JSON.parse(answer))) {
      const { pathname, search } = URL.canParse(secret) ? new URL(secret) : { pathname: secret, search: '' };
      const last =
        search === '' ? pathname.split('/').at(-1) : new URLSearchParams(search).values().next().value;
      const kind = asked.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*').replace(/\?.*/, '');
      named.push([`answered by ${kind}`, last ?? secret]);
    }
  }
  return Object.fromEntries(named.map(([name, secret], index) => [`${name} (${index})`, secret]));
}

const recorded = recordSpans();

/** A draft, a file's name, the page of a bill and what a hook dies of go no further; documents go to the storage. */
const goesNowhere =
  /^(customer\.(draft|file_name|document)|hook\.(pay_address|fault|\w+_document)|clinician\.document)$/;
const ways = ['/v1/appointments/*/check-in-link', '/v1/appointments/*/signed-form', '/v1/webhook-endpoints'];
const combinations = [
  {
    customer_consent_mode: 'service_consent_api',
    physician_order_mode: 'structured_api',
    testType: 'CALST',
    links: [],
    asksNot: /^(customer\.signer_name|hook\.(consent_signer|order_\w+))$/,
  },
  {
    customer_consent_mode: 'api_partner_pdf',
    physician_order_mode: 'api_partner_pdf',
    testType: 'DEXA',
    links: ['/v1/api-first/consent-evidence', '/v1/api-first/appointments/*/physician-order-evidence'],
    asksNot:
      /^(customer\.(prescreen_birth|typed_name|pcp_\w+|address|agent)|clinician\.(?!full_name|npi|license_number)\w+)$/,
  },
] as const;

describe.each(combinations)(
  'A journey under $customer_consent_mode and $physician_order_mode',
  ({ customer_consent_mode, physician_order_mode, testType, links, asksNot }) => {
    it('leaves no personal data and no secret outside the places meant for them [T38]', async () => {
      recorded.forget();
      const { service, breakHooks, receiver } = await start({ customer_consent_mode, physician_order_mode });
      try {
        const other = customerOf(service, tokens.other);
        const otherAppointment = (await walk(service, other, 'DEXA')).appointmentId;
        const stranger = await openLive(service, tokens.other);

        const customer = customerOf(service, tokens.customer);
        const { appointmentId, messages } = await walk(service, customer, testType);
        const path = `/appointments/${appointmentId}`;
        const clinician = new Clinician(service, appointmentId, tokens.staff);
        await service.sandbox.transition(appointmentId, { to: 'confirmed' });
        const refused = await (physician_order_mode === 'structured_api'
          ? orderStructured(clinician)
          : orderByDocument(service, clinician));
        expect((await customer.call('POST', `${path}/check-in`)).status).toBe(200);
        await service.sandbox.transition(appointmentId, { to: 'form_available' });
        expect((await customer.fetch('GET', `${path}/signed-form`)).status).toBe(200);
        for (const to of ['results_in_progress', 'results_ready'])
          await service.sandbox.transition(appointmentId, { to });
        expect((await customer.fetch('GET', `${path}/results`)).status).toBe(200);

        await customer.open({ start_over: true });
        await untilIdentity(customer);
        const errors = await provokeErrors({
          service,
          customer,
          appointmentId,
          clinician,
          breakHooks,
          webhookSecret,
        });
        await service.sandbox.transition(otherAppointment, { to: 'confirmed' });
        await eventually(() => stranger.changes().some(({ ref }) => ref === otherAppointment));
        expect(stranger.text()).not.toContain(appointmentId);
        await stranger.leave();

        const sent = service.wire.requests.map(({ body }) => body).join('\n');
        const unsent = Object.entries(entries)
          .filter(([, text]) => !sent.includes(text))
          .map(([name]) => name);
        expect(unsent.filter((name) => !goesNowhere.test(name) && !asksNot.test(name))).toEqual([]);

        const secrets = secretsOf(service, [customer, other, clinician.http]);
        const kinds = Object.keys(secrets).map((name) => name.replace(/ \(\d+\)$/, ''));
        expect(kinds).toEqual(expect.arrayContaining([...ways, ...links].map((way) => `answered by ${way}`)));
        expect(messages.length).toBeGreaterThan(0);
        const places = {
          'the log': service.logged(),
          'an error': [...messages, refused, ...errors].join('\n'),
          'an address': service.wire.requests.map(({ url }) => url).join('\n'),
          "another customer's stream": stranger.text(),
          'the metrics': await service.metrics(),
          'the spans': recorded.text(),
          'the store': await service.stored(),
          'an event': receiver.all.map(({ body }) => body).join('\n'),
        };
        for (const [place, content] of Object.entries(places))
          expect([place, content.length]).not.toEqual([place, 0]);
        expect(
          findTexts({ ...entries, ...secrets, 'the secret of events': receiver.secret }, places),
        ).toEqual([]);
        // The journey is in both, also when the service issues addresses.
        for (const place of ['the metrics', 'the spans'] as const)
          expect([place, places[place].includes('{signed_form_url}')]).toEqual([place, true]);
        // Nor any id: each would be its own series and identify a customer.
        expect(places['the metrics'] + places['the spans']).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
      } finally {
        await service.stop();
        await receiver.close();
      }
    });
  },
);

describe('The search for secrets', () => {
  it.each([
    ['as it stands', (text: string) => `{"a":"${text}"}`],
    ['in an address', (text: string) => `/?q=${encodeURIComponent(text)}`],
    ['in hex', (text: string) => `ff${Buffer.from(text).toString('hex')}ff`],
    ['in base64', (text: string) => Buffer.from(`{${text}}`).toString('base64')],
    ['in base64url', (text: string) => Buffer.from(`{"${text}"}`).toString('base64url')],
  ])('finds a text %s', (_name, hide) => {
    expect(findTexts(entries, { here: hide(customerData.typed_name) })).toEqual([
      'customer.typed_name in here',
    ]);
  });
});
