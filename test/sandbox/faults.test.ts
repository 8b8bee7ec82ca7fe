/** Scripted faults: each effect, the requests that it applies to, and what is committed. */
import { describe, expect, it } from 'vitest';
import { identityBody } from './booking.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { handedOff } from './handoff-requests.ts';
import { nobody } from './sandbox-harness.ts';

eachWithPartner();

const path = '/v1/api-first/identities';
const fault = (effect: object, more: object = {}) =>
  harness.control<{ id: string }>('POST', '/faults', { method: 'POST', path, effect, ...more });
const faults = async () => (await harness.control<{ faults: object[] }>('GET', '/faults')).json.faults;
const create = (key?: string) => partner.post(path, identityBody(), key);
const identities = async () =>
  (await harness.control<Record<string, number>>('GET', '/ledger')).json.identities;
const statuses = async () => {
  const { json } = await harness.control<{ requests: { status: number | null }[] }>('GET', '/requests');
  return json.requests.map(({ status }) => status);
};

describe('a fault of kind', () => {
  it('status answers in the envelope and commits nothing [GAP-110]', async () => {
    await fault({ kind: 'status', status: 503, headers: { 'Retry-After': '7' } });
    const { status, headers, json } = await create();
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('7');
    expect(json).toMatchObject({ code: 503, data: null, error: { path } });
    expect(await identities()).toBe(0);
    expect((await create()).status).toBe(201);
  });

  it('status answers with the body it was given', async () => {
    const body = { code: 409, data: null, error: { details: { code: 'INVENTED' } } };
    await fault({ kind: 'status', status: 409, body });
    expect((await create()).json).toEqual(body);
  });

  it('status answers with the content type it was given', async () => {
    const page = '<h1>Bad gateway</h1>';
    const headers = { 'Content-Type': 'text/html' };
    await fault({ kind: 'status', status: 502, body: page, headers });
    const answer = await create();
    expect([answer.headers.get('content-type'), answer.bytes.toString()]).toEqual(['text/html', page]);
  });

  it('drop_before cuts the connection with nothing committed', async () => {
    await fault({ kind: 'drop_before' });
    await expect(create('one')).rejects.toThrow();
    expect(await identities()).toBe(0);
    expect((await create('one')).status).toBe(201);
    expect(await statuses()).toEqual([null, 201]);
  });

  it('drop_after cuts the connection with the effect committed', async () => {
    await fault({ kind: 'drop_after' });
    await expect(create('one')).rejects.toThrow();
    expect(await identities()).toBe(1);
    expect((await create('one')).status).toBe(201);
    expect(await identities()).toBe(1);
    expect(await statuses()).toEqual([null, 201]);
  });

  it('delay answers late', async () => {
    await fault({ kind: 'delay', ms: 150 });
    const start = performance.now();
    expect((await create()).status).toBe(201);
    expect(performance.now() - start).toBeGreaterThan(140);
  });

  it('malformed answers 200 with a body that is not JSON and commits nothing', async () => {
    await fault({ kind: 'malformed' });
    expect(await create()).toMatchObject({ status: 200, json: undefined });
    expect(await identities()).toBe(0);
  });

  it('in_progress holds the first write that meets it, and no other [IDEM-06]', async () => {
    await fault({ kind: 'in_progress', retry_after_seconds: 1 }, { times: 2 });
    expect((await create('one')).status).toBe(202);
    expect((await create('two')).status).toBe(200);
    expect((await create('one')).status).toBe(202);
    expect((await create('one')).status).toBe(201);
  });

  it('in_progress waits for a write that is not refused', async () => {
    await fault({ kind: 'in_progress', retry_after_seconds: 1 });
    expect((await partner.post(path, {})).status).toBe(400);
    expect((await create()).status).toBe(202);
  });
});

it('a request that waits at a reset is cut, and changes nothing after it', async () => {
  await fault({ kind: 'delay', ms: 600_000 });
  const cut = expect(create()).rejects.toThrow();
  await expect.poll(statuses).toEqual([null]);
  await harness.control('POST', '/reset');
  await cut;
  expect([await identities(), await faults(), await statuses()]).toEqual([0, [], []]);
});

describe('a fault', () => {
  it('sets in after its skips, for its times, and stays listed [GAP-110]', async () => {
    const { status, json } = await fault({ kind: 'status', status: 500 }, { skip: 1, times: 2 });
    expect(status).toBe(201);
    const seen = [];
    for (const _time of [1, 2, 3, 4]) seen.push((await create()).status);
    expect(seen).toEqual([201, 500, 500, 200]);
    expect(await faults()).toEqual([
      {
        id: json.id,
        method: 'POST',
        path,
        times: 2,
        skip: 1,
        effect: { kind: 'status', status: 500 },
        remaining: 0,
      },
    ]);
  });

  it('takes * for one segment, and only its own method', async () => {
    await fault({ kind: 'status', status: 500 }, { method: 'GET', path: '/v1/api-first/identities/*' });
    expect((await create()).status).toBe(201);
    expect((await partner.get(path)).status).toBe(404);
    expect((await partner.get(`${path}/${nobody}`)).status).toBe(500);
  });

  it('meets the requests of a hosted page, which needs no key', async () => {
    const coBranded = await harness.partner({ flow: 'co_branded' });
    const { url } = await handedOff(coBranded);
    await fault({ kind: 'status', status: 503 }, { method: 'GET', path: '/hosted/schedule/*' });
    expect([(await fetch(url)).status, (await fetch(url)).status]).toEqual([503, 200]);
  });

  it('comes after the check of the key', async () => {
    await fault({ kind: 'status', status: 500 });
    const inactive = await harness.partner({ status: 'inactive' });
    expect((await inactive.post(path, identityBody())).status).toBe(403);
    expect((await create()).status).toBe(500);
  });

  it('is deleted by its id, or with all others', async () => {
    const { json } = await fault({ kind: 'malformed' });
    await fault({ kind: 'drop_before' });
    expect((await harness.control('DELETE', `/faults/${json.id}`)).status).toBe(204);
    expect(await faults()).toHaveLength(1);
    expect((await harness.control('DELETE', `/faults/${json.id}`)).status).toBe(404);
    expect((await harness.control('DELETE', '/faults')).status).toBe(204);
    expect(await faults()).toEqual([]);
    expect((await create()).status).toBe(201);
  });

  it.each([
    ['effect', { kind: 'explode' }, {}],
    ['effect', { kind: 'delay' }, {}],
    ['effect.headers', { kind: 'status', status: 503, headers: { 'bad name': 'x' } }, {}],
    ['effect.headers', { kind: 'status', status: 503, headers: { name: 'bad\nvalue' } }, {}],
    ['times', { kind: 'malformed' }, { times: 0 }],
    ['skip', { kind: 'malformed' }, { skip: -1 }],
    ['method', { kind: 'malformed' }, { method: 'post' }],
    ['path', { kind: 'malformed' }, { path: 'v1/orders' }],
  ])('is refused naming a bad %s', async (field, effect, more) => {
    const { status, json } = await fault(effect, more);
    expect(status).toBe(400);
    expect(json).toEqual({ error: expect.stringContaining(field) });
  });
});
