/** What each role of an operator may do, over the admin API. */
import { expect, it } from 'vitest';
import { adminOperations } from '../../../server/contract/admin-api/operations.ts';
import {
  actionsOfRole,
  type OperatorAction,
  type OperatorRole,
  operatorActionNames,
  operatorActions,
  operatorRoles,
} from '../../../server/contract/admin-api/operator-roles.ts';
import { newOperatorKey } from '../../../server/operate/admin/guards.ts';
import { book } from '../../support/booked-appointment.ts';
import { readDocument, sectionOf, tableRows } from '../../support/documents.ts';
import { serverOfFile } from '../../support/server-of-test.ts';
import { askAdmin } from '../ask-admin.ts';

const keys = Object.fromEntries(
  operatorRoles.map((role) => [role, newOperatorKey(`one-${role}`, role)]),
) as Record<OperatorRole, { key: string; entry: string }>;
const second = newOperatorKey('second', 'privacy');
const entries = [...Object.values(keys), second].map(({ entry }) => entry);
const service = await serverOfFile({ env: { ADMIN_PORT: '0', ADMIN_KEYS: entries.join(',') } });
const store = await service.store();
const send = (route: string, body: object | undefined, key: string) => askAdmin(service, key, route, body);

const subject = 'user-ana';
const requests: Record<OperatorAction, [route: keyof typeof adminOperations, body: object]> = {
  lookup: ['POST /support/lookup', { reference: subject }],
  list: ['POST /support/list', {}],
  retry: ['POST /support/retry', { reference: subject }],
  note: ['POST /support/note', { reference: subject, text: 'Called back.' }],
  show: ['POST /customers/show', { subject }],
  export: ['POST /customers/export', { subject }],
  retry_parked: ['POST /support/retry-parked', {}],
  release: ['POST /support/release', { reference: subject }],
  erase: ['POST /customers/erase', { subject, confirm: subject }],
};

it('every operation is an action of the table, except those without a role', () => {
  const free = ['GET /operator', 'GET /installation', 'GET /openapi.json'];
  const routes = Object.values(requests).map(([route]) => route);
  expect([...routes, ...free].toSorted()).toEqual(Object.keys(adminOperations).toSorted());
});

it('the guide has the table of roles and actions', async () => {
  const rows = tableRows(sectionOf(await readDocument('server/support.md'), '### Roles'));
  expect(rows.map(([action, , ...marks]) => [action, ...marks])).toEqual(
    operatorActionNames.map((name) => [
      `\`${name}\``,
      ...operatorRoles.map((role) => (actionsOfRole(role).includes(name) ? 'yes' : 'no')),
    ]),
  );
});

const matrix = operatorRoles.flatMap((role) => operatorActionNames.map((action) => ({ role, action })));

it.each(matrix)('$role: $action', async ({ role, action }) => {
  // A later role finds the customer that an earlier one could have erased: the booking is under way.
  if ((await store.db.selectFrom('journeys').select('id').execute()).length === 0) await book(service, 'ana');
  const { key } = keys[role];
  const { actions } = (await send('GET /operator', undefined, key)).body;
  const isAllowed = actionsOfRole(role).includes(action);
  expect(actions.includes(action)).toBe(isAllowed);
  const { status, body } = await send(...requests[action], key);
  expect(isAllowed ? status < 300 : [status, body.code]).toEqual(
    isAllowed ? true : [403, 'operator_not_allowed'],
  );
  const record = await store.db
    .selectFrom('access_log')
    .selectAll()
    .where('actor', '=', `operator:one-${role}`)
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(record.action).toBe(operatorActions[action].logged);
  if (!isAllowed) expect(record.outcome).toBe('refused');
  // Who was asked about is in the record of a refusal too.
  expect(record.subject !== null).toBe(
    'reference' in requests[action][1] || 'subject' in requests[action][1],
  );
});

it('limits the exports of one key in an hour', async () => {
  const statuses: number[] = [];
  let last = await send(...requests.export, second.key);
  for (let count = 1; count < 21; count++) {
    statuses.push(last.status);
    last = await send(...requests.export, second.key);
  }
  expect(statuses.every((status) => status === 200)).toBe(true);
  expect([last.status, last.body.code]).toEqual([429, 'too_many_requests']);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(3_000);
  const records = await store.db
    .selectFrom('access_log')
    .select('outcome')
    .where('actor', '=', 'operator:second')
    .orderBy('at')
    .orderBy('seq')
    .execute();
  expect(records.map(({ outcome }) => outcome)).toEqual([...Array(20).fill('done'), 'refused']);
  // Another key has a limit of its own.
  expect((await send(...requests.export, keys.privacy.key)).status).toBe(200);
});
