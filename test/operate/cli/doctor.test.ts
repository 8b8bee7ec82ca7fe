/** doctor: its findings and exit code; it never writes to the service. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { databasesOf, readConfig } from '../../../server/config/config.ts';
import { silentLog } from '../../../server/core/observability/log.ts';
import { openStore } from '../../../server/core/store/store.ts';
import { doctor } from '../../../server/operate/cli/doctor.ts';
import { eventsList } from '../../../server/operate/cli/events.ts';
import { webhooksRegister } from '../../../server/operate/cli/webhooks.ts';
import { dataOf, everywhere, renamed, together } from '../../second-service/differences.ts';
import { developmentKeys } from '../../support/keys.ts';
import { operator } from '../../support/operator.ts';
import { hooks } from '../../support/partner-hooks.ts';
import { serve } from '../../support/serve.ts';
import { openTestStore } from '../../support/test-stores.ts';
import { startServer } from './start-server.ts';

const lines = (output: string, level: string) => output.split('\n').filter((line) => line.startsWith(level));

it('finds no fault in a correct installation, and writes nothing [WHK-02]', async () => {
  const installation = await operator({ env: { UPSTREAM_ENVIRONMENT: 'staging' } });
  await startServer(installation);
  await webhooksRegister(installation.env, {}, () => {});
  const before = await installation.sandbox.ledger();
  const { code, output } = await installation.run(doctor);
  expect(lines(output, 'fault')).toEqual([]);
  expect(code).toBe(0);
  expect(output).toContain('reaches this server');
  expect(output).toContain('with 1 secret.');
  expect(output).toContain('consent by service_consent_api');
  expect(await installation.sandbox.ledger()).toEqual(before);
  expect(output).not.toContain(installation.key.api_key.split('.')[1] ?? 'no key');
});

it('finds a proxy that does not remove the path of PUBLIC_URL', async () => {
  const installation = await operator();
  installation.env.PUBLIC_URL += '/booking';
  await startServer(installation);
  const { output } = await installation.run(doctor);
  expect(lines(output, 'fault').join('\n')).toContain('has to remove the path of PUBLIC_URL');
});

it('creates no database, and brings none up to date', async () => {
  const installation = await operator({ isMigrated: false });
  const file = `${installation.env.SQLITE_FILE}`;
  const absent = await installation.run(doctor);
  expect(lines(absent.output, 'warning')).toContainEqual(
    expect.stringContaining('The file of SQLITE_FILE does not exist.'),
  );
  expect(existsSync(file)).toBe(false);
  await expect(installation.run(eventsList)).rejects.toThrow('The file of SQLITE_FILE does not exist.');
  expect(existsSync(file)).toBe(false);

  const store = await openStore({ sqliteFile: file });
  await sql`delete from migrations`.execute(store.db);
  await store.close();
  const older = await installation.run(doctor);
  expect(lines(older.output, 'warning')).toContainEqual(
    expect.stringContaining('1 migration is pending: 0001-schema.'),
  );
  const unchanged = new DatabaseSync(file, { readOnly: true });
  expect(unchanged.prepare('select name from migrations').all()).toEqual([]);
  unchanged.close();
});

it('names every setting that is missing', async () => {
  const installation = await operator({ env: { ORIGINS: '' } });
  const { code, output } = await installation.run(doctor);
  expect(code).toBe(1);
  expect(output).toContain('ORIGINS is needed');
});

it.each([
  ['a key that nobody knows', { UPSTREAM_API_KEY: 'nobody.canary-secret' }, 'does not know this key'],
  [
    'a service that is not there',
    { UPSTREAM_URL: 'http://127.0.0.1:9' },
    'cannot be reached at UPSTREAM_URL, or another server responds there (network_ECONNREFUSED)',
  ],
  ['another environment', { UPSTREAM_ENVIRONMENT: 'production' }, 'says "production"'],
  ['hooks that cannot be loaded', { HOOKS_MODULE: '/nowhere/hooks.ts' }, 'HOOKS_MODULE names no file'],
  [
    'an endpoint of hooks that is not there',
    {
      HOOKS_MODULE: '',
      HOOKS_URL: 'http://127.0.0.1:9',
      HOOKS_SECRET: `whsec_${'canary'.repeat(8)}`,
      HOOKS: 'payment,verifySubject',
    },
    'HOOKS_URL cannot be reached from here',
  ],
  ['an address that leads nowhere', { PUBLIC_URL: 'http://127.0.0.1:9' }, 'cannot be reached from here'],
])('finds %s', async (_, env, words) => {
  const installation = await operator({ env });
  const { code, output } = await installation.run(doctor);
  expect(code).toBe(1);
  expect(lines(output, 'fault').join('\n')).toContain(words);
  expect(output).not.toContain('canary');
});

describe('says of a store what the server says', () => {
  /** What the doctor and the start of a server say. */
  async function both({ env, run }: Awaited<ReturnType<typeof operator>>) {
    const { code, output } = await run(doctor);
    const log = silentLog;
    const started = await createApp({ config: readConfig(env), hooks, log }).then(
      (app) => app.close().then(() => null),
      (error: Error) => error.message,
    );
    return { code, faults: lines(output, 'fault').map((line) => line.replace(/^fault +/, '')), started };
  }

  it.each([
    ['nothing listens', { DATABASE_URL: 'postgres://app@127.0.0.1:9/none' }, 'DATABASE_URL', 'ECONNREFUSED'],
    ['its folder is a file', { SQLITE_FILE: '/dev/null/none/dx.sqlite' }, 'SQLITE_FILE', 'ENOTDIR'],
    [
      'the keys are where nothing listens',
      { KEYS_DATABASE_URL: 'postgres://app@127.0.0.1:9/none' },
      'KEYS_DATABASE_URL',
      'ECONNREFUSED',
    ],
  ])('%s', async (_, env, setting, reason) => {
    const installation = await operator({ env });
    if (setting === 'KEYS_DATABASE_URL')
      await (await openStore({ sqliteFile: `${installation.env.SQLITE_FILE}` })).close();
    const { code, faults, started } = await both(installation);
    expect(code).toBe(1);
    expect(started).toBe(`The store at ${setting} cannot be opened for writing: ${reason}.`);
    expect(faults).toContain(started);
  });

  it('its file is no database', async () => {
    const installation = await operator();
    await writeFile(installation.env.SQLITE_FILE ?? '', 'something else\n'.repeat(100));
    const { faults, started } = await both(installation);
    expect(started).toContain('file is not a database');
    expect(faults).toContain(started);
  });

  it('STORE_KEYS lacks its key', async () => {
    const installation = await operator();
    await webhooksRegister(installation.env, {}, () => {});
    installation.env.STORE_KEYS = (await developmentKeys()).STORE_KEYS;
    const { faults, started } = await both(installation);
    expect(started).toContain('STORE_KEYS lacks the key');
    expect(faults).toContain(started);
  });

  it('a table is missing', async () => {
    const installation = await operator();
    const store = await openTestStore(databasesOf(readConfig(installation.env)));
    await sql`drop table journeys`.execute(store.db);
    const { faults } = await both(installation);
    expect(faults).toContain('The store can be opened, but not read: no such table: journeys.');
  });
});

