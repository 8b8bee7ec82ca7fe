/** The environment of a process that a test starts: where programs and compiled modules are. It contains no setting. */
import { fileURLToPath } from 'node:url';

/** The environment variables to pass on; add those that the process under test needs. */
export const bareEnv = {
  PATH: process.env.PATH,
  /** `npm test` starts programs that it has built. */
  NODE_OPTIONS: process.env.NODE_OPTIONS,
  /** Tests start hundreds of servers. With the cache, each start takes two thirds of the time. */
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/dx-compiled', import.meta.url)),
};
