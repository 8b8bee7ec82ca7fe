/** Finds a browser of the Chromium family, without which nothing that a page posts can be seen. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** @returns the path that CHROMIUM_PATH names or that PATH leads to; null where there is none */
export function findBrowser(env: NodeJS.ProcessEnv): string | null {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = env.CHROMIUM_PATH
    ? [env.CHROMIUM_PATH]
    : folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return candidates.find(canRun) ?? null;
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
