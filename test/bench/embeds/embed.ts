/** A component on the smallest page that shows its first usable step. */
export interface Embed {
  name: string;
  origin: string;
  /** An empty page of the same site, beside the slow line. */
  blankUrl: string;
  /** The path of the page. @param visit counts the visits, each by another customer */
  path(visit: number): string;
  /** A JavaScript expression; true once the first step can be used. */
  ready: string;
  /** A JavaScript expression; true once the first step can be seen. @default `ready` */
  seen?: string;
  /** The size of every script and style that the component can request, as they are sent. */
  closureBytes: number;
  stop(): Promise<void>;
}

export const page = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Page</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;
