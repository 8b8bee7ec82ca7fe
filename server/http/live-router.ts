/** GET /live, for the signed-in customer (contract/live-api.ts). */
import Router from '@koa/router';
import type { Middleware } from 'koa';
import { exactPaths } from './exact-paths.ts';
import type { Live } from './live.ts';
import type { SessionState } from './session-state.ts';

export function liveRouter(live: Live, guard: Middleware<SessionState>[]): Router<SessionState> {
  const router = new Router<SessionState>(exactPaths);
  router.get('/live', ...guard, live.stream);
  return router;
}
