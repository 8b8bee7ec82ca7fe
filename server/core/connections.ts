/** Connections to other hosts. */
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';

/**
 * Opens connections as they are needed: direct ones, or with NODE_USE_ENV_PROXY through the proxies that HTTPS_PROXY,
 * HTTP_PROXY and NO_PROXY name, as Node's own `fetch`. The caller closes them.
 */
export function openConnections(options: Pool.Options): Dispatcher {
  // With a single connection, an agent would make no pool, and then ignore `clientTtl`.
  const ofPools = { ...options, factory: (origin: string | URL, of: object) => new Pool(origin, of) };
  return process.env.NODE_USE_ENV_PROXY === '1' ? new EnvHttpProxyAgent(ofPools) : new Agent(ofPools);
}
