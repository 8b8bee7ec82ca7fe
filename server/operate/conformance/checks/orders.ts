/** Prescreens and orders. */
import { deepEqual, equal, notEqual, ok, partialDeepStrictEqual } from 'node:assert/strict';
import { answers, done, each } from '../assertions.ts';
import { consent, nobody, orderBody, pairOf, prescreen, prescreenBody, read, ready } from '../booking.ts';
import { defineArea } from '../check.ts';
import { brief, type Client } from '../client.ts';
import { customerBody, identify, identities, identityBody } from '../customer.ts';
import type { Ready } from '../ordered.ts';
import { type Shape, testTypes } from '../shapes.ts';

const { must, should, told, checks } = defineArea('orders', 'Endpoints: Prescreen and order', {
  customer_consent_mode: 'service_consent_api',
});
/** The checks of this area. */
export const orders = checks;

const forms = '/v1/tests';
const place = (client: Client, from: Ready, changes: object = {}) =>
  client.post<Shape<'order'>>('/v1/orders', orderBody(from, changes));

must.read`form: the form asks for every required field, and for the consent to call the physician [PRE-01] [PRE-04]`(
  async ({ partner }) => {
    const form = await done(partner.get<Shape<'prescreenForm'>>(`${forms}/CALST/prescreen-form`));
    const fields = form.copy.sections.flatMap((section) => section.fields);
    const names = [...fields.map(({ name }) => name), form.copy.consent.field];
    deepEqual(
      form.required_fields.filter((name) => !names.includes(name)),
      [],
    );
    equal(form.copy.consent.field, 'pcp_consent');
    for (const { name, required } of fields) equal(form.required_fields.includes(name), required);
  },
);

told.read`forms: which tests have a form, and what it consists of [GAP-44]`(async ({ partner }) => {
  const found: Record<string, string> = {};
  for (const type of testTypes) found[type] = brief(await partner.get(`${forms}/${type}/prescreen-form`));
  const { copy, validation_rules } = await done(
    partner.get<Shape<'prescreenForm'>>(`${forms}/CALST/prescreen-form`),
  );
  const fields = copy.sections.flatMap((section) => section.fields);
  return {
    ...found,
    controls: [...new Set(fields.map(({ control }) => control))],
    optional: fields.filter(({ required }) => !required).map(({ name }) => name),
    rules: Object.keys(Object(validation_rules)),
  };
});

must.write`prescreened: an order has the order_id of its prescreen [PRE-15] [PRE-20]`(async (trial) => {
  const from = await ready(trial.partner, 'CALST');
  const { order_id } = await done(prescreen(trial.partner, from));
  const ordered = await place(trial.partner, from, { order_id });
  answers(ordered, 201);
  equal(ordered.data.order_id, order_id);
  await trial.committed({ prescreens: 1, orders: 1, appointments: 1 });
});

should.write`bad-answers: a wrong answer is refused, and named [PRE-07] [PRE-12] [PRE-14]`(
  async ({ partner }) => {
    const from = await ready(partner, 'CALST');
    await each(
      [
        ['dob', '1970-02-03'],
        ['dob', '13/03/1970'],
        ['pcp_consent', false],
        ['pcp_consent', undefined],
        ['diabetes', 'no'],
        ['smoker', undefined],
      ] as const,
      async ([field, value]) => {
        const { status, error } = await prescreen(partner, from, {
          prescreen: prescreenBody({ [field]: value }),
        });
        ok([400, 422].includes(status), `${status}`);
        ok(JSON.stringify(error.details).includes(field));
      },
    );
  },
);

told.write`birth-dates: a prescreen with a date of birth that is no day, and with another than the identity's [PRE-22]`(
  async ({ partner }) => {
    const from = await ready(partner, 'CALST');
    const sent = async (dob: string) =>
      brief(await prescreen(partner, from, { prescreen: prescreenBody({ dob }) }));
    return { 'no day': await sent('02/30/1970'), another: await sent('02/04/1970') };
  },
);

must.write`prescreen-body: a prescreen has the fields of an order, without the payment [PRE-13] [PRE-17] [CFG-23] [ERR-37] [GAP-43]`(
  async ({ partner }) => {
    const from = await ready(partner, 'CALST');
    await each(
      ['catalog_id', 'offering_id', 'product_id', 'test_id', 'customer', 'prescreen'],
      async (field) => answers(await prescreen(partner, from, { [field]: undefined }), 400),
    );
    const without = await prescreen(partner, from, { consent_grant_id: undefined });
    equal(without.code, 'CONSENT_GRANT_REQUIRED');
  },
);

