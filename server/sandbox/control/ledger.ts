/** GET /sandbox/ledger: the number of distinct effects since the reset, counted from the state. */
import type { State } from '../state.ts';
import type { ControlRoute } from './control-route.ts';

/** The route of the ledger. */
export const ledgerRoutes: ControlRoute[] = [
  { method: 'GET', path: '/sandbox/ledger', handler: (_request, state) => ledger(state) },
];

function ledger(state: State) {
  const appointments = [...state.appointments.values()];
  const evidence = [...state.evidence.values()];
  const physicianSessions = [...state.physicianSessions.values()];
  return {
    identities: state.identities.size,
    consent_sessions: state.consentSessions.size,
    consent_grants: state.grants.size,
    consent_evidence: evidence.filter(({ kind }) => kind === 'customer_consent').length,
    prescreens: state.prescreens.size,
    orders: state.orders.size,
    appointments: appointments.length,
    questionnaire_submissions: appointments.filter(({ submission }) => submission !== null).length,
    schedule_requests: appointments.reduce((sum, { schedule_requests }) => sum + schedule_requests, 0),
    cancels: state.counters.get('cancel') ?? 0,
    reschedules: state.counters.get('reschedule') ?? 0,
    physician_evidence: evidence.filter(({ kind }) => kind === 'physician_order').length,
    physician_sessions: physicianSessions.length,
    physician_finalizations: physicianSessions.filter(({ finalized_at }) => finalized_at !== null).length,
    handoffs: state.handoffs.size,
    webhook_endpoints: state.webhooks.endpoints.size,
    events: state.webhooks.events.size,
  };
}
