/** A component on the smallest page that shows its first usable step. */
export interface Embed {
  name: string;
  origin: string;
  path: string;
  /** A JavaScript expression; true once the first step can be used. */
  ready: string;
  /** Every file that the component can request, as it is served. */
  closure: ReadonlyMap<string, string | Buffer>;
  stop(): Promise<void>;
}

export const page = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Page</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;
