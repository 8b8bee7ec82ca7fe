/**
 * `node server/cli/store-reseal.ts`: wraps every data key under the first of STORE_KEYS, so that the others can be
 * dropped. In a database of an earlier version it encrypts every value anew before; run it once every server has this
 * version. The servers go on meanwhile. Exit code 1 where something remains under another key.
 */
import { readConfig } from '../config/config.ts';
import { createEncryption } from '../store/encryption.ts';
import { reseal } from '../store/reseal.ts';
import { openStore } from '../store/store.ts';
import { runCommand } from './run-command.ts';

/**
 * Runs the command: wraps every data key under the first of STORE_KEYS, and converts an earlier database before.
 * @returns the exit code: 1 if a value remains under another key
 * @throws Error if a setting is at fault or the store cannot be opened
 */
export async function storeReseal(
  env: NodeJS.ProcessEnv,
  _args: string[],
  print: (line: string) => void,
): Promise<number> {
  const config = readConfig(env);
  const store = await openStore(config);
  const encryption = createEncryption(config.storeKeys, store.separateKeys);
  const { storeKeys } = encryption;
  const left = new Map<string, number>();
  try {
    for await (const { table, resealed, remaining } of reseal(store, encryption)) {
      const counts = [...remaining.values()].reduce((sum, count) => sum + count, 0);
      print(`${table.padEnd(18)} ${resealed} encrypted anew, ${counts} remain`);
      for (const [kid, count] of remaining) left.set(kid, (left.get(kid) ?? 0) + count);
    }
  } finally {
    await store.close();
  }
  for (const [kid, count] of left)
    print(
      storeKeys.hasKey(kid)
        ? `${count} under "${kid}": a server still encrypts under it. Run this again once every server has this version and "${storeKeys.kid}" as its first key.`
        : `${count} under "${kid}", which is not among STORE_KEYS: put it back behind the first, and run this again.`,
    );
  if (left.size === 0)
    print(`Everything is encrypted under "${storeKeys.kid}": the other keys can be dropped.`);
  return left.size === 0 ? 0 : 1;
}

if (import.meta.main) await runCommand(storeReseal);
