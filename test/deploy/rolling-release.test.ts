/** Two versions of the server on one database: a rolling release, and back. */
import { rm } from 'node:fs/promises';
import { expect, inject, it, onTestFinished } from 'vitest';
import { extractRelease, releaseBefore } from '../support/earlier-release.ts';
import { newDatabase } from '../support/new-database.ts';
import { notRun } from '../support/not-run.ts';
import { rollThrough } from '../torture/rolling.ts';

it('releases this version and goes back to the one before under 20 bookings at a time', async (context) => {
  const earlier = extractRelease(releaseBefore);
  if (!earlier)
    notRun(context, `the release before (commit ${releaseBefore} in the history of the repository)`);
  onTestFinished(() => rm(earlier, { recursive: true }));
  const { faults, bookings, retried } = await rollThrough(
    await newDatabase(inject('postgresUrl')),
    earlier,
    40,
  );
  expect(faults).toEqual([]);
  console.info(`${bookings} bookings, ${retried.length} requests sent again`);
  // The widget reads the booking again after this one.
  expect(retried.filter((code) => code !== 'journey_moved')).toEqual([]);
  expect(bookings).toBeGreaterThanOrEqual(20);
}, 120_000);
