/** Hooks of a module that do not return end as hooks over HTTP do. */
import { expect, it } from 'vitest';
import { type HookName, hookNames, hookOperations } from '../../../server/contract/hooks-api.ts';
import type { Hooks } from '../../../server/partner/hooks.ts';
import { withDeadlines } from '../../../server/partner/hooks-http/with-deadlines.ts';
import { manualClock } from '../../support/manual-clock.ts';

/** Asks a hook of a module without an argument: the wrapper passes on what it gets. */
const ask = (hooks: Hooks, name: HookName) => (hooks[name] as unknown as () => Promise<unknown>)();

it('passes on each hook that there is, also of a class, and the event as it came', async () => {
  class Backend implements Hooks {
    readonly #prefix = 'user-';
    readonly told: string[] = [];
    async verifySubject(token: string) {
      return { subject: this.#prefix + token };
    }
    async onEvent({ type }: { type: string }) {
      this.told.push(this.#prefix + type);
    }
  }
  const backend = new Backend();
  const hooks = withDeadlines(backend);
  expect(Object.keys(hooks)).toEqual(['verifySubject', 'onEvent']);
  expect(await hooks.verifySubject?.('1', '')).toEqual({ subject: 'user-1' });
  await hooks.onEvent?.({ type: 'booking.sent' } as never);
  expect(backend.told).toEqual(['user-booking.sent']);
});

it.each(hookNames)('the hook %s fails if it has not returned after its deadline', async (name) => {
  const clock = manualClock();
  const hooks = withDeadlines({ [name]: () => new Promise(() => {}) }, clock);
  const asked = ask(hooks, name);
  clock.advance(hookOperations[name].deadlineMs);
  await expect(asked).rejects.toMatchObject({ code: 'hook_timeout' });
});

it('passes on what a hook returns or throws, its `this`, and the hooks that are not there', async () => {
  class Ours {
    readonly reference = 'bill-1';
    payment() {
      return { state: 'paid', reference: this.reference };
    }
    async mayOrder() {
      throw new Error('closed');
    }
    async onEvent() {}
  }
  const hooks = withDeadlines(new Ours() as unknown as Hooks, manualClock());
  expect(await ask(hooks, 'payment')).toEqual({ state: 'paid', reference: 'bill-1' });
  await expect(ask(hooks, 'mayOrder')).rejects.toThrow('closed');
  expect([typeof hooks.onEvent, hooks.handoffOrder]).toEqual(['function', undefined]);
});
