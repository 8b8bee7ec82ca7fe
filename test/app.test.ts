/** The ends of a server: what it has opened is closed, also when its start or its stop fails. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config/config.ts';
import { type Clock, systemClock } from '../server/core/clock.ts';
import { silentLog } from '../server/core/observability/log.ts';
import { listen } from '../server/listen.ts';
import { folderOfTest } from './support/folders.ts';
import { developmentKeys } from './support/keys.ts';

const settings = async () => ({
  PUBLIC_URL: 'http://127.0.0.1:1',
  UPSTREAM_URL: 'http://127.0.0.1:1',
  UPSTREAM_API_KEY: 'prefix.secret',
  ORIGINS: 'https://clinic.example',
  SQLITE_FILE: join(folderOfTest(), 'dx.sqlite'),
  METRICS_PORT: '0',
  ...(await developmentKeys()),
});

const create = async (env: Record<string, string>, clock: Clock) =>
  createApp({
    config: readConfig(env),
    hooks: {
      payment: async ({ journeyId }) => ({ state: 'paid', reference: journeyId }),
      verifySubject: async () => null,
    },
    log: silentLog,
    clock,
  });

/** SQLite deletes this file when the last connection closes. */
const isOpen = ({ SQLITE_FILE }: { SQLITE_FILE: string }) => existsSync(`${SQLITE_FILE}-wal`);

it('closes the database if another part cannot be created', async () => {
  const env = await settings();
  const broken: Clock = {
    ...systemClock(),
    now() {
      throw new Error('no time');
    },
  };
  await expect(create(env, broken)).rejects.toThrow('no time');
  expect(existsSync(env.SQLITE_FILE)).toBe(true);
  expect(isOpen(env)).toBe(false);
});

it('frees its ports if the stop fails', async () => {
  const clock = systemClock();
  const breaking: Clock = { ...clock };
  const env = await settings();
  const app = await create(env, breaking);
  if (!app.metricsServer) throw new Error('the server has metrics');
  await listen(app.metricsServer, 0, '127.0.0.1', 'METRICS_PORT');
  breaking.sleep = () => {
    throw new Error('no time');
  };
  await expect(app.close()).rejects.toThrow('no time');
  expect(app.metricsServer.listening).toBe(false);
  breaking.sleep = clock.sleep;
  await app.close();
  expect(isOpen(env)).toBe(false);
});
