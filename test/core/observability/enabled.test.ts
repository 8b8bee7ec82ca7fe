/** Metrics and spans as an operator turns them on, by the settings and by the example in the guide. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../server/core/free-port.ts';
import { startProcess } from '../../support/child-processes.ts';
import { operator } from '../../support/operator.ts';
import { serve } from '../../support/serve.ts';
import { readSeries, sumOf } from './series.ts';

const root = join(import.meta.dirname, '../../..');
const guide = () => readFile(join(root, 'server/README.md'), 'utf8');

async function startServer(env: Record<string, string>, flags: string[] = []) {
  const installation = await operator({ env });
  const args = [...flags, 'server/main.ts'];
  const server = startProcess(process.execPath, args, { cwd: root, env: installation.env });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  return { ...server, url: String(installation.env.PUBLIC_URL) };
}

it('serves metrics at their own port, all of them explained in the guide', async () => {
  const port = await freePort(0, '127.0.0.1');
  const server = await startServer({ METRICS_PORT: String(port) });
  await server.until(
    () => server.output().includes('metrics.listening') && server.output().includes('server.listening'),
  );
  await fetch(`${server.url}/health/live`);
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const asked = { method: 'GET', route: '/health/live', status: '2xx' };
  const text = await answer.text();
  expect(sumOf(readSeries(text), 'dx_http_request_duration_seconds_count', asked)).toBe(1);
  const served = [...text.matchAll(/^# TYPE (dx_\w+)/gm)].map(([, name]) => name);
  const written = [...(await guide()).matchAll(/^\| `(dx_\w+)`/gm)].map(([, name]) => name);
  expect(served.sort()).toEqual(written.sort());
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  expect(await server.stop()).toBe(0);
});

it('reports that the metrics port is taken', async () => {
  const { port, close } = await serve(() => {});
  onTestFinished(close);
  const server = await startServer({ METRICS_PORT: String(port) });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain(
    `METRICS_PORT ${port} cannot be listened on (EADDRINUSE): another process listens there.`,
  );
});

it('exports spans with the example, which the guide repeats word for word', async () => {
  const example = await readFile(join(root, 'examples/otel.mjs'), 'utf8');
  expect(await guide()).toContain(`\`\`\`js\n${example}\`\`\``);
  const server = await startServer({ OTEL_BSP_SCHEDULE_DELAY: '100' }, ['--import', './examples/otel.mjs']);
  await server.until(() => server.output().includes('server.listening'));
  await fetch(`${server.url}/health/live`);
  await server.until(() => server.output().includes("name: 'GET /health/live'"));
  expect(await server.stop()).toBe(0);
});
