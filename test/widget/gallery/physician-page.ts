/** A page that shows the forms of the physician's element in each state: `?state=provider`. */
import '../../../widget/physician/physician-order.ts';
import type { LitElement } from 'lit';
import type {
  PhysicianShows,
  PresentationNode,
  ProviderForm,
} from '../../../server/contract/physician-api.ts';

interface PhysicianState {
  tag: string;
  properties: object;
  /** Whether the empty form is sent, to show its errors. */
  submits?: boolean;
}

const form: ProviderForm = {
  allowed_approval_methods: ['electronic_signature', 'wet_ink'],
  allowed_workflow_types: ['partner_electronic'],
  order_date_required: true,
  sla: null,
  given: null,
};
const text = (name: string, words: string): PresentationNode => ({ kind: 'text', name, text: words });
const group = (name: string, ...nodes: PresentationNode[]): PresentationNode => ({
  kind: 'group',
  name,
  nodes,
});
const presentation: Extract<PhysicianShows, { step: 'presentation' }> = {
  step: 'presentation',
  session_id: 's-1',
  presentation_hash: 'h-1',
  expires_at: null,
  title: 'Physician order for a DEXA body composition scan',
  nodes: [
    group(
      '',
      text('title', 'Patient'),
      group(
        'rows',
        group('', text('label', 'Name'), text('value', 'Ines Calloway-Brandt')),
        group('', text('label', 'Date of birth'), text('value', '1984-05-02')),
      ),
      group('statements', text('', 'The patient has agreed to the test.')),
    ),
  ],
  acknowledgements: [
    { field: 'order_acknowledgement', nodes: [group('', text('text', 'I order this test.'))] },
    { field: 'electronic_signature_attestation', nodes: [group('', text('text', 'I sign electronically.'))] },
  ],
  signable: true,
  given: null,
};
const needed = {
  step: 'document',
  state: 'needed',
  reason: null,
  asks_partner: false,
  uploaded: null,
} as const satisfies PhysicianShows;

const physicianStates: Record<string, PhysicianState> = {
  provider: { tag: 'dx-physician-provider', properties: { requirements: form } },
  'provider-errors': { tag: 'dx-physician-provider', properties: { requirements: form }, submits: true },
  signing: { tag: 'dx-physician-signing', properties: { shows: presentation } },
  unsignable: { tag: 'dx-physician-signing', properties: { shows: { ...presentation, signable: false } } },
  document: { tag: 'dx-physician-document', properties: { shows: needed } },
  'document-refused': {
    tag: 'dx-physician-document',
    properties: { shows: { ...needed, state: 'refused', reason: 'SIGNATURE_MISSING' } },
  },
};

const name = new URLSearchParams(location.search).get('state') ?? 'provider';
const state = physicianStates[name];
if (state !== undefined) {
  const element = Object.assign(document.createElement(state.tag), state.properties) as LitElement;
  document.querySelector('main')?.append(element);
  await element.updateComplete;
  if (state.submits) element.renderRoot.querySelector('form')?.requestSubmit();
  await element.updateComplete;
}
document.documentElement.dataset.ready = 'true';
