/** Which of the two databases a connection is to. */
import { type Kysely, PostgresAdapter } from 'kysely';

/** Whether it is PostgreSQL, for statements that only one of the databases has. */
export const isPostgres = <T>(db: Kysely<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;
