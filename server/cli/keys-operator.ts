/** `dx-booking keys operator NAME`: a new key for an operator of the admin API. */
import { newOperatorKey } from '../admin/operator-keys.ts';
import { operatorKeys } from '../config/kinds.ts';
import { CommandError } from './command-error.ts';

/**
 * Prints a new key, which nobody can read again, and its entry of ADMIN_KEYS.
 * @returns the exit code
 * @throws CommandError if the name has other characters than ADMIN_KEYS allows
 */
export async function keysOperator(
  { name, json }: { name: string; json: boolean },
  print: (line: string) => void,
): Promise<number> {
  const { key, entry } = newOperatorKey(name);
  if (!operatorKeys.safeParse(entry).success)
    throw new CommandError('The name of an operator has 1 to 64 letters, digits and . @ + - _');
  if (json) print(JSON.stringify({ key, entry }));
  else {
    print(`Key of ${name}, shown only now:\n  ${key}`);
    print(`Add to ADMIN_KEYS, and restart every server:\n  ${entry}`);
  }
  return 0;
}
