/** Ids under which a page may begin a booking that is not stored. */
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { createJourneyIds } from '../../../server/booking/journey/journey-ids.ts';

const hour = 3_600_000;

function idsUnder(key: string) {
  const clock = { ms: Date.UTC(2026, 5, 1) };
  const journeyTag = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return { clock, ids: createJourneyIds({ journeyTag, now: () => clock.ms }) };
}

it('are UUIDs that differ, also at the same time', () => {
  const { ids } = idsUnder('a key');
  const made = Array.from({ length: 20 }, () => ids.create('ada'));
  expect(new Set(made).size).toBeGreaterThan(15);
  for (const id of made) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids.canBegin(id, 'ada')).toBe(true);
  }
});

it('are of one customer and one server, for a day', () => {
  const { clock, ids } = idsUnder('a key');
  const id = ids.create('ada');
  expect(ids.canBegin(id, 'bea')).toBe(false);
  expect(idsUnder('another key').ids.canBegin(id, 'ada')).toBe(false);
  expect(ids.canBegin(id.toUpperCase(), 'ada')).toBe(false);
  for (const at of [0, 5, 12, 15, 30]) {
    const changed = [...id.replaceAll('-', '')];
    changed[at] = changed[at] === '0' ? '1' : '0';
    const other = changed.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    expect(ids.canBegin(other, 'ada'), other).toBe(false);
  }
  for (const text of ['', 'mine', 'not-a-uuid-at-all', `${id}0`])
    expect(ids.canBegin(text, 'ada')).toBe(false);
  clock.ms += 23 * hour;
  expect(ids.canBegin(id, 'ada')).toBe(true);
  clock.ms += hour;
  expect(ids.canBegin(id, 'ada')).toBe(false);
});
