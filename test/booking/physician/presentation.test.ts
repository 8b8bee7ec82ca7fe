/** What of a presentation can be shown, and what then cannot be signed. */
import { describe, expect, it } from 'vitest';
import { newOrder } from '../../../server/booking/physician/order.ts';
import { sessionRequest } from '../../../server/booking/physician/requests.ts';
import { structuredShows } from '../../../server/booking/physician/view.ts';
import type { PhysicianOrderBundle } from '../../../server/contract/upstream-api/physician-order.ts';
import { readPresentation } from '../../../server/upstream/physician/presentation.ts';
import { assumptionsWith } from '../../support/assumptions.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { approvalOf, harness, provider } from '../../support/physician-harness.ts';
import { physiciansOfTest } from '../../support/server-of-test.ts';

const acknowledgements = [
  { id: 'order_acknowledgement', text: 'I order it.' },
  { id: 'electronic_signature_attestation', text: 'I sign it.' },
];
const read = (sections: unknown[], asked: unknown[] = acknowledgements, more = {}) =>
  readPresentation(
    { schema_version: '1', title: 'Order', sections, required_acknowledgements: asked, ...more },
    assumptionsWith(),
  );
const plain = [
  { id: 'a', title: 'Patient', rows: [{ label: 'Name', value: 'Ines' }], statements: ['One.', 'Two.'] },
];

describe('A presentation', () => {
  it('is read part by part in the order received, for any shape [GAP-79]', () => {
    expect(read(['Free text', [1, true], ...plain])).toMatchObject({
      signable: true,
      nodes: [
        { kind: 'text', text: 'Free text' },
        { kind: 'group', nodes: [{ text: '1' }, { text: 'true' }] },
        {
          kind: 'group',
          nodes: [
            { kind: 'text', name: 'title', text: 'Patient' },
            {
              kind: 'group',
              name: 'rows',
              nodes: [
                {
                  nodes: [
                    { name: 'label', text: 'Name' },
                    { name: 'value', text: 'Ines' },
                  ],
                },
              ],
            },
            { kind: 'group', name: 'statements', nodes: [{ text: 'One.' }, { text: 'Two.' }] },
          ],
        },
      ],
    });
  });

  it.each([
    [
      'a picture',
      [...plain, { id: 'b', title: 'Chart', image: 'data:image/png;base64,AAAA' }],
      acknowledgements,
      {},
    ],
    [
      'a part deep inside',
      [{ title: 'A', rows: [{ label: 'x', value: { chart: [1, 2] } }] }],
      acknowledgements,
      {},
    ],
    ['a part beside the sections', plain, acknowledgements, { footer: 'Read this too.' }],
    ['no part at all', [], acknowledgements, {}],
    [
      'a third acknowledgement',
      plain,
      [...acknowledgements, { id: 'partner_attestation', text: 'And this.' }],
      {},
    ],
    ['one acknowledgement', plain, acknowledgements.slice(0, 1), {}],
    ['the same acknowledgement twice', plain, [acknowledgements[0], acknowledgements[0]], {}],
    ['one that is named and one that is not', plain, [acknowledgements[0], 'I sign it.'], {}],
    [
      'an acknowledgement without words',
      plain,
      [acknowledgements[0], { id: 'electronic_signature_attestation' }],
      {},
    ],
  ])(
    // Also [GAP-80] [T96]
    'that has %s is not signed [PHY-31] [PHY-33] [GAP-79]',
    (_what, sections, asked, more) => {
      expect(read(sections, asked, more).signable).toBe(false);
    },
  );

  it('names its acknowledgements by id, and by order only when exactly two have none [GAP-80]', () => {
    const fields = (asked: unknown[]) => read(plain, asked).acknowledgements?.map(({ field }) => field);
    const both = ['order_acknowledgement', 'electronic_signature_attestation'];
    expect(fields(acknowledgements.toReversed())).toEqual(both.toReversed());
    expect(fields(['I order it.', 'I sign it.'])).toEqual(both);
    expect(
      fields([
        { key: 'electronic_signature_attestation', text: 'b' },
        { key: 'order_acknowledgement', text: 'a' },
      ]),
    ).toEqual(both.toReversed());
  });
});

const bundle: PhysicianOrderBundle = {
  appointment_id: '6e9f7a53-3f77-4c9c-8ac5-6c1ce6b0c6a1',
  context_hash: 'c',
  existing_session_id: null,
  request_id: '6e9f7a53-3f77-4c9c-8ac5-6c1ce6b0c6a2',
  request_state: 'some-new-state',
  partner_attestation: { text: 't', text_hash: 'h', version: '1' },
  session_requirements: {
    allowed_approval_methods: ['a', 'b'],
    allowed_workflow_types: ['w'],
    order_date_required: false,
    provider_fields_required: true,
  },
  sla: { breached_at: null, due_at: '2026-01-06T00:00:00Z', enabled: true },
  template: {
    content_hash: 'x',
    id: '6e9f7a53-3f77-4c9c-8ac5-6c1ce6b0c6a3',
    schema_version: 1,
    version: 1,
    extra: 'kept',
  },
};

describe('A bundle', () => {
  const order = newOrder({ appointmentId: bundle.appointment_id, customerId: 'customer-1' }, 'reference');
  it('shows its deadline only when the service enforces one, and accepts new states [PHY-07] [GAP-78]', () => {
    expect(structuredShows(order, bundle, assumptionsWith())).toMatchObject({
      form: { sla: { due_at: '2026-01-06T00:00:00Z' } },
    });
    const { sla } = bundle;
    expect(
      structuredShows(order, { ...bundle, sla: { ...sla, enabled: false } }, assumptionsWith()),
    ).toMatchObject({
      form: { sla: null },
    });
  });

  it('decides what is required and allowed [PHY-05]', () => {
    const { order_date: _, ...undated } = provider;
    expect(sessionRequest(bundle, { ...undated, approval_method: 'b' }, null, '2026-01-07')).toMatchObject({
      order_date: '2026-01-07',
      approval_method: 'b',
      workflow_type: 'w',
    });
    expect(() => sessionRequest(bundle, undated, null, '2026-01-07')).toThrow('Some fields are not valid.');
    const none = { ...bundle.session_requirements, allowed_workflow_types: [] };
    expect(structuredShows(order, { ...bundle, session_requirements: none }, assumptionsWith())).toEqual({
      step: 'blocked',
      code: 'nothing_allowed',
    });
  });
});

let service: FullApiServer | undefined;

it('cannot be signed through the API either, and the refusal names the correction [PHY-31] [T96]', async () => {
  service = await physiciansOfTest('structured_api', {
    assumptions: { physician: { presentationKeys: { replace: ['title', 'text'] } } },
  });
  const { clinician } = await harness(service);
  const shown = await clinician.prepare();
  expect(shown.signable).toBe(false);
  const reply = await clinician.http.call<{ code: string; title: string }>(
    'POST',
    `${clinician.path}/finalize`,
    approvalOf(shown),
  );
  expect(reply.body).toMatchObject({
    code: 'presentation_not_shown',
    title: expect.stringContaining('physician.presentationKeys'),
  });
  expect((await service.sandbox.ledger()).physician_finalizations).toBe(0);
});
