/** Who reads what an event asked for: one process at a time, for as long as it holds it. */
import { expect, it } from 'vitest';
import { createInbox } from '../../server/webhooks/inbox.ts';
import { assumed } from '../assumed.ts';
import { newSeal } from '../store/sealed.ts';
import { newTestStore, storeKinds } from '../store/test-stores.ts';
import { newEvent } from './webhook-stand.ts';

it.each(storeKinds)(
  'is taken by one, held for longer than its lease, and free when the holding ends, on %s',
  async (kind) => {
    let now = 1_000_000;
    const inbox = createInbox({
      assumptions: assumed(),
      store: await newTestStore(kind),
      seal: newSeal(),
      now: () => now,
    });
    const event = newEvent();
    await inbox.accept(event, Buffer.from(JSON.stringify(event)));
    const [subject = ''] = await inbox.due(9);
    const taken = await inbox.take(subject);
    if (!taken) throw new Error('nobody held it');
    for (let times = 0; times < 3; times++) {
      now += 4_000;
      await inbox.hold(taken);
      expect(await inbox.take(subject)).toBeUndefined();
    }
    now += 5_000;
    expect((await inbox.take(subject))?.fence).toBe(taken.fence + 1);
    await inbox.hold(taken);
    now += 5_000;
    const last = await inbox.take(subject);
    if (!last) throw new Error('held by who no longer had it');

    // Let go of, it is not held again by a renewal that comes late.
    await inbox.postpone(last, now);
    await inbox.hold(last);
    expect(await inbox.due(9)).toEqual([subject]);
  },
);
