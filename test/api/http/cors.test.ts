/** Only the partner's own origins may call, and what is let through is what the widget needs. */
import { expect, it } from 'vitest';
import { httpHarness, origin } from './http-harness.ts';

async function ask(from: string | null, method = 'OPTIONS') {
  const { url } = await httpHarness((ctx) => {
    ctx.body = {};
  });
  const headers: Record<string, string> = from === null ? {} : { origin: from };
  if (method === 'OPTIONS') headers['access-control-request-method'] = 'PUT';
  const response = await fetch(`${url}/things/1`, { method, headers });
  return response.headers;
}

it.each([origin, 'http://localhost:3000'])('allows %s', async (from) => {
  const preflight = await ask(from);
  expect(preflight.get('access-control-allow-origin')).toBe(from);
  expect(preflight.get('access-control-allow-methods')).toContain('PUT');
  expect(preflight.get('access-control-allow-headers')).toBe(
    'Authorization,Content-Type,DPoP,If-Match,Last-Event-ID,*',
  );
  expect(preflight.get('access-control-allow-credentials')).toBeNull();
  const answer = await ask(from, 'GET');
  expect(answer.get('access-control-allow-origin')).toBe(from);
  expect(answer.get('access-control-expose-headers')).toContain('DPoP-Nonce');
});

it.each([
  'https://clinic.example.evil.example',
  'https://evil-clinic.example',
  'https://sub.clinic.example',
  'http://clinic.example',
  'https://clinic.example:8443',
  'https://CLINIC.example',
  'https://clinic.example/',
  'null',
  '*',
])('rejects %s', async (from) => {
  for (const method of ['OPTIONS', 'GET'])
    expect((await ask(from, method)).get('access-control-allow-origin')).toBeNull();
});

it('tells caches that the response depends on the origin, also without one', async () => {
  expect((await ask(null, 'GET')).get('vary')).toMatch(/origin/i);
});

it('forbids framing, sniffing and script in every response', async () => {
  const headers = await ask(origin, 'GET');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(headers.get('x-powered-by')).toBeNull();
});
