/** The settings that customers read: the partner's own words about money, its contact, and its page of appointments. */
import { z } from 'zod';
import type { PartnerTerms } from '../contract/journey-api/views.ts';
import { isSecureUrl } from '../core/secure-url.ts';

/** A page of the partner that customers open. */
const page = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .superRefine((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url?.protocol === 'http:' && !isSecureUrl(url))
      context.addIssue('must be https (http is taken for this machine alone)');
    if (url?.username || url?.password) context.addIssue('must carry no credentials');
  });

const sentence = z.string().max(300, 'must have at most 300 characters');

/** The settings by name. */
export const customerWords = {
  APPOINTMENTS_URL: page.optional(),
  SUPPORT_PHONE: z.string().max(40, 'must have at most 40 characters').optional(),
  SUPPORT_EMAIL: z.email('must be an e-mail address').optional(),
  SUPPORT_URL: page.optional(),
  REFUND_IF_UNCONFIRMED: sentence.optional(),
  REFUND_IF_STOPPED: sentence.optional(),
  CANCELLATION_TERMS: sentence.optional(),
};

/** The terms and the contact as customers see them. */
export const termsOf = (
  env: Partial<Record<Exclude<keyof typeof customerWords, 'APPOINTMENTS_URL'>, string | undefined>>,
): PartnerTerms => ({
  refund_if_unconfirmed: env.REFUND_IF_UNCONFIRMED ?? null,
  refund_if_stopped: env.REFUND_IF_STOPPED ?? null,
  cancellation: env.CANCELLATION_TERMS ?? null,
  contact: {
    phone: env.SUPPORT_PHONE ?? null,
    email: env.SUPPORT_EMAIL ?? null,
    url: env.SUPPORT_URL ?? null,
  },
});
