/** The example site in Python, in front of the real server and sandbox; its hooks are asked over HTTP. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../examples/free-port.ts';
import { loadHooks } from '../../server/config/load-hooks.ts';
import { bareEnv } from './bare-env.ts';
import { type FullApiServer, startFullApiServer } from './full-api-server.ts';
import { newSecret } from './hook-endpoint.ts';

const main = fileURLToPath(new URL('../../examples/python/site.py', import.meta.url));

/** Whether this machine has Python 3.9 or newer. */
export function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface PythonSite {
  url: string;
  service: FullApiServer;
  hooksSecret: string;
  eventsSecret: string;
  close(): Promise<void>;
}

export async function startPythonSite(): Promise<PythonSite> {
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const hooksSecret = newSecret();
  const eventsSecret = newSecret();
  const backendSecret = 'an-invented-secret-of-forty-characters..';
  const loaded = await loadHooks({
    UPSTREAM_API_KEY: 'set',
    HOOKS_URL: `${url}/hooks`,
    HOOKS_SECRET: hooksSecret,
    HOOKS: 'payment,verifySubject,customerProfile',
  });
  if ('faults' in loaded) throw new Error(loaded.faults.join('\n'));
  const env = { ORIGINS: url, BACKEND_SECRETS: backendSecret };
  const service = await startFullApiServer({ hooks: loaded.hooks, env });
  const child = spawn('python3', ['-B', main], {
    env: {
      ...bareEnv,
      SITE_URL: url,
      SERVER_URL: service.url,
      HOOKS_SECRET: hooksSecret,
      EVENTS_SECRET: eventsSecret,
      BACKEND_SECRET: backendSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error('it ended')))]);
  return {
    url,
    service,
    hooksSecret,
    eventsSecret,
    async close() {
      child.kill();
      await ended;
      await service.stop();
    },
  };
}
