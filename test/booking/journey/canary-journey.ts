/** A customer, a clinician and hooks that enter only canary values, over the real server and the real sandbox. */

import type { TestType } from '../../../server/contract/upstream-api/test-types.ts';
import { webhooksRegister } from '../../../server/operate/cli/webhooks.ts';
import { at, choosePlace, pickTimes } from '../../support/booking.ts';
import type { Customer } from '../../support/customer.ts';
import { eventReceiver } from '../../support/event-receiver.ts';
import { eventually } from '../../support/eventually.ts';
import { type FullApiServer, startFullApiServer } from '../../support/full-api-server.ts';
import { approvalOf, type Clinician } from '../../support/physician-harness.ts';
import {
  answerWithCanaries,
  clinicianData,
  consentDocument,
  customerData,
  hookData,
  pdfOf,
  physicianDocument,
  providerAnswer,
} from './canaries.ts';

export const webhookSecret = 'whsec_configured-nest-2f6690';
export const tokens = {
  customer: 'token-of-kanarina-d0',
  other: 'token-of-noor-b1',
  staff: 'staff-token-of-sparrow-e1',
};
/** Whom a token names is no secret, so its text says nothing of them. */
const subjects: Record<string, { subject: string; role?: 'physician' }> = {
  [`user-${tokens.customer}`]: { subject: 'patron-0' },
  [`user-${tokens.other}`]: { subject: 'patron-1' },
  [tokens.staff]: { subject: 'staff-0', role: 'physician' },
};

interface Modes {
  customer_consent_mode: string;
  physician_order_mode: string;
}

export async function start(modes: Modes) {
  let broken = false;
  const asked: string[] = [];
  const unlessBroken = <T>(value: T): T => {
    if (broken) throw new Error(hookData.fault);
    return value;
  };
  /** How often this was asked before; the first time the books are closed. */
  const before = (what: string): number => {
    const times = asked.filter((each) => each === what).length;
    asked.push(what);
    if (times === 0) throw new Error(hookData.fault);
    return times;
  };
  const receiver = await eventReceiver();
  const service = await startFullApiServer({
    key: modes,
    assumptions: { evidence: { attestationVersion: '2025-01' } },
    env: {
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_PORT: '0',
      STRUCTURED_PHYSICIAN_ENABLED: 'true',
      WEBHOOK_SECRETS: webhookSecret,
      EVENTS_URL: receiver.url,
      EVENTS_SECRET: receiver.secret,
    },
    hooks: {
      async payment({ journeyId }) {
        return before(`payment ${journeyId}`) === 1
          ? { state: 'due', payUrl: hookData.pay_address }
          : { state: 'paid', reference: hookData.payment_reference };
      },
      consentDocument: async ({ journeyId }) =>
        before(`consent ${journeyId}`) > 0 ? consentDocument() : null,
      physicianDocument: async ({ appointmentId }) =>
        before(`order ${appointmentId}`) > 0 ? physicianDocument() : null,
      mayOrder: async () => unlessBroken(true),
      verifySubject: async (token) => unlessBroken(subjects[token] ?? { subject: 'patron-2' }),
    },
  });
  const breakHooks = () => {
    broken = true;
  };
  await webhooksRegister(service.env, {}, () => {});
  return { service, breakHooks, receiver };
}

export const customerOf = (service: FullApiServer, token: string) =>
  service.customer(token, {
    'x-forwarded-for': customerData.address,
    'user-agent': customerData.agent,
  });

export async function walk({ sandbox }: FullApiServer, customer: Customer, testType: TestType) {
  const messages: string[] = [];
  let view = await choosePlace(customer, testType);
  for (let turns = 0; view.shows.step !== 'sent' && turns < 20; turns++)
    view = await answerWithCanaries(sandbox, customer, view).catch((refusal: Error) => {
      messages.push(refusal.message);
      return customer.read();
    });
  return { appointmentId: at(view, 'sent').appointment_id, messages };
}

export async function orderStructured(clinician: Clinician): Promise<string> {
  const approval = approvalOf(await clinician.prepare(providerAnswer));
  await clinician.until('done', 'POST', '/finalize', { ...approval, typed_name: clinicianData.typed_name });
  return '';
}

/** The partner's order is refused first, then the physician's own is taken. */
export async function orderByDocument({ sandbox }: FullApiServer, clinician: Clinician): Promise<string> {
  await sandbox.settings({ evidence_outcome: 'rejected' });
  const failed = await clinician.send('POST', '/evidence', { ask_partner: true });
  await clinician.send('POST', '/evidence', { ask_partner: true });
  const refused = async () => {
    const { shows } = (await clinician.send('GET')).body;
    return shows.step === 'document' && shows.state === 'refused';
  };
  await eventually(refused);
  await sandbox.settings({ evidence_outcome: 'accepted' });
  const { document_id } = (await clinician.upload(pdfOf(clinicianData.document))).body;
  await clinician.until('done', 'POST', '/evidence', {
    document_id,
    physician_full_name: clinicianData.full_name,
    npi: clinicianData.npi,
    license_state: 'NY',
    license_number: clinicianData.license_number,
    order_date: '2026-01-05',
    attestation: true,
  });
  return JSON.stringify(failed.body);
}

export async function untilIdentity(customer: Customer): Promise<void> {
  const view = await choosePlace(customer, 'DEXA');
  at(await customer.answer('times', pickTimes(view)), 'identity');
}
