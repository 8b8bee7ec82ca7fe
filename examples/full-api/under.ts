/** A middleware for the paths below one folder, which it sees as if they stood at the root. */
import type { Middleware } from 'koa';

export function under(folder: string, middleware: Middleware): Middleware {
  return async (ctx, next) => {
    const { path } = ctx;
    if (!path.startsWith(`${folder}/`)) return next();
    ctx.path = path.slice(folder.length);
    try {
      await middleware(ctx, async () => {
        ctx.path = path;
        await next();
      });
    } finally {
      ctx.path = path;
    }
  };
}
