/** A file as the sink: one line for each record. Only its owner can read it. Another program may rotate it. */
import { type FileHandle, open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Sink } from '../sink.ts';

const newline = '\n'.charCodeAt(0);

/** Creates the sink. @param url a `file:` address */
export function createFileSink(url: URL): Sink {
  const path = fileURLToPath(url);
  return {
    async send(_id, lines) {
      let file: FileHandle | undefined;
      try {
        file = await open(path, 'a+', 0o600);
        const separator = (await endsInside(file)) ? '\n' : '';
        await file.appendFile(separator + lines.map((line) => `${line}\n`).join(''));
        await file.datasync();
        return null;
      } catch (error) {
        return error instanceof Error && 'code' in error ? `file_${String(error.code)}` : 'file_failed';
      } finally {
        await file?.close();
      }
    },
    async close() {},
  };
}

/** Whether the file ends inside a line: an earlier append failed in the middle. */
async function endsInside(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== newline;
}
