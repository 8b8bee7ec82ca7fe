/** The handoff to the hosted page. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { answers, done, each } from '../assertions.ts';
import { answered, nobody, order, scheduleBody, timesOf } from '../booking.ts';
import { defineArea } from '../check.ts';
import { brief, type Client, call } from '../client.ts';
import { framedMessages } from '../frame.ts';
import type { Ordered } from '../ordered.ts';
import { NotTried, type Trial } from '../trial.ts';

const { must, told, checks } = defineArea('handoff', 'Endpoints: Hosted scheduling handoff');
/** The checks of this area. */
export const handoff = checks;

const coBranded = { flow: 'co_branded' } as const;
/** The member whom a handoff names. */
export const customerData = (changes: object = {}) => ({
  first_name: 'Ada',
  last_name: 'Example',
  phone: '(212) 555-0100',
  date_of_birth: '1970-02-03',
  sex_assigned_at_birth: 'female',
  address_line_1: '1 Invented Way',
  city: 'New York',
  state: 'NY',
  postal_code: '10001',
  height: 65,
  weight: 140,
  ...changes,
});

/** An order of a co-branded key. */
async function prepare(trial: Trial) {
  const key = await trial.key(coBranded);
  const ordered = await order(key);
  const body = { ...(await scheduleBody(key, ordered)), customer_data: customerData() };
  const send = (changes: object = {}, idempotencyKey?: string | null, by: Client = key) =>
    by.post<Record<string, unknown>>(pathOf(ordered), { ...body, ...changes }, idempotencyKey);
  return { key, ordered, body, send };
}
const pathOf = ({ orderId }: Pick<Ordered, 'orderId'>) => `/v1/orders/${orderId}/schedule-handoff`;

told.write`response: the response of a handoff, again under its key and without one [HND-01] [GAP-27] [GAP-94]`(
  async (trial) => {
    const { send } = await prepare(trial);
    const first = await send({}, 'same');
    ok(first.status < 300, brief(first));
    const again = await send({}, 'same');
    const conflict = await send({ presentation_mode: 'iframe' }, 'same');
    return {
      fields: Object.keys(first.data),
      statuses: [brief(first), brief(conflict), brief(await send({}, null))],
      replayed: again.data.handoff_id === first.data.handoff_id,
      mode: first.data.presentation_mode,
    };
  },
);

must.write`options: the optional fields are taken, and wrong ones are not [HND-08] [HND-16] [HND-17] [GAP-96]`(
  async (trial) => {
    const { send } = await prepare(trial);
    const ui_controls = { hide_change: true, hide_exit: false, hide_return_to_profile: true };
    ok((await send({ presentation_mode: 'iframe', ui_controls })).status < 300);
    await each(
      [
        { presentation_mode: 'popup' },
        { ui_controls: { hide_exit: 'yes' } },
        { return_url: 'not an address' },
      ],
      async (wrong) => answers(await send(wrong), 400),
    );
  },
);

must.write`fields: every field is needed and filled, for every test [HND-10] [HND-12] [HND-13] [LIM-01]`(
  async (trial) => {
    const { send, body, ordered, key } = await prepare(trial);
    await each(Object.keys(customerData()), async (field) => {
      for (const value of [undefined, '', '  ', null])
        answers(await send({ customer_data: customerData({ [field]: value }) }), 400);
    });
    await each(Object.keys(body), async (field) => answers(await send({ [field]: undefined }), 400));
    const [a, b, c, d] = await timesOf(key, ordered.pair);
    for (const alternate_availabilities of [[], [a, b, c, d], ['2026-12-03T09:00:00Z']])
      answers(await send({ alternate_availabilities }), 400);
    ok((await send({ alternate_availabilities: [a, b, c] })).status < 300);
  },
);

must.levers`limits: phone, age, weight and height have limits [LIM-12] [LIM-13] [LIM-14] [HND-10] [GAP-96]`(
  async (trial) => {
    await trial.control('POST', '/clock', { now: '2026-12-01T12:00:00Z' });
    const { send } = await prepare(trial);
    await each(
      [
        [{ phone: '2125550100' }, true],
        [{ phone: '+1 (212) 555-0100' }, true],
        [{ phone: '212555010' }, false],
        [{ phone: '+44 212 555 01001' }, false],
        [{ phone: '212555010x' }, false],
        // 16 on this very day, and the day before it; 100 until the day before turning 101.
        [{ date_of_birth: '2010-12-01' }, true],
        [{ date_of_birth: '2010-12-02' }, false],
        [{ date_of_birth: '1925-12-02' }, true],
        [{ date_of_birth: '1925-12-01' }, false],
        [{ date_of_birth: '12/01/1990' }, false],
        [{ weight: 140.5 }, false],
        [{ weight: '140' }, false],
        [{ weight: 0 }, false],
        [{ height: 64.5 }, true],
        [{ sex_assigned_at_birth: 'unknown' }, false],
      ] as const,
      async ([changes, isTaken]) => {
        const { status } = await send({ customer_data: customerData(changes) });
        equal(isTaken ? status < 300 : status === 400, true, `${status}`);
      },
    );
  },
);

