/**
 * Batches items that arrive in one event-loop turn, or while the previous batch runs, so that they share one commit.
 * Not `dataloader`: that batches one turn at a time and would run commits side by side, and it caches by key, while
 * equal items are separate deliveries here.
 */
import { setImmediate as turnOver } from 'node:timers/promises';

/**
 * Creates a batcher.
 * @param work processes a batch and returns one result per item, in order. If it rejects for several items, each is
 * processed separately, so that no item fails because of another
 * @param atMost the largest number of items per batch
 * @returns processes one item, in a batch; rejects if `work` rejects for this item
 */
export function createBatcher<Item, Answer>(
  work: (items: Item[]) => Promise<Answer[]>,
  atMost: number,
): (item: Item) => Promise<Answer> {
  interface Waiting {
    item: Item;
    resolve(answer: Answer): void;
    reject(error: unknown): void;
  }
  const waiting: Waiting[] = [];
  let working = false;

  async function settle(group: Waiting[]): Promise<void> {
    try {
      const answers = await work(group.map(({ item }) => item));
      for (const [at, { resolve }] of group.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else for (const each of group) await settle([each]);
    }
  }

  async function workOff(): Promise<void> {
    working = true;
    while (waiting.length > 0) {
      await turnOver();
      await settle(waiting.splice(0, atMost));
    }
    working = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!working) void workOff();
    });
}
