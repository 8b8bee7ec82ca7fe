/** The middleware in the order in which the server has it, over routes that a test gives, on a free port. */
import Router, { type RouterMiddleware } from '@koa/router';
import Koa from 'koa';
import { onTestFinished } from 'vitest';
import { logBroken, problems } from '../../../server/api/http/problems.ts';
import { requestLog } from '../../../server/api/http/request-log.ts';
import { securityHeaders } from '../../../server/api/http/security-headers.ts';
import { createLog } from '../../../server/core/observability/log.ts';
import { compressJson, cors } from '../../../server/public-koa.ts';
import { serve } from '../../support/serve.ts';

export const origin = 'https://clinic.example';

export function httpHarness(route: RouterMiddleware): Promise<{ url: string; logged: string[] }> {
  const router = new Router();
  router.get('/things/:id', route);
  router.post('/things', route);
  return routerHarness(router);
}

export async function routerHarness(router: Router): Promise<{ url: string; logged: string[] }> {
  const logged: string[] = [];
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  const app = new Koa();
  app.on('error', logBroken(log));
  app.use(requestLog(log, () => {}));
  app.use(cors([origin, 'http://localhost:3000']));
  app.use(problems(log));
  app.use(compressJson());
  app.use(securityHeaders({ maxAge: 60, includeSubDomains: false }));
  app.use(router.routes());
  app.use(router.allowedMethods());
  const { url, close } = await serve(app.callback());
  onTestFinished(close);
  return { url, logged };
}
