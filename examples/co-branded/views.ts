/** The views of the gym's pages. */
import type { OpenHandoff } from '../../server/contract/handoff-api.ts';
import type { Show } from '../site/views.ts';
import type { Consent } from './consent.ts';
import type { Member } from './members.ts';
import type { Purchased } from './purchases.ts';
import type { Scan } from './scans.ts';

/** Whether the hosted page opens in a frame or as its own page. */
export type Mode = 'iframe' | 'hosted_page';

/** The values that each page inserts, by the name of its template. `inWords` formats a time. */
export interface Views {
  home: object;
  'sign-in': { members: readonly Member[]; next: string };
  me: { purchased: Purchased | null; inWords(time: string): string };
  scan: {
    /** Of this form, so that it is bought once. */
    purchaseId: string;
    scan: Scan;
    /** The times by day. */
    days: readonly { day: string; times: readonly string[] }[];
    inWords(time: string): string;
    consent: Consent;
    price: string;
  };
  failed: object;
  'not-found': object;
  'not-set-up': object;
  schedule: { mode: Mode; serverUrl: string; subjectToken: string; handoff: OpenHandoff };
}

/** Shows a page of the gym. */
export type ShowPage = Show<Views>;
