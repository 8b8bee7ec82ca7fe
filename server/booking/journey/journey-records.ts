/** Describes stored journeys and their drafts, for erasure, retention, exports and support. */
import { sql } from 'kysely';
import { draft } from '../../contract/journey-api/answers.ts';
import { isoTime, recordKind } from '../../core/store/record-kind.ts';
import { isRepeatable } from '../../upstream/write-kinds.ts';
import { referenceOf, storedJourney } from './journey-state.ts';

/** The journeys of a customer. */
export const journeyRecords = recordKind({
  table: 'journeys',
  kind: 'journeys',
  columns: { body: { schema: storedJourney } },
  id: 'id',
  age: 'created_at',
  exported: ['id', 'state', 'created_at', 'updated_at'],
  names: ['id'],
  underWay: {
    message: 'A booking has a payment or an order, and is not finished.',
    // A booking in which nothing was paid or ordered is not under way: the customer can begin again.
    holds({ values }) {
      if (values?.body.state !== 'open') return false;
      const { payment, order, pending } = values.body;
      return payment !== null || order !== null || pending !== null;
    },
    // With an order its appointment decides, and without one `expires`.
    isForErasureOnly: () => true,
  },
  // The service does not show in a status that the questionnaire ruled the test out.
  ends({ values }) {
    const { questionnaire, order } = values?.body ?? {};
    return questionnaire?.outcome.status === 'blocked' && order ? [order.appointment_id] : [];
  },
  booking: {
    period: 'unfinished',
    changes: ['updated_at'],
    links: ({ values }) => (values?.body.order ? [values.body.order.appointment_id] : []),
    expires({ values }) {
      if (!values) return false;
      const { payment, order, pending } = values.body;
      const isHarmless = pending === null || isRepeatable(pending.kind);
      return order === null && isHarmless && payment?.state !== 'paid';
    },
    isAbandoned({ values }) {
      if (values?.body.state !== 'left') return false;
      const { payment, prescreen, order, signing, consent, uploaded, evidence, pending } = values.body;
      const kept = [payment, prescreen, order, signing, consent, uploaded, evidence, pending];
      return kept.every((part) => part === null);
    },
  },
  support: {
    list: 'journeys',
    summary: ({ row, values }) => ({
      id: row.id,
      // The column in clear does not say whether it is finished.
      state: values?.body.state ?? row.state,
      step: values?.body.step ?? null,
      notice: values?.body.notice?.code ?? null,
      waits_for: values?.body.pending?.kind ?? null,
      payment: values?.body.payment?.state ?? null,
      reference: values?.body.order ? referenceOf(values.body.order) : null,
      appointment_id: values?.body.order?.appointment_id ?? null,
      created_at: isoTime(row.created_at),
      updated_at: isoTime(row.updated_at),
    }),
  },
});

/** The drafts of a customer's journeys. */
export const draftRecords = recordKind({
  table: 'drafts',
  kind: 'drafts',
  columns: { body: { schema: draft } },
  id: 'journey_id',
  age: 'updated_at',
  exported: ['journey_id', 'step', 'updated_at'],
  owners: ['journey_id'],
  foundBy: 'owners',
  // A page may store a draft of a journey that is deleted meanwhile.
  async deleteOrphans(db) {
    await sql`delete from drafts where not exists (
      select 1 from journeys where journeys.id = drafts.journey_id)`.execute(db);
  },
});
