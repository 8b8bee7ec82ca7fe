/** Does together what came in one turn of the event loop or while the last was being done: one commit, and one flush to the disk, for all of it. */
import { setImmediate as turnOver } from 'node:timers/promises';

/** `work` answers each item in its place. Where it fails for several, each is tried by itself, so that none fails for another. */
export function together<Item, Answer>(
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
