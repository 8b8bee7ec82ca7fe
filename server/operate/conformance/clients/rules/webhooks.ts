/** Registration, and the answers to deliveries. */
import { ok } from 'node:assert/strict';
import { defineRules } from '../../check.ts';
import { at } from '../../endpoints.ts';
import { bodies } from '../bodies.ts';
import { type Change, type Delivered, every, hasBody, idsOf, type Recording } from '../recording.ts';

const { rules, must, should } = defineRules('webhooks', 'Delivery');
/** The rules of this area. */
export const webhooks = rules;

const register = 'Do the task webhooks';
/** Statuses after which the service sends a delivery again. */
const isRepeated = (status: number | null) =>
  status === null || [408, 409, 425, 429, 500, 502, 503, 504].includes(status);

must`registration: it has the three named fields [WHK-03]`(hasBody(at.webhooks, bodies.webhooks, register));

should`address: it is an HTTPS address, or one on this machine [WHK-04]`((recording) =>
  every(recording.of(at.webhooks), register, ({ json }) =>
    ok(/^https:|^http:\/\/(127\.|localhost[:/]|\[::1\])/.test(`${json?.callback_url}`)),
  ),
);

const answered = (recording: Recording, change: Change, isRight: (delivery: Delivered) => boolean) =>
  every(
    recording.deliveries.filter((each) => each.change === change),
    register,
    (delivery) => ok(isRight(delivery), `got ${delivery.status ?? 'no answer'}`),
  );
const isTaken = ({ status }: Delivered) => status !== null && status >= 200 && status < 300;

// The service sends again what got no answer, so one attempt that was taken is enough.
must`taken: a delivery of the service gets 2xx [WHK-34]`((recording) =>
  answered(recording, 'none', ({ eventId }) =>
    recording.deliveries.some((each) => each.change === 'none' && each.eventId === eventId && isTaken(each)),
  ),
);
must`duplicate: the same delivery again gets 2xx [WHK-35]`((recording) =>
  answered(recording, 'again', isTaken),
);
must`forged: a delivery with the signature of another secret does not [WHK-30]`((recording) =>
  answered(recording, 'forged', (each) => !isTaken(each)),
);
should`terminal: it gets a status after which the service does not send it again [WHK-36]`((recording) =>
  answered(recording, 'forged', ({ status }) => !isRepeated(status)),
);
must`stale: a delivery signed six minutes ago does not get 2xx [WHK-32] [LIM-09]`((recording) =>
  answered(recording, 'stale', (each) => !isTaken(each)),
);
should`type: a delivery of an unknown type gets 2xx [WHK-46]`((recording) =>
  answered(recording, 'unknown type', isTaken),
);
should`version: so does one of an unknown version [WHK-46]`((recording) =>
  answered(recording, 'unknown version', isTaken),
);

should`hint: after an event the client reads the appointment [WHK-42]`((recording) =>
  every(
    recording.deliveries.filter(
      ({ change, type, scenario }) =>
        change === 'none' && type === 'appointment.results_ready' && scenario.goal === at.results,
    ),
    register,
    ({ appointmentId, atMs, scenario }) => {
      const reads = recording
        .of(at.appointment, at.appointments)
        .filter((each) => each.scenario === scenario && each.given && each.given.atMs >= atMs);
      ok(
        reads.some((each) => each.endpoint === at.appointments || idsOf(each)[0] === appointmentId),
        'did not read it',
      );
    },
  ),
);