told.write`prescreen: refusals of a prescreen and of an order after it [GAP-42] [GAP-45] [GAP-46]`(
  async ({ partner }) => {
    const from = await ready(partner, 'CALST');
    const submit = async (changes: object) => brief(await prescreen(partner, from, changes));
    const refusals = {
      'a payment reference': await submit({ external_payment_reference: 'payment-1' }),
      'a wrong answer': await submit({ prescreen: prescreenBody({ diabetes: 'no' }) }),
      'an unknown answer': await submit({ prescreen: prescreenBody({ allergies: true }) }),
    };
    const { order_id } = await done(prescreen(partner, from));
    const order = async (changes: object) => brief(await place(partner, from, { order_id, ...changes }));
    return {
      ...refusals,
      'another profile': await order({ customer: customerBody({ last_name: 'Renamed' }) }),
      'another test': await order(await pairOf(partner, 'DEXA')),
      'another prescreen': await order({ order_id: nobody }),
      ordered: await order({}),
      again: await order({}),
    };
  },
);

must.write`prescreen-first: a test that needs a prescreen is not ordered without [ENV-12]`(
  async ({ partner }) => {
    const refused = await place(partner, await ready(partner, 'CALST'));
    ok(refused.status >= 400 && refused.status < 500, brief(refused));
  },
);

told.write`step-order: the answer to an order without its prescreen, and to the prescreen of another test [GAP-02] [GAP-97]`(
  async ({ partner }) => {
    const from = await ready(partner, 'CALST');
    return [
      brief(await place(partner, from)),
      brief(await prescreen(partner, { ...from, testType: 'DEXA' })),
    ];
  },
);

must.write`order: an order has one appointment, which can be read [ORD-03] [ORD-01] [ORD-11] [ORD-12] [ORD-13] [APT-08] [APT-11] [APT-12]`(
  async (trial) => {
    const from = await ready(trial.partner, 'DEXA');
    const { status, data } = await place(trial.partner, from);
    equal(status, 201);
    partialDeepStrictEqual(data, { appointments_created: 1, customer: { email: 'ada@partner.example' } });
    const [appointment] = data.appointments;
    partialDeepStrictEqual(appointment, {
      appointment_status: 'Created',
      results_status: 'WaitingResults',
      test_type: 'DEXA',
    });
    const shown = await read(trial.partner, { path: `/v1/appointments/${appointment?.appointment_id}` });
    equal(shown.order_id, data.order_id);
    await trial.committed({ orders: 1, appointments: 1 });
  },
);

must.write`customer: external_customer_id identifies the customer too, and one of both is needed [ORD-03]`(
  async ({ partner }) => {
    const external_customer_id = identityBody().external_customer_id;
    const from = await ready(partner, 'DEXA');
    const body = identityBody({ external_customer_id });
    const { customer_identity_id } = await done(partner.post<Shape<'identity'>>(identities, body));
    const consent_grant_id = await consent(partner, customer_identity_id, 'DEXA');
    const external = { customer_identity_id: undefined, external_customer_id, consent_grant_id };
    answers(await place(partner, from, external), 201);
    answers(await place(partner, from, { customer_identity_id: undefined }), 400);
    answers(await place(partner, from, { customer_identity_id: nobody }), 404);
  },
);

told.write`both-ids: both identifiers of a customer, unknown fields and ids of another offering [GAP-49] [GAP-12] [GAP-51] [GAP-52]`(
  async ({ partner }) => {
    const from = await ready(partner, 'DEXA');
    const odd = {
      both: { external_customer_id: 'customer-1' },
      'an unknown field': { coupon: 'x' },
      'a long payment reference': { external_payment_reference: 'x'.repeat(256) },
      'another product': { product_id: nobody },
      'another test': { test_id: nobody },
      'an unknown offering': { offering_id: nobody },
    };
    const answered: Record<string, unknown> = {};
    for (const [name, changes] of Object.entries(odd))
      answered[name] = brief(await place(partner, from, changes));
    const { data } = await place(partner, from);
    const { pricing_rule_type, pricing_rule_value, source, quest_codes } = data;
    return { ...answered, pricing_rule_type, pricing_rule_value, source, quest_codes };
  },
);

must.write`payment: an order has an external_payment_reference [ORD-03]`(async ({ partner }) => {
  const from = await ready(partner, 'DEXA');
  answers(await place(partner, from, { external_payment_reference: undefined }), 400);
});

