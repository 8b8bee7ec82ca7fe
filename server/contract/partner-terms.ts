/** The partner's own texts about money, and how customers reach the partner. */
import { z } from 'zod';
import { partnerContact } from './partner-contact.ts';
import { partnerText } from './partner-text.ts';

/** The partner's own texts about money. Each text is null if the partner has not set it. */
export const partnerTerms = z.object({
  refund_if_unconfirmed: partnerText
    .nullable()
    .describe('What happens to the payment if no time is confirmed.'),
  refund_if_stopped: partnerText
    .nullable()
    .describe("What happens to the payment if the customer's health answers stop the booking."),
  refund_if_clinic_cancels: partnerText
    .nullable()
    .describe('What happens to the payment if the clinic cancels a confirmed appointment.'),
  cancellation: partnerText.nullable().describe('How to cancel, and what that costs.'),
  contact: partnerContact,
});
export type PartnerTerms = z.infer<typeof partnerTerms>;
