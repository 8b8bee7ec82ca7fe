/** The wire format of the admin API: the views of customers and bookings, and the actions of operators. */
import { z } from 'zod';
import { operatorActionNames, operatorRoles } from './operator-roles.ts';

const text = z.string();
const optional = text.nullable();
const time = z.iso.datetime();
const tries = z.int();

/** The largest note, in characters. */
const longestNote = 2000;

/** A reference from a user's screen, an id of the log, or the partner's own id of the user. */
const reference = z.string().trim().min(1).max(200);
/** The partner's own id of its user. */
const subject = z.string().min(1).max(1000);
const noteText = z
  .string()
  .trim()
  .min(1, 'Write a note.')
  .max(longestNote, `A note has at most ${longestNote} characters.`);

/** The body of a lookup. */
export const lookupRequest = z.object({
  reference,
  /** Whether to show the texts of notes. */
  notes: z.boolean().default(false),
});
/** The body of a retry or a release. */
export const referenceRequest = z.object({ reference });
/** The body of a request about the waiting work of all users. */
export const waitingRequest = z.object({
  /** Only parked writes with this reason. */
  reason: text.max(100).optional(),
  /** Only work that began at this time or later. */
  since: z.iso.datetime({ offset: true }).optional(),
});
export type WaitingRequest = z.infer<typeof waitingRequest>;
/** The body of a new note. */
export const noteRequest = z.object({ reference, text: noteText });
/** The body of a request about one customer. */
export const subjectRequest = z.object({ subject });
/** The body of an erasure. */
export const eraseRequest = z.object({
  subject,
  /** The subject once more, as the operator typed it. */
  confirm: text,
  /** Erases although a booking is under way. */
  even_under_way: z.boolean().default(false),
});

/** The operator whose key the request has. */
export const operatorView = z.object({
  name: text,
  role: z.enum(operatorRoles),
  /** What the role may do. Other actions are refused with `operator_not_allowed`. */
  actions: z.array(z.enum(operatorActionNames)),
});
export type OperatorView = z.infer<typeof operatorView>;

/** A request that failed. */
const failedRequest = z.object({
  /** The id of the request in the log. */
  request_id: text,
  /** The id of the service's own request; null if the service was not involved. */
  upstream_request_id: optional,
  at: time,
  method: text,
  /** The pattern of the route. */
  route: text,
  status: z.int(),
  /** The code of the problem. */
  code: text,
});

/** The records of one customer, the newest first, without health data. */
export const supportRecords = z.object({
  /** Null if the reference is of a failed request, and nothing is stored of its user. */
  subject: optional,
  /** The kind of thing that the reference names. */
  found_by: z.enum(['user', 'record', 'order', 'response', 'request']),
  /** The failed request that the reference names; null if it names something else. */
  failed_request: failedRequest.nullable(),
  /** The booking that the reference names: the id of a journey, appointment, handoff or purchase; null for a user. */
  booking_id: optional,
  journeys: z.array(
    z.object({
      id: text,
      state: text,
      step: optional,
      notice: optional,
      waits_for: optional,
      /** `begun` or `paid`; null before it begins. */
      payment: optional,
      /** The number that the customer sees; null before the order. */
      reference: optional,
      appointment_id: optional,
      created_at: time,
      updated_at: time,
    }),
  ),
  appointments: z.array(
    z.object({
      id: text,
      order_id: text,
      /** The number that the customer sees. */
      reference: text,
      flow: text,
      status: optional,
      change: z.object({ kind: text, state: text, reference: optional }).nullable(),
      read_at: time.nullable(),
      created_at: time,
    }),
  ),
  handoffs: z.array(
    z.object({ id: text, order_id: text, is_current: z.boolean(), state: optional, updated_at: time }),
  ),
  purchases: z.array(
    z.object({ id: text, order_id: optional, refused_as: optional, created_at: time, updated_at: time }),
  ),
  writes: z.array(
    z.object({
      id: text,
      owner_id: text,
      kind: text,
      /** `due`: to be sent, or waiting for the next try; `parked`: the tries are used up; `settled`: done. */
      state: text,
      /** Why it is parked, a code; null otherwise. */
      reason: optional,
      tries,
      /** Null while a server works on it, and if only a retry or another API key sends it again. */
      next_try_at: time.nullable(),
      /** The status of the response; 0 if an operator gave the write up. */
      status: z.int().nullable(),
      code: optional,
      reference: optional,
      /** Whether `release` can give the write up. */
      can_release: z.boolean(),
      /** The advice for a parked write that cannot be given up. */
      advice: optional,
      created_at: time,
      updated_at: time,
    }),
  ),
  /** The consents that the user signed. An export has their texts. */
  consents: z.array(z.object({ id: text, journey_id: text, signed_at: time })),
  documents: z.array(z.object({ id: text, owner_id: text, phase: text, tries, updated_at: time })),
  physician_orders: z.array(z.object({ appointment_id: text, phase: text, tries, updated_at: time })),
  events: z.array(
    z.object({
      id: text,
      type: optional,
      booking_id: text,
      sequence: z.int(),
      receiver: text,
      state: text,
      tries,
      next_try_at: time.nullable(),
      created_at: time,
    }),
  ),
  /** Events of the testing service. */
  service_events: z.array(z.object({ id: text, type: text, ref: optional, received_at: time })),
  notes: z.array(
    z.object({
      id: text,
      booking_id: optional,
      author: text,
      length: z.int(),
      /** Null unless the texts were asked for. */
      text: optional,
      created_at: time,
    }),
  ),
});
export type SupportRecords = z.infer<typeof supportRecords>;

