/** Renders the site's pages from the Eta templates in `views/`. Eta escapes every inserted value. Replace it with your own templates. */
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { Context } from 'koa';
import type { OpenHandoff } from '../../server/contract/handoff-api.ts';
import type { Consent } from './consent.ts';
import type { Member } from './members.ts';
import type { Purchased } from './purchases.ts';
import type { Scan } from './scans.ts';

/** Whether the hosted page opens in a frame or as its own page. */
export type Mode = 'iframe' | 'hosted_page';

/** The values that each page inserts, by the name of its template. `inWords` formats a time. */
interface Views {
  home: object;
  'sign-in': { members: readonly Member[]; next: string };
  me: { purchased: Purchased | null; inWords(time: string): string };
  scan: {
    scan: Scan;
    /** The times by day. */
    days: readonly { day: string; times: readonly string[] }[];
    inWords(time: string): string;
    consent: Consent;
    price: string;
  };
  'not-set-up': object;
  schedule: { mode: Mode; serverUrl: string; subjectToken: string; handoff: OpenHandoff };
}

/** The values that the layout inserts around a page. */
interface Frame {
  title: string;
  /** The signed-in user. */
  member: Member | null;
  /** Addresses of module scripts. */
  scripts: readonly string[];
}

const eta = new Eta({ views: fileURLToPath(new URL('views', import.meta.url)), cache: true });

/** Renders a page of the site as an HTML document. */
export function render<Name extends keyof Views>(name: Name, values: Views[Name], frame: Frame): string {
  return eta.render(`./${name}`, { ...values, ...frame });
}

/** Renders a page into the response, with the member who is signed in. */
export type Show = <Name extends keyof Views>(
  ctx: Context,
  name: Name,
  values: Views[Name],
  frame: Omit<Frame, 'member' | 'scripts'> & Partial<Pick<Frame, 'scripts'>>,
) => void;