must.levers`hosts: return addresses have allowed hosts [HND-15]`(async (trial) => {
  const { send, key } = await prepare(trial);
  const good = 'https://partner.example/done';
  for (const field of ['return_url', 'member_profile_url']) {
    await each(
      [
        'https://elsewhere.example/done',
        'https://partner.example.elsewhere.example/',
        'https://sub.partner.example/',
        'http://partner.example/',
        'https://partner.example@elsewhere.example/',
        'https://ada:secret@partner.example/',
        'https://ada@partner.example/',
        'javascript:alert(1)',
        'data:text/html,x',
      ],
      async (address) => answers(await send({ [field]: address }), 400),
    );
    ok((await send({ [field]: good })).status < 300);
  }
  await trial.control('PATCH', `/keys/${key.prefix}`, { allowed_hosts: ['elsewhere.example'] });
  ok((await send({ return_url: 'https://elsewhere.example/done' })).status < 300);
  answers(await send({ return_url: good }), 400);
});

must.write`flows: no flow calls the endpoint of the other [HND-07] [ERR-26]`(async (trial) => {
  const { partner } = trial;
  const theirs = await answered(partner);
  equal((await partner.post(pathOf(theirs), {})).code, 'FLOW_ENDPOINT_MISMATCH');
  const key = await trial.key(coBranded);
  const ordered = await answered(key);
  equal(
    (await key.post(`${ordered.path}/schedule`, await scheduleBody(key, ordered))).code,
    'FLOW_ENDPOINT_MISMATCH',
  );
  await trial.committed({ handoffs: 0 });
});

must.write`foreign: a handoff is of an own order [GAP-95] [AUTH-10]`(async (trial) => {
  const { send, key, body } = await prepare(trial);
  answers(await send({}, undefined, await trial.stranger(coBranded)), 404);
  answers(await key.post(pathOf({ orderId: nobody }), body), 404);
  answers(await key.post(pathOf({ orderId: '7' }), body), 400);
});

must.levers`page: the address leads to a page, a calcium score too [HND-14] [GAP-94] [GAP-97]`(
  async (trial) => {
    const { send, key } = await prepare(trial);
    const { url } = await done(send());
    const page = await call(String(url), 'GET');
    deepEqual([page.status, page.headers.get('content-type')?.startsWith('text/html')], [200, true]);
    const calcium = await order(key, 'CALST');
    const body = { ...(await scheduleBody(key, calcium)), customer_data: customerData() };
    ok((await key.post(pathOf(calcium), body)).status < 300);
  },
);

const words = (message: unknown): string[] => {
  if (typeof message === 'string') return [message];
  return Object.values(Object(message)).flatMap(words);
};
const hasPosted = (messages: readonly unknown[], name: RegExp) =>
  messages.some((message) => words(message).some((word) => name.test(word)));

/** The messages that a framed page posts by itself, the same for all checks of a run. */
async function posted(trial: Trial): Promise<unknown[]> {
  const { key, send } = await prepare(trial);
  const { data } = await send({ presentation_mode: 'iframe' });
  const addresses = words(data).filter((word) => /^https?:/.test(word) && URL.canParse(word));
  const address = typeof data.url === 'string' ? data.url : addresses[0];
  if (!address || (addresses.length > 1 && !data.url))
    throw new NotTried('Say which field of the handoff has the address of the page');
  const known = key.memo.get('messages') as Promise<unknown[]> | undefined;
  const messages = known ?? framedMessages(address, trial.browser, (found) => hasPosted(found, /\bresize$/i));
  key.memo.set('messages', messages);
  return messages;
}

must.write`messages: a page in a frame says that it is ready, and its size [EMB-01] [EMB-02]`(
  async (trial) => {
    const messages = await posted(trial);
    for (const name of [/^service\.embed\.ready$/, /^service\.embed\.resize$/])
      ok(hasPosted(messages, name), `none is ${name}`);
  },
);

/** Texts that are no words, and numbers, are others in the next run. */
function withoutValues(value: unknown): unknown {
  if (typeof value === 'number') return Math.sign(value);
  if (typeof value === 'string') return /^[a-z_.:-]{1,60}$/i.test(value) ? value : 'a text';
  if (Array.isArray(value)) return value.map(withoutValues);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutValues(inner)]));
}

told.write`message-fields: the messages that a page in a frame posts by itself [GAP-99]`(async (trial) => {
  const texts = (await posted(trial)).map((message) => JSON.stringify(withoutValues(message)));
  return [...new Set(texts)].map((message) => JSON.parse(message));
});
