/** The server's log names a setting that the key's configuration needs and that is missing, once. */
import { afterEach, expect, it } from 'vitest';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';

let service: FullApiServer;
afterEach(() => service.stop());

const incomplete = () =>
  service
    .logged()
    .split('\n')
    .filter((line) => line.includes('"configuration.incomplete"'))
    .map((line) => (JSON.parse(line) as { setting: string }).setting);

it('names each missing setting once, for any number of journeys [GAP-32] [CFG-27]', async () => {
  service = await startFullApiServer({
    key: {
      flow: 'full_api',
      customer_consent_mode: 'api_partner_pdf',
      physician_order_mode: 'structured_api',
    },
  });
  await service.customer('first').open();
  await service.customer('second').open();
  expect(incomplete().sort()).toEqual([
    'STRUCTURED_PHYSICIAN_ENABLED',
    'evidence.attestationVersion',
    'mayOrder',
  ]);
});

it('names nothing when the configuration needs nothing', async () => {
  service = await startFullApiServer();
  await service.customer('only').open();
  expect(incomplete()).toEqual([]);
});
