/** What passes through the server and is kept nowhere: the check-in link, the forms and the results. */

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CheckIn, ResultsView } from '../../../server/contract/appointments-api.ts';
import type { ProblemBody } from '../../../server/contract/problem.ts';
import type { ResultWords, ResultWordsRequest } from '../../../server/partner/hooks.ts';
import { type Booked, book } from '../../support/booked-appointment.ts';
import { decryptedDatabase } from '../../support/decrypted-columns.ts';
import { isListRead } from '../../support/recording-proxy.ts';
import { refusal } from '../../support/scripted-refusal.ts';
import { serverOfFile } from '../../support/server-of-test.ts';

let confirmed: Booked;
/** What the hook of the partner returns, and what it was asked. */
let words: ResultWords[] | null = null;
let askedWords: ResultWordsRequest | null = null;
const service = await serverOfFile({
  resultWords: async (request) => {
    askedWords = request;
    return words;
  },
});
beforeAll(async () => {
  confirmed = await book(service, 'passing');
  await confirmed.move('confirmed');
});
beforeEach(() => service.sandbox.clearFaults());

const asked = (ending: string) => service.wire.requests.filter(({ url }) => url.endsWith(ending));

describe('check-in', () => {
  const checkIn = (booked: Booked) => booked.customer.call<CheckIn>('POST', `${booked.path}/check-in`);

  // Also [T38]
  it('returns the link to the page in one response that no cache keeps [APT-49] [APT-53] [APT-57]', async () => {
    const reply = await checkIn(confirmed);
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.body)).toEqual(['url']);
    expect((await fetch(reply.body.url)).status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('location')).toBeNull();
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    const token = reply.body.url.split('/').at(-1) ?? '';
    expect(token.length).toBeGreaterThan(10);
    expect(service.logged()).not.toContain(token);
    const kept = await decryptedDatabase(service.env);
    expect(kept).toContain(confirmed.id);
    expect(kept).not.toContain(token);
    expect(JSON.stringify(await confirmed.list())).not.toContain(token);
  });

  // Also [APT-56]
  it('passes the link on without parsing it [APT-50] [APT-54] [APT-55]', async () => {
    const url = 'https://check-in.example/a b?x=%zz#ü';
    const body = { code: 200, data: { url, expires_at_iso: 'soon', expires_at_unix: 1 }, error: null };
    const effect = { kind: 'status', status: 200, body };
    await service.sandbox.fault('GET', `/v1/appointments/${confirmed.id}/check-in-link`, effect);
    expect((await checkIn(confirmed)).body).toEqual({ url });
  });

  it.each([
    'http://check-in.example/a',
    'javascript:alert(1)',
    'data:text/html,a',
    'ftp://check-in.example/a',
  ])('does not send the customer to %s, and logs that without the address', async (url) => {
    const body = { code: 200, data: { url, expires_at_iso: 'soon', expires_at_unix: 1 }, error: null };
    const effect = { kind: 'status', status: 200, body };
    await service.sandbox.fault('GET', `/v1/appointments/${confirmed.id}/check-in-link`, effect);
    const reply = await confirmed.customer.call<ProblemBody>('POST', `${confirmed.path}/check-in`);
    expect([reply.status, reply.body.code]).toEqual([503, 'service_unavailable']);
    expect(service.logged()).toContain('"route":"check_in_url","code":"not_encrypted"');
    expect(service.logged()).not.toContain(url);
  });

  it('is fetched anew each time, and only after the location confirmed [APT-26] [APT-49] [APT-57]', async () => {
    const first = await checkIn(confirmed);
    const second = await checkIn(confirmed);
    expect(second.body.url).not.toBe(first.body.url);
    const pending = await book(service, 'pending');
    const before = asked('/check-in-link').length;
    expect((await checkIn(pending)).status).toBe(409);
    expect(asked('/check-in-link')).toHaveLength(before);
  });

  it('returns a new link after the location moved the time, which revoked the old one [T39]', async () => {
    const booked = await book(service, 'shifted');
    await booked.move('confirmed');
    const old = (await checkIn(booked)).body.url;
    const at = new Date(Date.now() + 20 * 86_400_000).toISOString();
    await booked.move('rescheduled', { scheduled_for: at });
    expect((await fetch(old)).status).toBeGreaterThanOrEqual(400);
    expect((await fetch((await checkIn(booked)).body.url)).status).toBe(200);
  });

  it('is unavailable when the service closes it [GAP-72]', async () => {
    const path = `/v1/appointments/${confirmed.id}/check-in-link`;
    await service.sandbox.fault('GET', path, refusal(409, { code: 'SANDBOX_NOT_CONFIRMED' }));
    const reply = await confirmed.customer.call<ProblemBody>('POST', `${confirmed.path}/check-in`);
    expect([reply.status, reply.body.code]).toEqual([409, 'not_offered']);
  });
});

