/** The output of the log: nothing stops the process that writes it, and its lines stay whole and in order. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogOutput } from '../../../server/core/observability/log-output.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A file with room for so many bytes. */
function disk(room: number) {
  const file = { text: '', room, droppedLines: [] as number[] };
  const write = (bytes: Buffer): number => {
    if (file.room === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const taken = Math.min(bytes.length, file.room);
    file.text += bytes.subarray(0, taken).toString();
    file.room -= taken;
    return taken;
  };
  const output = createLogOutput({ write, onDropped: (count) => void file.droppedLines.push(count) });
  return { file, output };
}

it('writes the lines of a few milliseconds at once', () => {
  const { file, output } = disk(1_000);
  output.write('one\n');
  output.write('two\n');
  expect([file.text, output.waitingBytes()]).toEqual(['', 0]);
  vi.advanceTimersByTime(10);
  expect(file.text).toBe('one\ntwo\n');
});

it('keeps its lines while the disk is full, and writes them whole and in order once it has room', () => {
  const { file, output } = disk(6);
  for (const line of ['one\n', 'two\n', 'thrée\n']) {
    output.write(line);
    vi.advanceTimersByTime(10);
  }
  output.write('four\n');
  expect(file.text).toBe('one\ntw');
  expect(output.waitingBytes()).toBeGreaterThan(0);
  file.room = 1_000;
  vi.advanceTimersByTime(1_000);
  expect(file.text).toBe('one\ntwo\nthrée\nfour\n');
  expect([output.waitingBytes(), file.droppedLines]).toEqual([0, []]);
});

it('drops later lines once a megabyte waits, and says how many', () => {
  const { file, output } = disk(0);
  const line = `${'x'.repeat(1023)}\n`;
  for (let count = 0; count < 1_030; count++) output.write(line);
  vi.advanceTimersByTime(5_000);
  expect(output.waitingBytes()).toBe(1024 * 1024);
  file.room = 10 * 1024 * 1024;
  vi.advanceTimersByTime(1_000);
  expect(file.text).toBe(line.repeat(1_024));
  expect(file.droppedLines).toEqual([6]);
});

it('asks a pipe whose reader is slow again at once', () => {
  let isSlow = true;
  const taken: string[] = [];
  const output = createLogOutput({
    write(bytes) {
      if (isSlow) throw Object.assign(new Error('later'), { code: 'EAGAIN' });
      taken.push(bytes.toString());
      return bytes.length;
    },
    onDropped: () => {},
  });
  output.write('one\n');
  vi.advanceTimersByTime(10);
  isSlow = false;
  vi.advanceTimersByTime(10);
  expect(taken).toEqual(['one\n']);
});
