/** The server as `server/main.ts` runs it, with the patience of tests. The environment variable TUNING has other times and limits. */
import { runServer } from '../../server/run-server.ts';
import { patience } from './patience.ts';

await runServer({ ...patience, ...JSON.parse(process.env.TUNING ?? '{}') });
