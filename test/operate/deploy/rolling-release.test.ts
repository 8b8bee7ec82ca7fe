/** Two versions of the server on one database: a rolling release, and back. */
import { rm } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { rollThrough } from '../../support/faults/rolling.ts';
import { createNextRelease } from '../../support/next-release.ts';
import { newEmptyDatabase, openTestStore } from '../../support/test-stores.ts';

it('releases a version with a migration more and goes back, under 20 bookings at a time', async () => {
  const nextRelease = await createNextRelease();
  onTestFinished(() => rm(nextRelease, { recursive: true }));
  const databaseUrl = await newEmptyDatabase();
  const { faults, bookings, retried } = await rollThrough(databaseUrl, nextRelease, 40);
  expect(faults).toEqual([]);
  console.info(`${bookings} bookings, ${retried.length} requests sent again`);
  // The widget reads the booking again after this one.
  expect(retried.filter((code) => code !== 'journey_moved')).toEqual([]);
  expect(bookings).toBeGreaterThanOrEqual(20);
  const { db } = await openTestStore({ databaseUrl, sqliteFile: '' });
  const names = await db.introspection.getTables();
  expect(names.map(({ name }) => name)).toContain('added');
  const journeys = names.find(({ name }) => name === 'journeys');
  expect(journeys?.columns.map(({ name }) => name)).toContain('added');
});
