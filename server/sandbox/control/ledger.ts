/** GET /sandbox/ledger: how many distinct effects stand since the reset, counted from the state itself. */
import type { State } from '../state.ts';
import type { ControlRoute } from './control-route.ts';

export const ledgerRoutes: ControlRoute[] = [
  { method: 'GET', path: '/sandbox/ledger', handler: (_call, state) => ledger(state) },
];

function ledger(state: State) {
  const appointments = [...state.appointments.values()];
  return {
    identities: state.identities.size,
    consent_sessions: state.consentSessions.size,
    consent_grants: state.grants.size,
    consent_evidence: 0,
    prescreens: state.prescreens.size,
    orders: state.orders.size,
    appointments: appointments.length,
    questionnaire_submissions: appointments.filter(({ submission }) => submission !== null).length,
    schedule_requests: appointments.reduce((sum, { schedule_requests }) => sum + schedule_requests, 0),
    cancels: state.counters.get('cancel') ?? 0,
    reschedules: state.counters.get('reschedule') ?? 0,
    physician_evidence: 0,
    physician_sessions: 0,
    physician_finalizations: 0,
    handoffs: state.handoffs.size,
    webhook_endpoints: state.webhooks.endpoints.size,
    events: state.webhooks.events.size,
  };
}
