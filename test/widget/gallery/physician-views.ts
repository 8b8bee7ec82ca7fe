/** An invented physician's order in each state. */
import {
  blockedCode,
  type PhysicianShows,
  type PhysicianView,
  physicianNotice,
} from '../../../server/contract/physician-api.ts';

const text = (name: string, words: string) => ({ kind: 'text' as const, name, text: words });
const group = (name: string, ...nodes: Presentation['nodes']) => ({ kind: 'group' as const, name, nodes });
type Presentation = Extract<PhysicianShows, { step: 'presentation' }>;

const base: PhysicianView = {
  appointment_id: '00000000-0000-4000-8000-000000000101',
  mode: 'partner_electronic',
  test_type: 'CALST',
  shows: { step: 'progress' },
  physician_order: {
    status: 'pending',
    submission_status: 'not_submitted',
    deadline_at: null,
    submitted_at: null,
  },
  form_available: false,
  notice: null,
  working: null,
};
const provider: PhysicianShows = {
  step: 'provider',
  form: {
    allowed_approval_methods: ['electronic_signature', 'wet_ink'],
    allowed_workflow_types: ['partner_electronic'],
    order_date_required: true,
    sla: { due_at: '2026-11-26T23:00:00.000Z', breached_at: null },
    given: null,
  },
};
const presentation: Presentation = {
  step: 'presentation',
  session_id: 's-1',
  presentation_hash: 'h-1',
  expires_at: null,
  title: 'Order of a coronary calcium scan',
  nodes: [
    group(
      '',
      text('title', 'Patient'),
      group('rows', group('', text('label', 'Name'), text('value', 'Ada Example'))),
    ),
    group('', text('title', 'Order'), group('statements', text('', 'One CT scan without contrast.'))),
  ],
  acknowledgements: [
    { field: 'electronic_signature_attestation', nodes: [group('', text('text', 'I sign this order.'))] },
    { field: 'order_acknowledgement', nodes: [group('', text('text', 'I have reviewed this order.'))] },
  ],
  signable: true,
  given: null,
};
const document: Extract<PhysicianShows, { step: 'document' }> = {
  step: 'document',
  state: 'needed',
  reason: null,
  asks_partner: false,
  uploaded: null,
};
const view = (shows: PhysicianShows, about: Partial<PhysicianView> = {}) => ({ ...base, shows, ...about });

/** A view of each state, by name. */
export const physicianViews: Record<string, PhysicianView> = {
  progress: base,
  'progress-sent': view(base.shows, {
    physician_order: { ...base.physician_order, submitted_at: '2026-11-20T12:00:00.000Z' },
  }),
  provider: view(provider),
  'provider-preparing': view({ step: 'provider', form: null }, { working: { poll_after_ms: 60_000 } }),
  presentation: view(presentation),
  'presentation-unsignable': view({ ...presentation, acknowledgements: null, signable: false }),
  finalizing: view({ step: 'finalizing' }, { working: { poll_after_ms: 60_000 } }),
  document: view(document),
  'document-checking': view({ ...document, state: 'checking' }),
  'document-refused': view({ ...document, state: 'refused', reason: 'illegible_scan' }),
  'document-uploaded': view({ ...document, uploaded: { document_id: 'd-1', bytes: 120_000 } }),
  done: view({ step: 'done' }),
  'done-form': view({ step: 'done' }, { form_available: true }),
  ...Object.fromEntries(
    blockedCode.options.map((code) => [`blocked-${code}`, view({ step: 'blocked', code })]),
  ),
  ...Object.fromEntries(
    physicianNotice.options.map((code) => [
      `notice-${code}`,
      view(provider, { notice: { code, upstream_request_id: 'req_01HZZ' } }),
    ]),
  ),
};
