/** Adds an index that finds old documents by their first parts. */
import { type Kysely, sql } from 'kysely';

/** Creates the index. */
export async function documentsByAge(db: Kysely<never>): Promise<void> {
  await sql`create index document_parts_first on document_parts (created_at) where place = 0`.execute(db);
}
