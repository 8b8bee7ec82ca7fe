/** Pages of other sites in the developer's browser cannot use the sandbox; programs and partners' pages can. */
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../server/sandbox/sandbox.ts';

async function sandbox() {
  const { url, close } = await startSandbox();
  onTestFinished(close);
  return { url, port: new URL(url).port };
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const ask = async (url: string, method: Method, headers: Record<string, string>, body?: string) => {
  const answer = await request(url, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.statusCode, text: await answer.body.text() };
};

const json = { 'content-type': 'application/json' };
const template = JSON.stringify({ kind: 'consent', test_type: 'DEXA' });
const key = JSON.stringify({
  flow: 'full_api',
  customer_consent_mode: 'service_consent_api',
  physician_order_mode: 'service_service',
});
const levers: [method: Method, path: string, body: string | undefined][] = [
  ['POST', '/sandbox/templates', template],
  ['POST', '/sandbox/clock', '{"advance_seconds":5}'],
  ['POST', '/sandbox/keys', key],
  ['POST', '/sandbox/faults', '{"method":"GET","path":"/v1/x","effect":{"kind":"drop_before"}}'],
  ['POST', '/sandbox/reset', undefined],
  ['PATCH', '/sandbox/settings', '{"evidence_outcome":"rejected"}'],
  ['GET', '/sandbox/keys', undefined],
  ['GET', '/sandbox/requests', undefined],
];

describe('A page of another site', () => {
  it.each(levers)('cannot %s %s, as Chromium, Firefox and Safari send it', async (method, path, body) => {
    const { url } = await sandbox();
    const before = await ask(`${url}/sandbox/faults`, 'GET', {});
    for (const mode of ['no-cors', 'cors', 'navigate'])
      for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded']) {
        const headers = {
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': mode,
          ...(body === undefined ? {} : { 'content-type': type }),
        };
        expect((await ask(url + path, method, headers, body)).status).toBe(403);
      }
    expect(await ask(`${url}/sandbox/faults`, 'GET', {})).toEqual(before);
  });

  it.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ])('cannot send a body as %j, in a browser that does not send its site', async (type) => {
    const { url } = await sandbox();
    const headers = { origin: 'https://evil.example', ...(type === '' ? {} : { 'content-type': type }) };
    const answer = await ask(`${url}/sandbox/templates`, 'POST', headers, template);
    expect(answer).toMatchObject({ status: 415, text: expect.stringContaining('"error":"Content-Type') });
  });

  it.each([
    'evil.example',
    'evil.example:4010',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.1.7:4010',
    'localhost@evil.example',
  ])('reads nothing under its own host name, %s', async (host) => {
    const { url } = await sandbox();
    for (const path of ['/sandbox/keys', '/sandbox', '/sandbox/requests', '/storage/uploads/x', '/'])
      expect((await ask(url + path, 'GET', { host })).status).toBe(403);
  });
});

describe('Still allowed', () => {
  it.each(levers)('a program can %s %s, with any type of body or none', async (method, path, body) => {
    const { url } = await sandbox();
    const types = body === undefined ? [''] : ['application/json', 'text/plain;charset=UTF-8', ''];
    for (const type of [...types, ...(body === undefined ? [] : ['application/x-www-form-urlencoded'])]) {
      const headers = type === '' ? {} : { 'content-type': type };
      expect((await ask(url + path, method, headers, body)).status).toBeLessThan(300);
    }
    // As Node's own fetch sends it.
    const fetched = await fetch(url + path, { method, ...(body === undefined ? {} : { body }) });
    expect(fetched.status).toBeLessThan(300);
  });

  it("the sandbox's own pages, and those of this machine, use the control plane", async () => {
    const { url } = await sandbox();
    for (const site of ['same-origin', 'same-site']) {
      const headers = { ...json, origin: url, 'sec-fetch-site': site, 'sec-fetch-mode': 'cors' };
      expect((await ask(`${url}/sandbox/templates`, 'POST', headers, template)).status).toBe(201);
    }
  });

  it('its pages are opened from anywhere, under all names of this machine', async () => {
    const { url, port } = await sandbox();
    const opened = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await ask(`${url}/sandbox`, 'GET', opened)).status).toBe(200);
    for (const host of [
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      `[::1]:${port}`,
      `sandbox.localhost:${port}`,
    ])
      expect((await ask(`${url}/sandbox/keys`, 'GET', { host })).status).toBe(200);
  });
});