it('finds an inactive key, and scopes that are missing [GAP-101] [GAP-103]', async () => {
  const inactive = await operator({ key: { status: 'inactive' } });
  expect((await inactive.run(doctor)).output).toContain('it is inactive');
  const narrow = await operator({ key: { scopes: [] } });
  const { output } = await narrow.run(doctor);
  expect(lines(output, 'fault').join()).toContain(
    'no scope for /v1/appointments/{id}/check-in-link (read:appointments)',
  );
});

it('probes no physician evidence route if the service handles the orders', async () => {
  const installation = await operator();
  await installation.run(doctor);
  expect(
    (await installation.sandbox.requests()).filter(({ path }) => /physician|evidence/.test(path)),
  ).toEqual([]);
});

it('names each entry that the consent and the prescreen form do not meet, with the keys that are there', async () => {
  const rewrite = together([
    dataOf(/\/consent-bundles\//, (data) =>
      everywhere(data, renamed({ label: 'heading', title: 'caption', sections: 'parts' })),
    ),
    dataOf(/\/prescreen-form$/, (data) => everywhere(data, renamed({ value: 'code' }))),
  ]);
  const installation = await operator({ rewrite });
  const { code, output } = await installation.run(doctor);
  expect(code).toBe(1);
  const faults = lines(output, 'fault').join('\n');
  for (const [entry, key] of [
    ['consent.decisionKeys.label', 'heading'],
    ['consent.sectionKeys.list', 'parts'],
    ['prescreen.optionKeys.value', 'code'],
  ])
    expect(faults).toMatch(new RegExp(`does not meet ${entry} at .*where the keys are .*${key}`));
  await installation.assume({
    consent: { decisionKeys: { label: ['heading'] }, sectionKeys: { list: ['parts'], title: ['caption'] } },
    prescreen: { optionKeys: { value: ['code'] } },
  });
  expect((await installation.run(doctor)).output).not.toContain('does not meet');
});

it('names each test whose questionnaire cannot be shown in full', async () => {
  const rewrite = dataOf(/\/tests\/DEXA\/scheduling-questionnaire$/, (data) => {
    const content = data.content as { fields: object[] };
    const [field, ...fields] = content.fields;
    const changed = { ...field, type: 'slider', visible_when: { answer: true } };
    return { ...data, content: { ...content, fields: [changed, ...fields] } };
  });
  const installation = await operator({ rewrite });
  const { code, output } = await installation.run(doctor);
  expect(code).toBe(1);
  const faults = lines(output, 'fault').join('\n');
  expect(faults).toMatch(
    /the questionnaire of DEXA does not meet questionnaire.fieldTypes at .* the keys are slider/,
  );
  expect(faults).toMatch(
    /the questionnaire of DEXA does not meet questionnaire.unsupportedKeys at .*visible_when/,
  );
  expect(lines(output, 'ok').join('\n')).toContain('the questionnaire of CALST is as assumed.');
});

