/** Empty folders for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const newFolder = (atEnd: (remove: () => void) => void): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dx-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Makes a folder for all tests of a file. It is removed after them, and after what `afterAll` stops. */
export const folderOfFile = (): string => newFolder(afterAll);

/** Makes a folder for the current test. It is removed after it, and after what `onTestFinished` stops. */
export const folderOfTest = (): string => newFolder(onTestFinished);
