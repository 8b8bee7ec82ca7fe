/** Starts the partner's server from the environment. */
import { runServer } from './run-server.ts';

await runServer();
