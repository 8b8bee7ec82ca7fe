/** Customer identities. */
import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { answers, done, each } from '../assertions.ts';
import { defineArea } from '../check.ts';
import { brief } from '../client.ts';
import { identify, identityBody, identities as path } from '../customer.ts';
import type { Shape } from '../shapes.ts';

const { must, should, told, checks } = defineArea('identities', 'Endpoints: Identity', null);
/** The checks of this area. */
export const identities = checks;

must.write`update: external_customer_id creates an identity, and then updates it [IDN-01] [IDN-09] [IDN-10]`(
  async ({ partner }) => {
    const body = identityBody();
    const created = await done(partner.post<Shape<'identity'>>(path, body));
    const updated = await done(partner.post<Shape<'identity'>>(path, { ...body, last_name: 'Renamed' }));
    equal(updated.customer_identity_id, created.customer_identity_id);
    notEqual(await identify(partner), created.customer_identity_id);
  },
);

must.write`read: an identity is read by its id, by its own partner only [IDN-13] [AUTH-10]`(async (trial) => {
  const id = await identify(trial.partner);
  const { data } = await trial.partner.get<Shape<'identity'>>(`${path}/${id}`);
  equal(data.customer_identity_id, id);
  answers(await (await trial.stranger()).get(`${path}/${id}`), 404);
});

should.read`bad-fields: a field of another form is refused, and named [IDN-03] [IDN-05] [IDN-06] [GAP-37]`(
  ({ partner }) =>
    each(
      [
        ['sex', { sex: 'other' }],
        ['date_of_birth', { date_of_birth: '02/03/1970' }],
        ['email', { email: 'nobody' }],
        ['email', { email: undefined }],
        ['first_name', { first_name: ' ' }],
        ['postal_code', { address: { ...identityBody().address, postal_code: undefined } }],
      ] as const,
      async ([field, changes]) => {
        const answer = await partner.post(path, identityBody(changes));
        answers(answer, 400);
        equal(JSON.stringify(answer.error.details).includes(field), true);
      },
    ),
);

told.write`statuses: the statuses of a creation and an update, and unknown fields [GAP-15] [GAP-111]`(
  async ({ partner }) => {
    const body = identityBody();
    const created = await partner.post(path, body);
    deepEqual(created.status < 300, true);
    return {
      created: brief(created),
      updated: brief(await partner.post(path, { ...body, last_name: 'Renamed' })),
      'an unknown field': brief(await partner.post(path, { ...body, nickname: 'A' })),
    };
  },
);
