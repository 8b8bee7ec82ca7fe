/** The routes of a flow that the server has no API key for. */
import type { Middleware } from 'koa';
import { Problem } from '../errors.ts';

/**
 * Creates the middleware that refuses the routes of a flow without an API key (HND-06). It throws Problem 501
 * `flow_not_configured`.
 * @param prefix such as `/handoffs`
 * @param title the sentence of the problem
 */
export function refuseFlow(prefix: string, title: string): Middleware {
  return (ctx, next) => {
    const isOfTheFlow = ctx.path === prefix || ctx.path.startsWith(`${prefix}/`);
    if (isOfTheFlow) throw new Problem('flow_not_configured', { title });
    return next();
  };
}
