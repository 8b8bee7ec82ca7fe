/** The admin API on another machine: it speaks TLS, and knows the names in its certificate. */
import { rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { operatorKeys } from '../../../server/config/kinds.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { silentLog } from '../../../server/core/observability/log.ts';
import { type AdminConfig, createAdminServer } from '../../../server/operate/admin/admin-server.ts';
import { newOperatorKey } from '../../../server/operate/admin/guards.ts';
import { folderOfTest } from '../../support/folders.ts';
import { ownCertificate } from '../../support/own-certificate.ts';
import { listen } from '../../support/serve.ts';

const { key, entry } = newOperatorKey('alice', 'admin');
const keys = operatorKeys.parse(entry);

it('answers to the names in its certificate, and to no other', async () => {
  const folder = folderOfTest();
  const tls = { certificateFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  const ca = ownCertificate('DNS:admin.example,IP:192.0.2.7');
  for (const file of Object.values(tls)) await writeFile(file, ca);
  const config: AdminConfig = { keys, tls };
  // No request of this test reaches the database.
  const server = createAdminServer(config, { log: silentLog, clock: systemClock() } as never);
  const { port, close } = await listen(server);
  onTestFinished(close);
  const statusAs = (host: string) =>
    new Promise((resolve, reject) => {
      const headers = { host: `${host}:${port}`, authorization: `Bearer ${key}` };
      const options = {
        port,
        host: '127.0.0.1',
        servername: 'admin.example',
        ca,
        path: '/operator',
        headers,
      };
      request(options, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
  expect(await statusAs('admin.example')).toBe(200);
  expect(await statusAs('192.0.2.7')).toBe(200);
  expect(await statusAs('other.example')).toBe(421);
  expect(await statusAs('192.0.2.8')).toBe(421);
  await rm(tls.keyFile);
  expect(() => createAdminServer(config, { log: silentLog, clock: systemClock() } as never)).toThrow(
    'cannot be read',
  );
});
