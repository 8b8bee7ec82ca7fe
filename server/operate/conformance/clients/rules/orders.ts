/** Prescreen, order, questionnaire, times. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { defineRules } from '../../check.ts';
import { at } from '../../endpoints.ts';
import { bodies } from '../bodies.ts';
import {
  dataOf,
  every,
  hasBody,
  idsOf,
  isDone,
  type Json,
  type Recorded,
  type Recording,
} from '../recording.ts';
import { productOf } from './discovery.ts';

const { rules, must, should } = defineRules('orders', 'Prescreen and order');
/** The rules of this area. */
export const orders = rules;

const book = 'Book an appointment';
const prescreened = 'Book a test that needs a prescreen';

must`prescreen-body: it has the named fields, and agrees to the contact with a physician [PRE-13] [PRE-17] [PRE-19]`(
  hasBody(at.prescreen, bodies.prescreen, prescreened),
);

must`payment: the payment reference is on the order, and on no other request [ORD-07] [PRE-18]`((recording) =>
  every(
    recording.exchanges.filter(({ json }) => json !== undefined),
    book,
    ({ body, endpoint }) =>
      equal(body.includes('external_payment_reference'), endpoint === at.order, 'has it, or lacks it'),
  ),
);

must`needed: a prescreen is submitted if the product requires it, and else not [PRE-02] [PRE-03] [DISC-33]`(
  (recording) =>
    every(recording.of(at.order), book, (order) => {
      const product = productOf(recording, order, [order.json?.catalog_id, order.json?.offering_id]);
      ok(product, 'the product was not read');
      const submitted = recording
        .before(order, at.prescreen)
        .filter(({ path }) => path.includes(product.test_type));
      equal(submitted.length > 0, product.is_prescreening_required);
      equal(order.json?.order_id !== undefined, product.is_prescreening_required, 'order_id');
    }),
);

must`body: it has the named fields [ORD-03] [ORD-04]`(hasBody(at.order, bodies.order, book));

must`customer: one id names the customer [ORD-05]`((recording) =>
  every(recording.of(at.order, at.prescreen), book, ({ json }) =>
    equal([json?.customer_identity_id, json?.external_customer_id].filter(Boolean).length, 1),
  ),
);

must`consent: it has one consent source, of the configured branch [CFG-22] [ORD-06]`((recording) =>
  every(recording.of(at.order, at.prescreen), book, ({ json, scenario }) => {
    const isPaper = scenario.key.customer_consent_mode === 'api_partner_pdf';
    deepEqual(
      ['consent_grant_id', 'partner_consent_evidence_id'].filter((name) => json?.[name] !== undefined),
      [isPaper ? 'partner_consent_evidence_id' : 'consent_grant_id'],
    );
  }),
);

must`grant: the grant is one that the client got [CONS-45]`((recording) =>
  every(
    recording.of(at.order, at.prescreen).filter(({ json }) => json?.consent_grant_id !== undefined),
    'Book with a consent on the page',
    (order) =>
      ok(
        recording.known(order, at.sign).some(({ grant }) => grant?.id === order.json.consent_grant_id),
        'is of nobody',
      ),
  ),
);

must`identity: the identity is one that the client got [IDN-11]`((recording) =>
  every(
    recording.of(at.order, at.prescreen).filter(({ json }) => json?.customer_identity_id !== undefined),
    book,
    (order) =>
      ok(
        recording
          .known(order, at.identity)
          .some(({ customer_identity_id: id }) => id === order.json.customer_identity_id),
        'is of nobody',
      ),
  ),
);

must`product: product and test are those of the offering [DISC-32] [DISC-47]`((recording) =>
  every(recording.of(at.order, at.prescreen), book, (order) => {
    const { catalog_id, offering_id, product_id, test_id } = order.json ?? {};
    const product = productOf(recording, order, [catalog_id, offering_id]);
    ok(product, 'the product was not read');
    deepEqual([product_id, test_id], [product.id, product.test_id]);
  }),
);

