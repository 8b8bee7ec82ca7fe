/**
 * Standard output for the lines of the log. It never throws and never waits: a disk that is full must not stop bookings.
 */
import { writeSync } from 'node:fs';

/**
 * How long, in milliseconds, a line waits for others before it is written: a write costs more than making its lines. A
 * killed process loses the lines of that time.
 */
const bufferedForMs = 10;
const bufferedCharacters = 8 * 1024;
/** How long, in milliseconds, the lines wait after standard output has failed, such as on a full disk. */
const retryAfterMs = 1_000;
/** So much waits in memory while standard output takes nothing. Later lines are dropped. */
const mostWaiting = 1024 * 1024;

/** The output of the log. */
export interface LogOutput {
  write(line: string): void;
  /** Writes what waits, as far as it can. */
  flush(): void;
  /** How much waits after standard output has failed to take it, in bytes; 0 while it takes all. */
  waitingBytes(): number;
}

/**
 * Creates an output with one write for all lines of a few milliseconds.
 * @param deps.write writes to the file and returns how many bytes it took. @throws if it takes none
 * @param deps.onDropped called once the output takes lines again, with the number of those that were dropped
 */
export function createLogOutput({
  write,
  onDropped,
}: {
  write: (bytes: Buffer) => number;
  onDropped: (count: number) => void;
}): LogOutput {
  let lines = '';
  /** What an earlier write has left. */
  let left = Buffer.alloc(0);
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  const flushIn = (ms: number) => {
    timer ??= setTimeout(flush, ms).unref();
  };

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const bytes = Buffer.concat([left, Buffer.from(lines)]);
    lines = '';
    let taken = 0;
    try {
      while (taken < bytes.length) taken += write(bytes.subarray(taken));
    } catch (error) {
      // A pipe whose reader is slow takes more in a moment.
      flushIn((error as NodeJS.ErrnoException).code === 'EAGAIN' ? bufferedForMs : retryAfterMs);
    }
    left = bytes.subarray(taken);
    if (left.length > 0 || dropped === 0) return;
    onDropped(dropped);
    dropped = 0;
  }

  return {
    write(line) {
      if (left.length + lines.length + line.length > mostWaiting) {
        dropped += 1;
        return;
      }
      lines += line;
      if (left.length === 0 && lines.length > bufferedCharacters) flush();
      else flushIn(bufferedForMs);
    },
    flush,
    waitingBytes: () => (left.length === 0 ? 0 : left.length + lines.length),
  };
}

let standardOutput: LogOutput | null = null;

/** The one output of this process. @param onDropped as of {@link createLogOutput}; of the first call */
export function logOutput(onDropped: (count: number) => void): LogOutput {
  if (standardOutput) return standardOutput;
  // Node opens a pipe or a socket so that a full one refuses a write, and does not hold this process up. A thread has none.
  const fd = process.stdout.fd ?? 1;
  standardOutput = createLogOutput({ write: (bytes) => writeSync(fd, bytes), onDropped });
  process.once('exit', standardOutput.flush);
  return standardOutput;
}

/** How many bytes of the log standard output has not taken. */
export const waitingLogBytes = (): number => standardOutput?.waitingBytes() ?? 0;
