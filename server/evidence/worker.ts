/** Carries on what is nobody's write: the bytes to the storage, and reading until the service has decided. */
import { describeError } from '../http/describe-error.ts';
import type { Log } from '../http/log.ts';

const everyMs = 250;
const atOnce = 8;

export function createEvidenceWorker(needs: {
  due: (limit: number) => Promise<{ id: string }[]>;
  carry: (id: string) => Promise<void>;
  log: Log;
}) {
  const underWay = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  function begin(id: string): void {
    if (underWay.has(id)) return;
    const work = needs
      .carry(id)
      .catch((error: unknown) => needs.log('evidence.failed', { evidence_id: id, ...describeError(error) }))
      .finally(() => underWay.delete(id));
    underWay.set(id, work);
  }

  async function look(): Promise<void> {
    try {
      for (const { id } of await needs.due(atOnce - underWay.size)) begin(id);
    } catch (error) {
      needs.log('evidence.failed', describeError(error));
    }
    if (timer) timer = setTimeout(look, everyMs).unref();
  }

  return {
    start(): void {
      timer ??= setTimeout(look, everyMs).unref();
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      await Promise.allSettled(underWay.values());
    },
  };
}