const waiting = {
  /** A write to the testing service, or an event to your backend. */
  kind: z.enum(['write', 'event']),
  /** The kind of the write, such as `order.place`; null for an event. */
  write: optional,
  /** `due`: the server tries it again by itself. */
  state: z.enum(['due', 'parked']),
  /** Why the write is parked, a code; null otherwise. */
  reason: optional,
};
/** The work of all users that is parked, or has had no outcome for a minute; the oldest first. */
export const waitingWork = z.object({
  groups: z.array(z.object({ ...waiting, count: z.int(), oldest_at: time })),
  /** At most 1,000. */
  items: z.array(
    z.object({
      ...waiting,
      id: text,
      /** The booking, appointment or other record that waits for it: a reference for a lookup. */
      owner_id: text,
      tries,
      created_at: time,
      /** Null while a server works on it, and if only a retry or another API key sends it again. */
      next_try_at: time.nullable(),
    }),
  ),
});
export type WaitingWork = z.infer<typeof waitingWork>;

/** The servers of the database, its queues, and the last contact with the testing service. */
export const installationView = z.object({
  /** The version of the server that responds. */
  version: text,
  /** The latest start first. A server that stops in order is not in the list. */
  servers: z.array(
    z.object({
      id: text,
      /** The name of the machine, and the number of the process. */
      name: text,
      version: text,
      started_at: time,
      seen_at: time,
      /** Whether it has not been seen for two minutes. */
      is_gone: z.boolean(),
      /** When the service last responded to this server; null if it has not since the server started. */
      service_responded_at: time.nullable(),
      /** When the service last did not respond, or with 429 or 5xx; null if that has not happened. */
      service_failed_at: time.nullable(),
    }),
  ),
  /** The latest times of all servers. */
  service: z.object({ responded_at: time.nullable(), failed_at: time.nullable() }),
  /** Unfinished work. */
  queues: z.object({
    writes: z.array(z.object({ flow: text, state: text, count: z.int(), oldest_at: time })),
    events: z.array(z.object({ state: text, count: z.int() })),
    documents: z.array(z.object({ phase: text, count: z.int() })),
    /** Reads that events of the service requested. */
    reads: z.int(),
    /** The time of the oldest record of the access log that the sink lacks; null if it has all. */
    access_log_since: time.nullable(),
  }),
});
export type InstallationView = z.infer<typeof installationView>;

const workItem = z.object({
  kind: z.enum(['write', 'event', 'document', 'physician_order', 'read', 'booking']),
  id: text,
  /** The kind of the write, such as `order.place`; null for other work. */
  write: optional,
  /** A sentence for the operator. */
  message: text,
});
/** One piece of work that an operator's action concerns. */
export type WorkItem = z.infer<typeof workItem>;

/** The work that a retry or a release did, and the work that it refused. */
export const actionResult = z.object({ done: z.array(workItem), refused: z.array(workItem) });
export type ActionResult = z.infer<typeof actionResult>;

/** The note that was added. */
export const noteResult = z.object({ id: text, booking_id: optional, length: z.int() });

const counts = z.record(text, z.int());
/** It holds no health data. The message is a sentence for the operator, without the id. */
const underWay = z.array(z.object({ kind: text, id: text, message: text }));
const erased = z.object({ id: text, at: time, state: text, removed: counts }).nullable();

/** How many records a customer has, what is under way, and the last erasure. */
export const customerView = z.object({ subject: text, records: counts, under_way: underWay, erased });
export type CustomerView = z.infer<typeof customerView>;

/** The export of a customer, as `dx-booking customers export` writes it. */
export const customerExport = z.object({
  format: text,
  /** Raised by each change of the document that an existing reader does not understand. */
  version: z.int(),
  subject: text,
  exported_at: time,
  /** A record has its ids, states and times, and its decrypted values by column. */
  records: z.record(text, z.array(z.looseObject({}))),
});
export type CustomerExport = z.infer<typeof customerExport>;

/** The result of an erasure. `erased` is null if it was refused because something is under way. */
export const eraseResult = customerView.extend({
  order_ids: z.array(text),
  appointment_ids: z.array(text),
});
export type EraseResult = z.infer<typeof eraseResult>;
