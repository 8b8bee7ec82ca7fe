/** Renders a site's pages from Eta templates. Eta escapes every inserted value. Replace it with your own templates. */
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { Context } from 'koa';

/** The values that the layout inserts around a page, beside the signed-in user. */
interface Frame {
  title: string;
  /** Addresses of module scripts. */
  scripts?: readonly string[];
  /** Whether the page is for the clinic's own people: it has no account of a patient. @default false */
  forStaff?: boolean;
}

/** Renders a page into the response, with the user who is signed in. `Views` has the values of each page by its template. */
export type Show<Views> = <Name extends keyof Views & string>(
  ctx: Context,
  name: Name,
  values: Views[Name],
  frame: Frame,
) => void;

/**
 * Creates the function that shows the pages of a site.
 * @param folder the templates' folder
 * @param userOf finds the signed-in user
 */
export function createShow<Views>(folder: URL, userOf: (ctx: Context) => object | null): Show<Views> {
  const eta = new Eta({ views: fileURLToPath(folder), cache: true });
  return (ctx, name, values, frame) => {
    ctx.type = 'html';
    ctx.set('cache-control', 'no-store');
    ctx.body = eta.render(`./${name}`, { ...values, user: userOf(ctx), scripts: [], ...frame });
  };
}
