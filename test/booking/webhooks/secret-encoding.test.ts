/** A signing secret that is not written as configured would be an empty key, with which anyone can sign: it is never used. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSigned } from '../../../server/booking/webhooks/receive.ts';
import { webhooksRegister } from '../../../server/operate/cli/webhooks.ts';
import { webhookKey } from '../../../server/upstream/webhooks/signing-key.ts';
import { operator } from '../../support/operator.ts';
import { runnableServer } from '../../support/running-server.ts';

const encodings = ['utf8', 'hex', 'base64'] as const;
const hex32 = '00112233445566778899aabbccddeeff';
const base64 = Buffer.from(hex32, 'hex').toString('base64');

describe.each([
  ['utf8', 'sixteen bytes ok', 16],
  ['utf8', 'fifteen bytes..', null],
  ['utf8', '', null],
  ['hex', hex32, 16],
  ['hex', hex32.toUpperCase(), 16],
  ['hex', hex32.slice(2), null],
  ['hex', `${hex32}0`, null],
  ['hex', `${hex32}zz`, null],
  ['hex', `whsec_${hex32}`, null],
  ['hex', ` ${hex32}`, null],
  ['base64', base64, 16],
  ['base64', base64.replace(/=+$/, ''), 16],
  ['base64', `${base64}${base64}`, null],
  ['base64', base64.slice(0, 18), null],
  ['base64', `whsec_${base64}`, null],
  ['base64', `${base64.slice(0, 10)} ${base64.slice(10)}`, null],
  ['base64', 'not base64 at all, whatever Node makes of it', null],
] as const)('written as %s, %j', (encoding, secret, bytes) => {
  it(bytes === null ? 'is no key, and checks no delivery' : `is a key of ${bytes} bytes`, () => {
    expect(webhookKey(secret, encoding)?.length ?? null).toBe(bytes);
    const body = Buffer.from('{}');
    for (const key of [Buffer.from(secret, encoding), Buffer.alloc(0)]) {
      const signature = createHmac('sha256', key).update('1.').update(body).digest('hex');
      expect(isSigned({ body, timestamp: '1', signature }, [secret], encoding)).toBe(
        bytes !== null && key.length > 0,
      );
    }
  });
});

it('is rejected at the start, with the correction and without the secret', async () => {
  for (const encoding of encodings) {
    const { run } = await operator({
      assumptions: { webhook: { secretEncoding: encoding } },
      env: { WEBHOOK_SECRETS: 'canary' },
    });
    await expect(run(webhooksRegister)).rejects.toThrow(
      /^Settings at fault:\n {2}WEBHOOK_SECRETS must each decode to 16 bytes or more, written as webhook.secretEncoding/,
    );
  }
  const { run } = await runnableServer('sqlite');
  await expect(run({ WEBHOOK_SECRETS: 'canary' })).rejects.toThrow(' ended:');
});

it('is not stored when it is registered, and is once the encoding is set', async () => {
  const installation = await operator({ assumptions: { webhook: { secretEncoding: 'hex' } } });
  const failed = await installation.run(webhooksRegister);
  expect(failed.code).toBe(1);
  expect(failed.output).toContain('webhook.secretEncoding');
  await installation.assume({ webhook: { secretEncoding: 'utf8' } });
  expect(await installation.run(webhooksRegister)).toMatchObject({ code: 0 });
  expect(
    (await installation.sandbox.requests()).filter(({ path }) => path === '/v1/webhook-endpoints'),
  ).toHaveLength(1);
});
