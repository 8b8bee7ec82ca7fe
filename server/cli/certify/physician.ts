/**
 * Compares the physician's order of a booking. It opens and abandons a session, and never signs one (GAP-77, GAP-79).
 */
import type { Configuration } from '../../contract/upstream-api/configuration.ts';
import { physicianOrderBundle, physicianSession } from '../../contract/upstream-api/physician-order.ts';
import { readPresentation } from '../../upstream/physician/presentation.ts';
import { orderByDocument } from './evidence.ts';
import { guessPresentation } from './guess/guess-presentation.ts';
import { readAndCompare } from './reads.ts';
import { type Walk, WalkEnded, write } from './walk.ts';

/**
 * Orders for the appointment in the key's mode, and compares each response. Does nothing if the service's physicians
 * order.
 * @throws WalkEnded if a step is rejected
 */
export async function certifyPhysicianOrder(
  walk: Walk,
  configuration: Configuration | null,
  appointmentId: string,
): Promise<void> {
  const mode = configuration?.physician_order.mode;
  if (mode === 'api_partner_pdf') await orderByDocument(walk, appointmentId);
  if (mode === 'structured_api') await openAndAbandon(walk, appointmentId);
}

async function openAndAbandon(walk: Walk, appointmentId: string): Promise<void> {
  const path = `/v1/api-first/appointments/${appointmentId}/physician-order-bundle`;
  const bundle = await readAndCompare(walk, "a physician's bundle", path, physicianOrderBundle);
  if (!bundle) throw new WalkEnded();
  const { allowed_approval_methods, allowed_workflow_types } = bundle.session_requirements;
  const opened = await write(
    walk,
    "a physician's session",
    'physician_session.create',
    { appointmentId },
    {
      template_version_id: bundle.template.id,
      content_hash: bundle.template.content_hash,
      context_hash: bundle.context_hash,
      order_date: new Date().toISOString().slice(0, 10),
      physician: {
        full_name: 'Certify Example',
        credentials: 'MD',
        npi: '1234567893',
        license_state: 'NY',
        license_number: '000000',
        ordering_entity: 'Certify Example',
        contact: {
          type: 'office',
          address: {
            address_line_1: '18 Harbor Street',
            city: 'New York',
            state: 'NY',
            postal_code: '10002',
          },
          phone: '2125550134',
        },
      },
      approval_method: allowed_approval_methods[0],
      workflow_type: allowed_workflow_types[0],
    },
  );
  const { id: sessionId, presentation } = physicianSession.parse(opened);
  const { presentationKeys, identifierKeys } = walk.learning.values().physician;
  walk.learning.compare(
    "a physician's presentation",
    (assumptions) => readPresentation(presentation, assumptions),
    guessPresentation(presentation, [...presentationKeys, ...identifierKeys]),
  );
  await write(
    walk,
    "a physician's session abandoned",
    'physician_session.abandon',
    { sessionId },
    { reason: 'certification' },
  );
}
