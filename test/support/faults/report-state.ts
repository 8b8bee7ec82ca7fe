/**
 * Loaded before the server's program (`node --import`): reports its routes and resources on request. A router does not
 * know its app, so each is recorded when it is mounted.
 */
import { readdirSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import Router from '@koa/router';

/** A route of the server. */
export interface Route {
  method: string;
  /** With parameters, such as `/journeys/:id`. */
  path: string;
}

/** What a server holds, and what it has warned of. */
export interface State {
  routes: Route[];
  /** The number of connections and timers, by kind. */
  resources: Record<string, number>;
  openFiles: number;
  /** The number of the process's listeners, by event. */
  listeners: number;
  /** Node's warnings, such as too many listeners. */
  warnings: string[];
  heapBytes: number;
  rssBytes: number;
}

const routers = new Set<Router>();
const mount = Router.prototype.routes;
Router.prototype.routes = function (this: Router) {
  routers.add(this);
  return mount.call(this);
};

const warnings: string[] = [];
process.on('warning', ({ name, message }) => void warnings.push(`${name}: ${message}`));

function counted(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

process.on('message', async () => {
  // One collection may release objects that a later one frees.
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc?.();
    await turn();
  }
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({
    routes: [...routers].flatMap(({ stack }) =>
      stack.flatMap(({ methods, path }) => methods.map((method) => ({ method, path: String(path) }))),
    ),
    resources: counted(process.getActiveResourcesInfo()),
    openFiles: readdirSync('/proc/self/fd').length,
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    warnings,
    heapBytes: heapUsed,
    rssBytes: rss,
  } satisfies State);
});
// The channel must not keep the process alive.
process.channel?.unref();
