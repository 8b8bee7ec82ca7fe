/** Answers the routes of a flow whose API key this server was not given, and says why (Host; HND-06). */
import type { Middleware } from 'koa';
import { Problem } from '../errors.ts';

/** @param prefix of the flow's routes, such as `/handoffs` */
export function notConfigured(prefix: string, title: string): Middleware {
  return (ctx, next) => {
    const isOfTheFlow = ctx.path === prefix || ctx.path.startsWith(`${prefix}/`);
    if (isOfTheFlow) throw new Problem('flow_not_configured', { title });
    return next();
  };
}
