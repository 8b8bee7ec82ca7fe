/** One sandbox for a file of tests, which is reset and has a new partner before each test. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Harness, openHarness, type Partner, type Provisioned } from './sandbox-harness.ts';

/** The sandbox of this file, after {@link eachWithPartner}. */
export let harness: Harness;
/** The partner of the running test, after {@link eachWithPartner}. */
export let partner: Partner;

/** Starts one sandbox for the tests of a file. */
export async function harnessOfFile(): Promise<Harness> {
  const opened = await openHarness();
  afterAll(() => opened.close());
  return opened;
}

/** Starts one sandbox for the tests of a file. Before each of them, it is reset and gives a partner this key. */
export function eachWithPartner(provisioned?: Provisioned): void {
  beforeAll(async () => {
    harness = await openHarness();
  });
  beforeEach(async () => {
    await harness.control('POST', '/reset');
    partner = await harness.partner(provisioned);
  });
  afterAll(() => harness.close());
}

/** Changes settings of the sandbox until the end of the test. */
export const set = (settings: object) => harness.control('PATCH', '/settings', settings);

/** Moves the sandbox's clock. */
export const advance = (seconds: number) => harness.control('POST', '/clock', { advance_seconds: seconds });

/** Reads how many records of each kind the sandbox has. */
export const ledger = async () => (await harness.control<Record<string, number>>('GET', '/ledger')).json;
