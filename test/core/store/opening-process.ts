/** A process of its own that opens a store and adds a journey; `stay` keeps it alive afterwards. */
import { randomUUID } from 'node:crypto';
import { openStore } from '../../../server/core/store/store.ts';

const [settings = '', stay] = process.argv.slice(2);
const store = await openStore(JSON.parse(settings) as Parameters<typeof openStore>[0]);
const id = randomUUID();
await store.db
  .insertInto('journeys')
  .values({
    id,
    customer_id: id,
    state: 'open',
    revision: 1,
    body: '',
    created_at: 0,
    updated_at: 0,
  })
  .execute();
if (stay) {
  process.send?.('added');
  setInterval(() => {}, 60_000);
} else {
  await store.close();
  process.disconnect?.();
}
