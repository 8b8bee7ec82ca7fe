/** The log contains only the listed fields of an event. */
import { expect, it, vi } from 'vitest';
import { describeError } from '../../../server/core/observability/describe-error.ts';
import { createLog, type LogFields } from '../../../server/core/observability/log.ts';

function logging(level: Parameters<typeof createLog>[0] = 'trace') {
  const lines: Record<string, unknown>[] = [];
  const log = createLog(level, {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  return { log, lines };
}

it('writes only listed fields, each a number or a short text', () => {
  const { log, lines } = logging();
  const fields = {
    write_id: 'w',
    attempts: 2,
    reason: 'r'.repeat(999),
    body: 'canary',
    kind: { deep: 'canary' },
  };
  log('write.parked', fields as unknown as LogFields<'write.parked'>);
  expect(lines).toHaveLength(1);
  const { time, ...line } = lines[0] ?? {};
  expect(line).toEqual({
    level: 50,
    event: 'write.parked',
    write_id: 'w',
    attempts: 2,
    reason: 'r'.repeat(300),
  });
});

it('writes the time of each line to the millisecond', () => {
  const { log, lines } = logging();
  const times = ['2026-12-31T23:59:59.007Z', '2026-12-31T23:59:59.960Z', '2027-01-01T00:00:00.000Z'];
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const time of times) {
    vi.setSystemTime(new Date(time));
    log('write.settled');
  }
  vi.useRealTimers();
  expect(lines.map((line) => line.time)).toEqual(times);
});

it('respects the log level', () => {
  const { log, lines } = logging('error');
  log('write.settled', { write_id: 'w' });
  log('write.parked', { write_id: 'w' });
  expect(lines.map((line) => line.event)).toEqual(['write.parked']);
});

it('logs class, code and place of an error, never its message', () => {
  class DatabaseError extends Error {
    readonly code = '23505';
    readonly detail = 'Key (email)=(canary) already exists';
  }
  const described = describeError(new DatabaseError('canary\n    at canary:1:1 of many'));
  expect(described).toMatchObject({ error_class: 'DatabaseError', error_code: '23505' });
  expect(described.at).toContain('log.test.ts');
  expect(JSON.stringify(described)).not.toContain('canary');
});

it('accepts no sentence as a code, and no value that is not an error', () => {
  expect(describeError(Object.assign(new Error(''), { code: 'not a code, a canary' })).error_code).toBeNull();
  expect(describeError('canary')).toEqual({ error_class: 'string', error_code: null, at: null });
});
