/** compose.yaml: what its processes may do, and the connection to its database. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { databaseUrlFault } from '../../../server/core/store/database-url.ts';
import { openStore } from '../../../server/core/store/store.ts';
import { newEmptyDatabase, postgresUrl } from '../../support/test-stores.ts';
import { root } from './dockerfile.ts';
import { settingNames } from './setting-names.ts';

const { services } = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'));

describe.each(Object.keys(services))('The %s of compose.yaml', (name) => {
  const service = services[name];

  it('gains no privileges, and writes to its volumes only', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it('publishes nothing beyond this machine', () => {
    const published: string[] = service.ports ?? [];
    expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    expect(published).toHaveLength(name === 'server' ? 1 : 0);
  });

  it('is built here, or pinned by a digest', () => {
    expect(service.build ?? service.image).toMatch(/^\.$|^[a-z]+:\d+@sha256:[0-9a-f]{64}$/);
  });
});

it('has no capabilities at the server', () => {
  expect(services.server.cap_add).toBeUndefined();
});

it('names settings that the server has', () => {
  expect(settingNames).toEqual(expect.arrayContaining(Object.keys(services.server.environment)));
});

describe('the database of compose.yaml', () => {
  let folder: string;

  /** Runs the commands of the service `certificate` in a folder of this machine, for the name `localhost`. */
  function makeCertificate(): void {
    const [script] = services.certificate.command;
    const commands = String(script)
      .replace('cd /tls', `cd ${folder}`)
      .replace('DNS:store', 'DNS:localhost')
      .replace(/^chown .*$/m, '');
    const [shell, ...flags] = services.certificate.entrypoint;
    execFileSync(shell, [...flags, commands], { stdio: 'ignore' });
  }

  /** Runs statements at the server that all tests share, and lets it read its settings again. */
  async function configure(...statements: string[]): Promise<void> {
    const client = new pg.Client(await postgresUrl());
    await client.connect();
    for (const statement of [...statements, 'select pg_reload_conf()']) await client.query(statement);
    await client.end();
  }

  async function ownerOfDatabase(): Promise<{ uid: number; gid: number }> {
    const client = new pg.Client(await postgresUrl());
    await client.connect();
    const { rows } = await client.query('show data_directory');
    await client.end();
    return statSync(rows[0].data_directory);
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dx-tls-'));
    chmodSync(folder, 0o755);
    makeCertificate();
    const { uid, gid } = await ownerOfDatabase();
    chownSync(join(folder, 'store.key'), uid, gid);
    await configure(
      `alter system set ssl_cert_file = '${folder}/store.crt'`,
      `alter system set ssl_key_file = '${folder}/store.key'`,
      'alter system set ssl = on',
    );
    return async () => {
      await configure('alter system reset all');
      rmSync(folder, { recursive: true });
    };
  });

  it('is reached with TLS under the settings of the server, and only under its own name', async () => {
    const address = services.server.environment.DATABASE_URL.replace(/\$\{[^}]*\}/, 'secret');
    const { search } = new URL(address.replace('/tls/', `${folder}/`));
    const url = new URL(await newEmptyDatabase());
    url.hostname = 'localhost';
    url.search = search;
    expect(databaseUrlFault(address.replace('/tls/', `${folder}/`))).toBeNull();
    const store = await openStore({ databaseUrl: url.href, sqliteFile: '' });
    onTestFinished(() => store.close());
    const { rows } = await sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(store.db);
    expect(rows).toEqual([{ ssl: true }]);
    url.hostname = '127.0.0.1';
    await expect(openStore({ databaseUrl: url.href, sqliteFile: '' })).rejects.toThrow(
      'The store at DATABASE_URL cannot be opened for writing: ERR_TLS_CERT_ALTNAME_INVALID.',
    );
  });

  it('keeps its certificate, and nobody else can read the key', () => {
    const before = readFileSync(join(folder, 'store.crt'), 'utf8');
    makeCertificate();
    expect(readFileSync(join(folder, 'store.crt'), 'utf8')).toBe(before);
    expect(statSync(join(folder, 'store.key')).mode & 0o077).toBe(0);
  });
});