describe('the signed form', () => {
  // Also [T40]
  it('is read again first, then streamed as an attachment without its address [APT-59] [APT-60] [APT-61]', async () => {
    const booked = await book(service, 'formed');
    await booked.move('confirmed');
    await booked.move('form_available');
    expect((await booked.read()).actions).toContain('signed_form');
    const before = service.wire.requests.length;
    const response = await booked.customer.fetch('GET', `${booked.path}/signed-form`);
    const [first, second] = service.wire.requests
      .slice(before)
      .filter((request) => !isListRead(request))
      .map(({ url }) => url);
    expect([first, second]).toEqual([
      `/v1/appointments/${booked.id}`,
      `/v1/appointments/${booked.id}/signed-form`,
    ]);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="signed-form.pdf"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await response.text()).slice(0, 5)).toBe('%PDF-');
    expect(service.logged()).not.toMatch(/signed[-_]form[^"]*\?/);
  });

  it('is requested again only when the service allows it, while the physician works [ERR-43] [GAP-73]', async () => {
    const path = `/v1/appointments/${confirmed.id}/signed-form`;
    const ask = () => confirmed.customer.call<ProblemBody>('GET', `${confirmed.path}/signed-form`);
    await service.sandbox.fault('GET', path, refusal(409, { code: 'PHYSICIAN_ORDER_PENDING' }));
    const before = asked('/signed-form').length;
    const silent = await ask();
    expect([silent.status, silent.body.code]).toEqual([409, 'form_pending']);
    expect(silent.headers.get('retry-after')).toBeNull();
    expect(asked('/signed-form')).toHaveLength(before + 1);
    const details = { code: 'PHYSICIAN_ORDER_PENDING', retry_after_seconds: 60 };
    await service.sandbox.fault('GET', path, refusal(409, details));
    expect((await ask()).headers.get('retry-after')).toBe('60');
    expect(asked('/signed-form')).toHaveLength(before + 2);
  });

  it('stops when there is no form [ERR-43]', async () => {
    const path = `/v1/appointments/${confirmed.id}/signed-form`;
    await service.sandbox.fault('GET', path, refusal(404, { code: 'ARTIFACT_NOT_AVAILABLE' }));
    const before = asked('/signed-form').length;
    const reply = await confirmed.customer.call<ProblemBody>('GET', `${confirmed.path}/signed-form`);
    expect([reply.status, reply.body.code]).toEqual([404, 'form_not_available']);
    expect(reply.headers.get('retry-after')).toBeNull();
    expect(asked('/signed-form')).toHaveLength(before + 1);
  });

  it('sends its key to no other host and uses no unencrypted host [APT-61]', async () => {
    const path = `/v1/appointments/${confirmed.id}/signed-form`;
    const data = {
      appointment_id: confirmed.id,
      form_type: 'CONSENT',
      signed_form_url: 'http://storage.example/form.pdf',
      expires_in_seconds: 3600,
    };
    const body = { code: 200, data, error: null };
    await service.sandbox.fault('GET', path, { kind: 'status', status: 200, body });
    const reply = await confirmed.customer.call<ProblemBody>('GET', `${confirmed.path}/signed-form`);
    expect([reply.status, reply.body.code]).toEqual([503, 'service_unavailable']);
    expect(service.logged()).toContain('"route":"signed_form_url","code":"not_encrypted"');
    expect(service.logged()).not.toContain('storage.example');
  });
});

