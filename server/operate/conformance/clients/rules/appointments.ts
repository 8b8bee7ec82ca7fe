/** Appointments after the request: reading, changing, forms, results; and the hosted page. */
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { defineRules } from '../../check.ts';
import { at } from '../../endpoints.ts';
import { bodies } from '../bodies.ts';
import {
  every,
  hasBody,
  idsOf,
  isDone,
  type Json,
  keyOf,
  onlyNamed,
  type Recorded,
  type Recording,
} from '../recording.ts';

const { rules, must, should } = defineRules('appointments', 'Appointments');
/** The rules of this area. */
export const appointments = rules;

const change = 'Do the task changes';

should`read: the appointment is read after a time was asked for [APT-09]`((recording) =>
  every(recording.of(at.schedule).filter(isDone), 'Book an appointment', (request) =>
    ok(recording.after(request, at.appointment, at.appointments).length > 0, 'is not followed by a read'),
  ),
);

must`list: it has only the named parameters [APT-03]`((recording) =>
  every(recording.of(at.appointments), 'List appointments', (request) =>
    onlyNamed(
      request,
      'email order_id appointment_id status results_status test_type updated_after limit cursor',
    ),
  ),
);

must`cancel: it has the named fields [APT-35] [LIM-02] [APT-44]`(hasBody(at.cancel, bodies.cancel, change));

must`reschedule: it has the named fields, and at most three other times [APT-39] [APT-40] [APT-44]`(
  hasBody(at.reschedule, bodies.reschedule, change),
);

must`penalty: it is agreed to only after the service has warned of it, under another key [APT-43] [ERR-21]`(
  (recording) =>
    every(
      recording
        .of(at.cancel, at.reschedule)
        .filter(({ json }) => json?.confirm_within_24_hour_penalty === true),
      change,
      (request) => {
        const warned = recording
          .before(request, request.endpoint ?? '')
          .find(
            ({ given, path }) => path === request.path && codeOf(given?.json) === 'WITHIN_24_HOUR_WINDOW',
          );
        ok(warned, 'was not warned of');
        notEqual(keyOf(request), keyOf(warned));
      },
    ),
);

const codeOf = (json: Json): unknown => json?.error?.details?.code;
/** Whether the client read the appointment of a request before. An event is only a hint. */
const wasRead = (recording: Recording, request: Recorded, fits: (appointment: Json) => boolean) => {
  const [id] = idsOf(request);
  const single = recording.known(request, at.appointment);
  const listed = recording.known(request, at.appointments).flatMap(({ items }) => items);
  return [...single, ...listed].some((each: Json) => each.appointment_id === id && fits(each));
};

must`check-in: the link is read after the appointment was seen confirmed [APT-49]`((recording) =>
  every(recording.of(at.checkIn), change, (request) =>
    ok(
      wasRead(recording, request, ({ status }) => status === 'confirmed'),
      'was not seen confirmed',
    ),
  ),
);

must`signed-form: the appointment is read before its form [APT-59]`((recording) =>
  every(recording.of(at.signedForm), 'Let a physician sign on the page', (request) =>
    ok(
      wasRead(recording, request, () => true),
      'was not read',
    ),
  ),
);

must`results: they are read with the named parameters [RES-03]`((recording) =>
  every(recording.of(at.results), 'Do the task webhooks', (request) =>
    onlyNamed(request, 'order_id limit offset'),
  ),
);

const { rules: handoffRules, must: mustHandOff } = defineRules('handoff', 'Hosted scheduling handoff');
/** The rules of the hosted page. */
export const handoffs = handoffRules;

mustHandOff`body: it has the named fields [HND-08] [HND-10] [LIM-12]`(
  hasBody(at.handoff, bodies.handoff, 'Do the task co-branded'),
);

mustHandOff`age: the customer is from 16 to 100 years old [LIM-13]`((recording) =>
  every(recording.of(at.handoff), 'Do the task co-branded', ({ json, atMs }) => {
    const [year = 0, month = 0, day = 0] = String(json?.customer_data?.date_of_birth).split('-').map(Number);
    const age = (on: Date) =>
      on.getUTCFullYear() -
      year -
      (on.getUTCMonth() + 1 < month || (on.getUTCMonth() + 1 === month && on.getUTCDate() < day) ? 1 : 0);
    const years = age(new Date(atMs));
    ok(years >= 16 && years <= 100, `is ${years}`);
  }),
);

mustHandOff`frame: controls are hidden only in a frame [HND-16] [HND-17]`((recording) =>
  every(recording.of(at.handoff), 'Do the task co-branded', ({ json }) => {
    if (json?.ui_controls !== undefined) equal(json.presentation_mode, 'iframe');
  }),
);

mustHandOff`order: the order is one that the client got [HND-05]`((recording) =>
  every(recording.of(at.handoff), 'Do the task co-branded', (request) =>
    deepEqual(
      recording.known(request, at.order).some(({ order_id: id }) => id === idsOf(request)[0]),
      true,
    ),
  ),
);
