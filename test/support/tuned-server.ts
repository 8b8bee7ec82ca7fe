/** The server as `server/main.ts` runs it, with the times and limits of the environment variable TUNING. */
import { runServer } from '../../server/run-server.ts';

await runServer(JSON.parse(process.env.TUNING ?? '{}'));