describe('the VO2 assessment', () => {
  it('passes the binary on unchanged, for that test only [APT-65] [T42]', async () => {
    const booked = await book(service, 'breather', 'VO2');
    expect((await booked.read()).actions).toContain('vo2_form');
    const response = await booked.customer.fetch('GET', `${booked.path}/vo2-form`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const bytes = new Uint8Array(await response.arrayBuffer());
    const direct = await fetch(`${service.sandbox.url}/v1/documents/vo2-physician-assessment`, {
      headers: { 'x-api-key': (await service.sandbox.permanentKey()).api_key },
    });
    expect(Buffer.from(bytes).equals(Buffer.from(await direct.arrayBuffer()))).toBe(true);
    expect((await confirmed.customer.fetch('GET', `${confirmed.path}/vo2-form`)).status).toBe(409);
  });

  it('is an ordinary problem when the service rejects it [GAP-74]', async () => {
    const booked = await book(service, 'breathless', 'VO2');
    await service.sandbox.fault('GET', '/v1/documents/vo2-physician-assessment', refusal(404, null));
    const reply = await booked.customer.call<ProblemBody>('GET', `${booked.path}/vo2-form`);
    expect([reply.status, reply.body.code]).toEqual([404, 'not_available']);
  });
});

describe('results', () => {
  const strange = {
    items: [
      {
        panel: { name: 'Bone density', values: [{ label: 'Hip', value: 0.98, range: [0.8, 1.2] }] },
        result_units: { Hip: 'g/cm²' },
      },
    ],
    remark: null,
  };
  let ready: Booked;
  beforeAll(async () => {
    ready = await book(service, 'tested');
    for (const to of ['confirmed', 'results_in_progress', 'results_ready']) await ready.move(to);
  });
  const answers = (data: object) =>
    service.sandbox.fault('GET', '/v1/results', {
      kind: 'status',
      status: 200,
      body: { code: 200, data, error: null },
    });
  const read = (booked: Booked) => booked.customer.call<ResultsView>('GET', `${booked.path}/results`);

  it('are requested by the order of the customer and kept as received [RES-02] [RES-03] [T94]', async () => {
    await answers(strange);
    expect((await read(ready)).body).toMatchObject({
      results: strange,
      sheets: [
        { rest: [{ name: 'remark', value: null }] },
        { rest: [{ name: 'Hip', of: 'unit', value: 'g/cm²' }] },
        { name: 'panel', readings: [{ name: 'Hip', value: 0.98, range: { low: 0.8, high: 1.2 } }] },
      ],
      has_more: false,
    });
    expect(service.wire.requests.at(-1)?.url).toMatch(/^\/v1\/results\?order_id=[\w-]{36}$/);
    expect(await service.stored()).not.toContain('g/cm');
    expect(service.logged()).not.toContain('Bone density');
  });

  it('have the words of the partner beside each value, unless it returns another number of them', async () => {
    await answers(strange);
    words = [{ default: 'How dense the bone is.' }];
    expect((await read(ready)).body.sheets.at(-1)?.readings).toMatchObject([
      { name: 'Hip', words: words[0] },
    ]);
    expect(askedWords).toMatchObject({
      ...{ subject: 'user-tested', testType: 'DEXA' },
      values: [{ name: 'Hip', value: 0.98, unit: null }],
    });
    await answers(strange);
    words = [null, null];
    expect((await read(ready)).body.sheets.at(-1)?.readings).toMatchObject([{ name: 'Hip', words: null }]);
    expect(service.logged()).toMatch(/"hook":"resultWords".*"error_code":"words_count_differs"/);
    words = null;
  });

  it('include the units that the service sends', async () => {
    expect(JSON.stringify((await read(ready)).body.results)).toContain('result_units');
  });

  it('are not requested before they exist [RES-02]', async () => {
    const before = asked('/v1/results').length;
    expect((await read(confirmed)).status).toBe(409);
    expect(asked('/v1/results')).toHaveLength(before);
  });

  it('are shown when they name no order [RES-06]', async () => {
    await answers({ deep: { items: [{ order_id: null, name: 'Hip', value: 1 }] } });
    expect((await read(ready)).status).toBe(200);
  });

  it('are not shown when they name another order [RES-06]', async () => {
    await answers({ deep: { items: [{ order_id: '00000000-0000-4000-8000-000000000001', value: 1 }] } });
    const reply = await read(ready);
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([503, expect.not.stringContaining('value')]);
  });
});
