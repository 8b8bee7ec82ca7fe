/** Decrypts every encrypted value of a database, to see whether its keys are complete. */
import { sql } from 'kysely';
import { readConfig } from '../../server/config/config.ts';
import { encryptedTableNames, encryptedTables } from '../../server/store/encrypted-columns.ts';
import { createEncryption } from '../../server/store/encryption.ts';
import { openStore } from '../../server/store/store.ts';
import { decryptedBytes } from './decrypted-columns.ts';

/**
 * Decrypts all values.
 * @param env settings of a server
 * @returns the values that cannot be read, and a line if there is none at all
 */
export async function unreadableValues(env: NodeJS.ProcessEnv): Promise<string[]> {
  const config = readConfig(env);
  const store = await openStore(config);
  try {
    const encryption = createEncryption(config.storeKeys, store.separateKeys);
    const faults: string[] = [];
    let count = 0;
    for (const table of encryptedTableNames) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
        store.db,
      );
      for (const row of rows)
        for (const column of encryptedTables[table].columns) {
          if (row[column] === null) continue;
          count += 1;
          await decryptedBytes(store.db, encryption, table, column, row).catch((error: Error) =>
            faults.push(error.message),
          );
        }
    }
    return count === 0 ? ['there is no encrypted value'] : faults;
  } finally {
    await store.close();
  }
}
