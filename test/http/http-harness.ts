/** The middleware in the order in which the server has it, over routes that a test gives, on a free port. */
import { createServer } from 'node:http';
import Router, { type RouterMiddleware } from '@koa/router';
import Koa from 'koa';
import { onTestFinished } from 'vitest';
import { compressJson } from '../../server/http/compress-json.ts';
import { cors } from '../../server/http/cors.ts';
import { logBroken, problems } from '../../server/http/problems.ts';
import { requestLog } from '../../server/http/request-log.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { createLog } from '../../server/observability/log.ts';

export const origin = 'https://clinic.example';

export async function httpHarness(route: RouterMiddleware): Promise<{ url: string; logged: string[] }> {
  const logged: string[] = [];
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  const router = new Router();
  router.get('/things/:id', route);
  router.post('/things', route);
  const app = new Koa();
  app.on('error', logBroken(log));
  app.use(requestLog(log, () => {}));
  app.use(cors([origin, 'http://localhost:3000']));
  app.use(problems(log));
  app.use(compressJson());
  app.use(securityHeaders({ maxAge: 60, includeSubDomains: false }));
  app.use(router.routes());
  app.use(router.allowedMethods());
  const server = createServer(app.callback());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, logged };
}