must`prescreened: the order has the id of the prescreen, and the same ids, customer and consent [ORD-08] [PRE-21]`(
  (recording) =>
    every(
      recording.of(at.order).filter(({ json }) => json?.order_id !== undefined),
      prescreened,
      (order) => {
        const { order_id: id, external_payment_reference: _, ...same } = order.json;
        const submission = recording
          .before(order, at.prescreen)
          .findLast((each) => isDone(each) && dataOf(each).order_id === id);
        ok(submission, 'order_id is of no prescreen');
        const { prescreen: __, ...shared } = submission.json;
        deepEqual(same, shared);
      },
    ),
);

const {
  rules: requested,
  must: mustAsk,
  should: shouldAsk,
} = defineRules('times', 'Questionnaire and scheduling');
/** The rules of questionnaire and times. */
export const times = requested;

mustAsk`questionnaire: it has the four named fields, and no text of the page [QST-12] [QST-09]`(
  hasBody(at.questionnaire, bodies.questionnaire, book),
);

mustAsk`definition: id and hash are those of the appointment's own definition [QST-04] [QST-13]`(
  (recording) =>
    every(recording.of(at.questionnaire), book, (request) => {
      const [definition] = recording.knownOf(request, at.definition);
      ok(definition, 'the definition was not read');
      const { questionnaire_definition_id, content_hash } = request.json ?? {};
      deepEqual([questionnaire_definition_id, content_hash], [definition.id, definition.content_hash]);
    }),
);

mustAsk`answers: they are to the questions of the definition [QST-12]`((recording) =>
  every(recording.of(at.questionnaire), book, (request) => {
    const [{ content } = {}] = recording.knownOf(request, at.definition);
    for (const [name, list] of [
      ['answers', content?.fields],
      ['acknowledgements', content?.acknowledgements],
    ]) {
      const given = Object.keys(request.json?.[name] ?? {});
      const known = (list ?? []).map(({ id }: Json) => id);
      const required = (list ?? []).filter((each: Json) => each.required).map(({ id }: Json) => id);
      deepEqual(
        [given.filter((id) => !known.includes(id)), required.filter((id: string) => !given.includes(id))],
        [[], []],
        name,
      );
    }
  }),
);

mustAsk`appointment: it is one that an order gave [ORD-18]`((recording) =>
  every(recording.of(at.questionnaire, at.schedule), book, (request) =>
    ok(
      recording
        .known(request, at.order)
        .flatMap(({ appointments }) => appointments)
        .some(({ appointment_id: id }: Json) => id === idsOf(request)[0]),
      'is of no order',
    ),
  ),
);

mustAsk`body: it has a time and one to three others, each with its offset [SCH-03] [SCH-04] [LIM-01]`(
  hasBody(at.schedule, bodies.schedule, book),
);

/** @returns all times that the client has read before a request */
const readBefore = (recording: Recording, request: Recorded): string[] =>
  recording
    .known(request, at.times)
    .flatMap(({ schedule }) => schedule.available_dates)
    .flatMap(({ available_times }: Json) => available_times)
    .map(({ available_time }: Json) => available_time);

mustAsk`exact: each time is byte for byte as the service gave it [DISC-39] [DISC-35] [HND-09]`((recording) =>
  every(recording.of(at.schedule, at.reschedule, at.handoff), book, (request) => {
    const {
      selected_appointment_date,
      new_requested_date,
      alternate_availabilities = [],
    } = request.json ?? {};
    const known = readBefore(recording, request);
    const asked = [selected_appointment_date ?? new_requested_date, ...alternate_availabilities];
    deepEqual(
      asked.filter((time) => !known.includes(time)),
      [],
    );
  }),
);

shouldAsk`different: no time is asked for twice [SCH-05]`((recording) =>
  every(recording.of(at.schedule, at.handoff), book, ({ json }) => {
    const asked = [json?.selected_appointment_date, ...(json?.alternate_availabilities ?? [])];
    equal(new Set(asked).size, asked.length);
  }),
);

// Also [ORD-15]
should`once: an order is placed once, and its appointment has one request for a time [IDEM-12]`((recording) =>
  every(recording.of(at.order, at.schedule).filter(isDone), book, (write) =>
    equal(
      recording
        .of(write.endpoint ?? '')
        .filter((each) => each.scenario === write.scenario && isDone(each) && each.path === write.path)
        .filter((each) => JSON.stringify(each.json) === JSON.stringify(write.json))
        .every((each) => each.headers['idempotency-key'] === write.headers['idempotency-key']),
      true,
      'was sent under another key too',
    ),
  ),
);