must.write`profile: an invalid profile names its missing and its wrong fields [ERR-13] [ORD-04] [GAP-47]`(
  async ({ partner }) => {
    const customer = customerBody({
      email: 'nobody',
      last_name: '',
      sex: undefined,
      address: { address_line_1: '1 Invented Way', city: 'New York', state: 'NY' },
    });
    const { status, error } = await place(partner, await ready(partner, 'DEXA'), { customer });
    equal(status, 400);
    const details = error.details as { code: string; field_errors: object; missing_fields: string[] };
    deepEqual(Object.keys(details).sort(), ['code', 'field_errors', 'missing_fields']);
    equal(details.code, 'INVALID_CUSTOMER_PROFILE');
    ok('email' in details.field_errors);
    ok(details.missing_fields.includes('sex'));
  },
);

told.write`mandatory: which fields of a profile are mandatory, and how they are named [GAP-48] [GAP-50] [GAP-47]`(
  async ({ partner }) => {
    const from = await ready(partner, 'DEXA');
    const empty = await place(partner, from, { customer: { address: {} } });
    const odd = await place(partner, from, { customer: customerBody({ height: 5000 }) });
    const address = { ...customerBody().address, address_line_2: 'Floor 2' };
    const full = await place(partner, from, {
      customer: customerBody({ height: 66.5, weight: 150, address }),
    });
    return [empty.error.details, odd.error.details, brief(full)];
  },
);

must.write`grant: a grant is for its customer and its test only [CFG-23] [ERR-37] [ORD-10] [GAP-30]`(
  async (trial) => {
    const { partner } = trial;
    const from = await ready(partner, 'DEXA');
    equal((await place(partner, from, { consent_grant_id: undefined })).code, 'CONSENT_GRANT_REQUIRED');
    const others = {
      unknown: nobody,
      'of another test': await consent(partner, from.identityId, 'VO2'),
      'of another customer': await consent(partner, await identify(partner), 'DEXA'),
    };
    await each(Object.entries(others), async ([, consent_grant_id]) => {
      const { status } = await place(partner, from, { consent_grant_id });
      ok(status >= 400 && status < 500, `${status}`);
    });
    await trial.committed({ orders: 0 });
    const [first, second] = [await place(partner, from), await place(partner, from)];
    deepEqual([first.status, second.status], [201, 201]);
    notEqual(first.data.order_id, second.data.order_id);
  },
);

must.levers`grant-expiry: a grant ends when it says so [ORD-10] [GAP-31]`(async (trial) => {
  await trial.set({ consent_grant_seconds: 60 });
  const from = await ready(trial.partner, 'DEXA');
  await trial.advance(61);
  equal((await place(trial.partner, from)).code, 'CONSENT_GRANT_REQUIRED');
});

told.levers`sources: consent sources of the other branch, and both at once [GAP-03] [GAP-31]`(
  async (trial) => {
    const { partner } = trial;
    const from = await ready(partner, 'DEXA');
    const evidence = { partner_consent_evidence_id: nobody };
    const none = { consent_grant_id: undefined };
    const send = async (changes: object) => brief(await place(partner, from, changes));
    const service = {
      both: await send(evidence),
      evidence: await send({ ...evidence, ...none }),
      none: await send(none),
      unknown: await send({ consent_grant_id: nobody }),
      'of another test': await send({ consent_grant_id: await consent(partner, from.identityId, 'VO2') }),
    };
    await trial.control('PATCH', `/keys/${partner.prefix}`, { customer_consent_mode: 'api_partner_pdf' });
    const paper = {
      none: await send(none),
      grant: await send({}),
      'unknown evidence': await send({ ...none, ...evidence }),
    };
    return { service, paper };
  },
);
must.write`both-sources: an order has exactly one consent source [CFG-23]`(async ({ partner }) => {
  const both = await place(partner, await ready(partner, 'DEXA'), { partner_consent_evidence_id: nobody });
  ok(both.status >= 400 && both.status < 500, brief(both));
});

must.levers`frozen: a prescreen and an appointment continue when the configuration changes [CFG-16] [CFG-17]`(
  async (trial) => {
    const { partner } = trial;
    const from = await ready(partner, 'CALST');
    const before = await partner.get<{ configuration_version: unknown }>('/v1/integration-configuration');
    const { order_id } = await done(prescreen(partner, from));
    await trial.control('PATCH', `/keys/${partner.prefix}`, { customer_consent_mode: 'api_partner_pdf' });
    const after = await partner.get<{ configuration_version: unknown }>('/v1/integration-configuration');
    notEqual(after.data.configuration_version, before.data.configuration_version);
    equal(
      (await place(partner, from, { order_id, consent_grant_id: undefined })).code,
      'CONSENT_GRANT_REQUIRED',
    );
    const { status, data } = await place(partner, from, { order_id });
    equal(status, 201);
    answers(await partner.get(`/v1/appointments/${data.appointments[0]?.appointment_id}`), 200);
  },
);
