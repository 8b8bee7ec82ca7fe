/**
 * Compares the physician's order of a booking. It opens and abandons a session, and never signs one (GAP-77, GAP-79).
 */
import type { Configuration } from '../../../contract/upstream-api/configuration.ts';
import {
  type PhysicianPresentation,
  physicianOrderBundle,
  physicianSession,
} from '../../../contract/upstream-api/physician-order.ts';
import { readPresentation } from '../../../upstream/physician/presentation.ts';
import { orderByDocument } from './evidence.ts';
import { type Guesses, onlyOne, sure, unsure, withValues } from './guess/guess.ts';
import { textsOf } from './guess/leaves.ts';
import type { Learning } from './learning.ts';
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
  comparePresentation(walk.learning, presentation);
  await write(
    walk,
    "a physician's session abandoned",
    'physician_session.abandon',
    { sessionId },
    { reason: 'certification' },
  );
  walk.comparison.skipped(
    "the states of a signed physician's session and of its document",
    'certify signs nothing; the server logs assumption.unmet for a state that physician.sessionWords and physician.artifactWords lack',
  );
}

const acknowledgementIds = ['order_acknowledgement', 'electronic_signature_attestation'];

/**
 * Compares the keys of a presentation with the assumptions (GAP-79). Keys that may be structure are compared last, so
 * that the certain ones are adopted before.
 */
function comparePresentation(learning: Learning, presentation: PhysicianPresentation): void {
  const what = "a physician's presentation";
  const { presentationKeys, identifierKeys } = learning.values().physician;
  const values = valuesByKey(presentation);
  for (const known of [...presentationKeys, ...identifierKeys]) values.delete(known);
  const structure = [...values].filter(([, found]) => isStructure(found)).map(([key]) => key);
  const texts = [...values.keys()].filter((key) => !structure.includes(key));
  const ids = [...textsOf(presentation.required_acknowledgements)].filter(([, found]) =>
    found.every((value) => acknowledgementIds.includes(value)),
  );
  const guesses: Guesses = {
    'physician.presentationKeys': () => sure(...texts),
    'physician.identifierKeys': () => onlyOne(ids.map(([name]) => name)),
  };
  if (texts.length > 0 || structure.length === 0) {
    const certain = without(presentation, structure);
    learning.compare(what, (assumptions) => readPresentation(certain, assumptions), guesses);
  }
  if (structure.length > 0)
    learning.compare(
      what,
      (assumptions) => readPresentation(presentation, assumptions),
      withValues({ 'physician.presentationKeys': () => unsure(structure, structureHint) }, values),
    );
}

const structureHint =
  'Add each to physician.identifierKeys if it is not a text of the order, else to physician.presentationKeys.';

/** The values of each key in the sections and acknowledgements; an object or a list counts as null. */
function valuesByKey({ sections, required_acknowledgements }: PhysicianPresentation): Map<string, unknown[]> {
  const values = new Map<string, unknown[]>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (!Array.isArray(node) && value !== null)
        values.set(key, [...(values.get(key) ?? []), typeof value === 'object' ? null : value]);
      visit(value);
    }
  };
  visit([sections, required_acknowledgements]);
  return values;
}

/** Whether the values are booleans or words such as `table`, which a person never reads as a text of the order. */
const isStructure = (values: readonly unknown[]): boolean =>
  values.every(
    (value) => typeof value === 'boolean' || (typeof value === 'string' && /^[a-z][a-z0-9_-]*$/.test(value)),
  );

/** Copies the presentation without some keys of its sections and acknowledgements. */
function without(presentation: PhysicianPresentation, keys: readonly string[]): PhysicianPresentation {
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== 'object' || node === null) return node;
    const kept = Object.entries(node).filter(([key]) => !keys.includes(key));
    return Object.fromEntries(kept.map(([key, value]) => [key, copy(value)]));
  };
  const { sections, required_acknowledgements } = presentation;
  return {
    ...presentation,
    sections: copy(sections) as PhysicianPresentation['sections'],
    required_acknowledgements: copy(
      required_acknowledgements,
    ) as PhysicianPresentation['required_acknowledgements'],
  };
}
