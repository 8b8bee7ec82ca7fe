/** The settings that customers read: the partner's own words about money, its contact, and its page of appointments. */
import { z } from 'zod';
import type { PartnerTerms } from '../contract/partner-terms.ts';
import type { PartnerText } from '../contract/partner-text.ts';
import { isSecureUrl } from '../core/secure-url.ts';
import { list, whole, wholeWithin } from './kinds.ts';

/** A page of the partner that customers open. */
const page = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .superRefine((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url?.protocol === 'http:' && !isSecureUrl(url))
      context.addIssue('must be https (http is taken for this machine alone)');
    if (url?.username || url?.password) context.addIssue('must carry no credentials');
  });

/** Sentences by language, as `readTexts` collects them. */
const sentence: z.ZodType<PartnerText, PartnerText> = z.record(
  z.string(),
  z.string().max(300, 'must have at most 300 characters'),
);

/** The settings that hold a sentence. Each can also be set for a language: `REFUND_IF_STOPPED_ES`. */
const sentences = {
  REFUND_IF_UNCONFIRMED: sentence.optional(),
  REFUND_IF_STOPPED: sentence.optional(),
  REFUND_IF_CLINIC_CANCELS: sentence.optional(),
  CANCELLATION_TERMS: sentence.optional(),
  DOCTOR_FORM_NOTE: sentence.optional(),
  ARRIVAL_NOTE: sentence.optional(),
};

/** The ways in which the partner sends messages about bookings. */
const ways = list.pipe(z.array(z.enum(['email', 'sms'], 'may name only email and sms')));

/** The settings by name. */
export const customerWords = {
  APPOINTMENTS_URL: page.optional(),
  BOOKING_URL: page.optional(),
  SUPPORT_PHONE: z.string().max(40, 'must have at most 40 characters').optional(),
  SUPPORT_EMAIL: z.email('must be an e-mail address').optional(),
  SUPPORT_URL: page.optional(),
  ...sentences,
  MESSAGES: ways.prefault(''),
  CONFIRMATION_HOURS: wholeWithin(1, 720).optional(),
  APPOINTMENT_MINUTES: whole(30, 5, 1_440),
};

/** The end of a setting's name that is a language, with or without a region: `_ES`, `_PT_BR`. */
const suffix = /^(.+?)_([A-Z]{2,3})(?:_([A-Z]{2}))?$/;

/** @returns the setting and the language of a name such as `REFUND_IF_STOPPED_ES`; null for any other name */
export function sentenceOf(name: string): { setting: string; language: string } | null {
  const [, setting = '', language = '', region] = suffix.exec(name) ?? [];
  if (!(setting in sentences)) return null;
  const lower = language.toLowerCase();
  return { setting, language: region === undefined ? lower : `${lower}-${region}` };
}

/**
 * Collects the sentences of each setting by language. The setting without a language is `default`.
 * @returns the settings with objects in place of sentences
 */
export function readTexts(env: NodeJS.ProcessEnv): Record<string, string | PartnerText | undefined> {
  const read: Record<string, string | PartnerText | undefined> = {};
  const texts: Record<string, PartnerText> = {};
  for (const [name, value] of Object.entries(env)) {
    const found = name in sentences ? { setting: name, language: 'default' } : sentenceOf(name);
    if (found === null || value === undefined) read[name] = value;
    else texts[found.setting] = { ...texts[found.setting], [found.language]: value };
  }
  return { ...read, ...texts };
}

/** The settings that customers read, as the modules use them. */
export interface CustomerWords {
  terms: PartnerTerms;
  /** The partner's page with the customer's appointments; null if there is none. */
  appointmentsUrl: string | null;
  /** The partner's page with the booking; null if there is none. */
  bookingUrl: string | null;
  /** The partner's text about the form for the customer's own doctor; null without one. */
  doctorFormNote: PartnerText | null;
  /** The partner's text about when to arrive and what to bring; null without one. */
  arrivalNote: PartnerText | null;
  /** How the partner sends messages about bookings; empty if it does not say that it does. */
  messages: ('email' | 'sms')[];
  /** How long clinics usually take to confirm, in hours; null if the partner has not said. */
  confirmationHours: number | null;
  /** How long an appointment takes, in minutes. */
  appointmentMinutes: number;
}

/** Makes the words of the settings. */
export const customerWordsOf = (config: z.output<z.ZodObject<typeof customerWords>>): CustomerWords => ({
  terms: {
    refund_if_unconfirmed: config.REFUND_IF_UNCONFIRMED ?? null,
    refund_if_stopped: config.REFUND_IF_STOPPED ?? null,
    refund_if_clinic_cancels: config.REFUND_IF_CLINIC_CANCELS ?? null,
    cancellation: config.CANCELLATION_TERMS ?? null,
    contact: {
      phone: config.SUPPORT_PHONE ?? null,
      email: config.SUPPORT_EMAIL ?? null,
      url: config.SUPPORT_URL ?? null,
    },
  },
  appointmentsUrl: config.APPOINTMENTS_URL ?? null,
  bookingUrl: config.BOOKING_URL ?? null,
  doctorFormNote: config.DOCTOR_FORM_NOTE ?? null,
  arrivalNote: config.ARRIVAL_NOTE ?? null,
  messages: config.MESSAGES,
  confirmationHours: config.CONFIRMATION_HOURS ?? null,
  appointmentMinutes: config.APPOINTMENT_MINUTES,
});
