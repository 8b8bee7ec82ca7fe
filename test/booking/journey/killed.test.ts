/** The server dies by SIGKILL right after it has sent each write of a booking; the customer reaches the end, with one effect and one key for each. */
import { describe, expect, it } from 'vitest';
import { quick } from '../../support/faults/fixtures.ts';
import { killed } from '../../support/faults/killed.ts';
import { seeded } from '../../support/rounds.ts';
import { newStoreSettings, storeKinds } from '../../support/test-stores.ts';

describe.each(storeKinds)('A booking on %s', (store) => {
  it('makes each write once when a process dies after sending each [IDEM-12]', async () => {
    const { databaseUrl = '' } = await newStoreSettings(store, 'migrated');
    const settings = { ...quick, DATABASE_URL: databaseUrl };
    const { value: verdict } = await killed(seeded(20_261_128), 1, ['after_send'], settings).next();
    expect(verdict?.faults).toEqual([]);
  });
});
