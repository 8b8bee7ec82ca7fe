/** The operations of the co-branded flow. */
import { handoffView, openHandoff } from '../handoff-api.ts';
import { flowProblems, type Operations, upstreamProblems } from './operation.ts';

const problems = [
  ...flowProblems,
  ...upstreamProblems,
  'handoff_not_found',
  'handoff_origin_mismatch',
] as const;
/** The problems of a request for a page. */
const pageProblems = [
  ...problems,
  'flow_mismatch',
  'handoff_under_way',
  'handoff_refused',
  'slot_unavailable',
  'not_accepted',
  'order_not_found',
] as const;
const shared = { caller: 'customer', responses: { 200: handoffView } } as const;

/** By method and path. */
export const handoffOperations = {
  'POST /handoffs': {
    ...shared,
    summary: "Hand an order over to the service's scheduling page",
    access: { record: 'handoff', action: 'change' },
    description:
      'Responds 200 if the same handoff is open or under way, or if times were requested for this order.',
    request: openHandoff,
    responses: { 200: handoffView, 201: handoffView },
    problems: [
      ...pageProblems,
      'order_under_way',
      'order_unavailable',
      'order_refused',
      'environment_mismatch',
      'prescreen_needed',
    ],
  },
  'GET /handoffs/{id}': {
    ...shared,
    access: { record: 'handoff', action: 'view' },
    summary: 'Read a handoff',
    problems,
  },
  'POST /handoffs/{id}/verify': {
    ...shared,
    summary: 'Read the appointment, after the page reported completion',
    access: { record: 'handoff', action: 'change' },
    problems,
  },
  'POST /handoffs/{id}/retry': {
    ...shared,
    summary: 'Send a parked request again, or ask for another page',
    description:
      'Sends a parked request again with the same key and bytes. For a page that does not respond, responds with another handoff of the same order.',
    access: { record: 'handoff', action: 'retry' },
    problems: pageProblems,
  },
} as const satisfies Operations;
