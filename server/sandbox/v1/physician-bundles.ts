/** GET physician-order-bundle, the start of a structured order (Structured physician order; PHY-01, PHY-03, PHY-04, ERR-30, GAP-04, GAP-78). */
import {
  type PhysicianOrderBundle,
  physicianOrderBundle,
} from '../../contract/upstream-api/physician-order.ts';
import { codedError } from '../engine/api-error.ts';
import { defineRoute } from '../engine/route.ts';
import {
  type PhysicianTemplate,
  physicianAttestation,
  physicianTemplate,
} from '../forms/physician-template.ts';
import { contextHash, orderContext, physicianRequestId } from '../physician/physician-branch.ts';
import { currentSession } from '../physician/session-changes.ts';
import { type State, templateVersion } from '../state.ts';
import { findAppointment } from './appointments.ts';

/** The ways in which a physician can sign. */
export const approvalMethods = ['electronic_signature'] as const;
/** The ways in which an order can be handed in. */
export const workflowTypes = ['partner_electronic'] as const;

/** The route of the physician-order bundle. */
export const physicianBundleRoute = defineRoute({
  method: 'GET',
  path: '/v1/api-first/appointments/:appointmentId/physician-order-bundle',
  summary: 'Read what a structured physician order of an appointment starts from',
  scope: 'read:physician_order_evidence',
  responses: { 200: physicianOrderBundle },
  handler({ key, params }, state) {
    const context = orderContext(state, findAppointment(state, key.prefix, params.appointmentId));
    const { appointment } = context;
    requireStructuredOrders(state);
    const session = currentSession(state, appointment.appointment_id);
    const data: PhysicianOrderBundle = {
      appointment_id: appointment.appointment_id,
      context_hash: contextHash(context),
      existing_session_id: session?.id ?? null,
      request_id: physicianRequestId(appointment),
      request_state: session?.artifact_status === 'available' ? 'completed' : 'pending',
      partner_attestation: physicianAttestation,
      session_requirements: {
        allowed_approval_methods: [...approvalMethods],
        allowed_workflow_types: [...workflowTypes],
        order_date_required: true,
        provider_fields_required: true,
      },
      sla: { breached_at: null, due_at: null, enabled: false },
      template: templateReference(currentTemplate(state, appointment.test_type)),
    };
    return { status: 200, data };
  },
});

/**
 * Checks that onboarding has set up structured orders.
 * @throws ApiError 503 if it has not
 */
export function requireStructuredOrders({ settings }: State): void {
  if (!settings.structured_attestation_configured)
    throw codedError(
      503,
      'STRUCTURED_PHYSICIAN_ATTESTATION_NOT_CONFIGURED',
      'The partner attestation is not configured.',
    );
  if (!settings.structured_template_configured)
    throw codedError(
      503,
      'STRUCTURED_PHYSICIAN_TEMPLATE_NOT_CONFIGURED',
      'The order template is not configured.',
    );
}

/** Creates the template at its current version. */
export function currentTemplate(state: State, testType: Parameters<typeof physicianTemplate>[0]) {
  return physicianTemplate(testType, templateVersion(state, 'physician', testType));
}

/** Makes the fields by which sessions refer to a template. */
export function templateReference({ content_hash, id, schema_version, version }: PhysicianTemplate) {
  return { content_hash, id, schema_version, version };
}
