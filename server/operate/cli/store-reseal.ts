/**
 * `dx-booking reseal`: wraps every data key under the first of STORE_KEYS, so that the others can be dropped. Servers
 * keep running meanwhile.
 */
import { readConfig } from '../../config/config.ts';
import { reseal } from '../../core/store/reseal.ts';
import { withDatabase } from './with-database.ts';

/**
 * Runs the command: wraps every data key under the first of STORE_KEYS.
 * @returns the exit code: 1 if a data key remains under another key
 * @throws Error if a setting is at fault or the store cannot be opened
 */
export async function storeReseal(env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<number> {
  const { storeKeys, resealed, remaining } = await withDatabase(
    readConfig(env),
    async ({ store, encryption }) => ({
      storeKeys: encryption.storeKeys,
      ...(await reseal(store, encryption)),
    }),
  );
  const count = [...remaining.values()].reduce((sum, each) => sum + each, 0);
  print(`customer_keys ${resealed} encrypted anew, ${count} remain`);
  for (const [kid, count] of remaining)
    print(
      storeKeys.hasKey(kid)
        ? `${count} under "${kid}": a server still encrypts under it. Run this again once every server has "${storeKeys.kid}" as its first key.`
        : `${count} under "${kid}", which is not among STORE_KEYS: put it back behind the first, and run this again.`,
    );
  if (remaining.size === 0)
    print(`Everything is encrypted under "${storeKeys.kid}": the other keys can be dropped.`);
  return remaining.size === 0 ? 0 : 1;
}
