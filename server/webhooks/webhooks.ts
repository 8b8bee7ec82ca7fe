/** The room of events: receives them, reads what they point at, and walks the list for what they did not tell. */
import type Router from '@koa/router';
import type { Log } from '../http/log.ts';
import type { Seal } from '../store/sealing.ts';
import type { Store } from '../store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { createInbox } from './inbox.ts';
import { createReading, type Readers } from './reading.ts';
import { webhookRouter } from './receive.ts';
import type { WebhookSecrets } from './secrets.ts';
import { createSweep, type Walk } from './sweep.ts';

export interface Webhooks {
  router: Router;
  start(): void;
  stop(): Promise<void>;
}

export function createWebhooks(needs: {
  assumptions: Assumptions;
  store: Store;
  seal: Seal;
  secrets: WebhookSecrets;
  readers: Readers;
  /** By the flow whose key lists its appointments. */
  walks: Record<string, Walk>;
  reconcileMs: number;
  log: Log;
  now: () => number;
}): Webhooks {
  const inbox = createInbox(needs);
  const reading = createReading({ ...needs, inbox });
  const sweep = createSweep({ ...needs, everyMs: needs.reconcileMs, forgetOld: inbox.forgetOld });
  return {
    router: webhookRouter({ ...needs, inbox, accepted: reading.hurry }),
    start() {
      reading.start();
      sweep.start();
    },
    async stop() {
      await Promise.all([reading.stop(), sweep.stop()]);
    },
  };
}