it('finds a stored secret that does not decode with its declared encoding', async () => {
  const installation = await operator();
  await webhooksRegister(installation.env, {}, () => {});
  await installation.assume({ webhook: { secretEncoding: 'hex' } });
  const { output } = await installation.run(doctor);
  expect(lines(output, 'fault').join()).toContain('1 stored signing secret does not decode');
  expect(output).toContain('No signing secret is known');
});

it.each([
  [
    'a secret that is too short',
    { WEBHOOK_SECRETS: 'canary' },
    'WEBHOOK_SECRETS must each decode to 16 bytes',
  ],
])('finds %s among the settings', async (_, env, words) => {
  const installation = await operator({ env });
  const { code, output } = await installation.run(doctor);
  expect(code).toBe(1);
  expect(output).toContain(words);
  expect(output).not.toContain('canary');
});

it('names what it could not read, and what differs from the specification', async () => {
  const installation = await operator();
  await installation.sandbox.fault('GET', '/v1/tests/*/prescreen-form', { kind: 'status', status: 404 });
  const body = { code: 200, data: { partners_within_radius: 'canary' }, error: null };
  await installation.sandbox.fault(
    'GET',
    '/v1/locations',
    { kind: 'status', status: 200, body },
    { times: 2 },
  );
  const { output } = await installation.run(doctor);
  expect(output).toContain('the prescreen form could not be read (404)');
  expect(output).toMatch(/fault .*the search for locations is not as specified: partners_within_radius/);
  expect(output).not.toContain('canary');
});

it('warns of differences that the server reads all the same', async () => {
  const rewrite = together([
    dataOf(/integration-configuration$/, (data) => ({
      ...data,
      updated_at: null,
      customer_consent: { mode: 'SERVICE_CONSENT_API' },
      physician_order: { mode: 'Service_Service' },
    })),
    dataOf(/\/v1\/locations\?/, (data) =>
      everywhere(data, (fields) => ('city' in fields ? { ...fields, city: null } : fields)),
    ),
    dataOf(/\/products$/, (data) => {
      const product = data.product as { retail_price: number };
      return { ...data, product: { ...product, retail_price: product.retail_price.toFixed(2) } };
    }),
  ]);
  const installation = await operator({ rewrite });
  const { output } = await installation.run(doctor);
  expect(output).toContain('consent by service_consent_api.');
  expect(output).toContain('physician orders by service_service.');
  const warnings = lines(output, 'warning').join('\n');
  expect(warnings).toMatch(
    /the configuration differs from the specification, .*: updated_at \(.*found null\)/,
  );
  expect(warnings).toMatch(
    /the search for locations differs .*: partners_within_radius.0.city \(.*found null\)/,
  );
  expect(warnings).toMatch(/a product differs .*: product.retail_price \(invalid_type, found a text\)/);
  expect(lines(output, 'fault').filter((line) => !line.includes('webhook'))).toEqual([]);
});

it('finds a branch that this server does not know', async () => {
  const installation = await operator();
  const data = {
    configuration_version: '9',
    customer_consent: { mode: 'by_pigeon' },
    physician_order: { mode: 'service_service' },
    environment: 'staging',
    updated_at: '2026-11-20T00:00:00Z',
  };
  await installation.sandbox.fault('GET', '/v1/integration-configuration', {
    kind: 'status',
    status: 200,
    body: { code: 200, data, error: null },
  });
  expect((await installation.run(doctor)).output).toContain(
    'consent by "by_pigeon", which this server does not know',
  );
});

it('finds a clock that is wrong, and something else at the public address', async () => {
  const elsewhere = await serve((_, response) => {
    response.setHeader('Date', new Date(Date.now() - 600_000).toUTCString());
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
  });
  onTestFinished(elsewhere.close);
  const installation = await operator({ env: { PUBLIC_URL: elsewhere.url } });
  expect((await installation.run(doctor)).output).toContain('but not as this server does');
  await installation.sandbox.fault('GET', '/v1/integration-configuration', {
    kind: 'status',
    status: 200,
    headers: { date: new Date(Date.now() - 600_000).toUTCString() },
    body: {
      code: 200,
      data: {
        configuration_version: '1',
        customer_consent: { mode: 'service_consent_api' },
        physician_order: { mode: 'service_service' },
        environment: 'staging',
        updated_at: '',
      },
      error: null,
    },
  });
  const { output } = await installation.run(doctor);
  const [, seconds] = output.match(/fault +This clock and the service's are (\d+) s apart/) ?? [];
  // More by the time that the command took.
  expect(Number(seconds)).toBeGreaterThanOrEqual(599);
});
