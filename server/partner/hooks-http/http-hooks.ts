/** The partner's hooks as an HTTPS endpoint in any language (HOOKS_URL; contract/hooks-api.ts). */
import type { z } from 'zod';
import {
  type HookName,
  type HookOperations,
  hookOperations,
  largestHookPdfBytes,
} from '../../contract/hooks-api.ts';
import type { Hooks } from '../hooks.ts';
import { createHookClient, type HookEndpoint, HookFailure } from './call-hook.ts';

/**
 * Creates hooks that ask the endpoint. A hook rejects with HookFailure if it gets no usable result, which has the same
 * effect as a hook of a module that throws.
 * @param names the hooks that the endpoint has; the others are left out
 */
export function createHttpHooks(endpoint: HookEndpoint, names: readonly HookName[]): Hooks {
  const call = createHookClient(endpoint);
  const ask = <N extends HookName>(name: N, asked: z.input<HookOperations[N]['request']>) =>
    call(name, hookOperations[name], asked);
  /** For results whose fields that are not used are logged by the one who asks. */
  const askWhole = <N extends HookName>(name: N, asked: z.input<HookOperations[N]['request']>) =>
    call(name, hookOperations[name], asked, true);
  const all: Required<Pick<Hooks, HookName>> = {
    payment: (request) => ask('payment', request),
    verifySubject: (token, tokenType) => askWhole('verifySubject', { token, tokenType }),
    customerProfile: (request) => askWhole('customerProfile', request),
    handoffOrder: (request) => askWhole('handoffOrder', request),
    whoBooked: (appointment) => ask('whoBooked', appointment),
    mayOrder: (subject, appointmentId) => ask('mayOrder', { subject, appointmentId }),
    clinicianProfile: (request) => askWhole('clinicianProfile', request),
    resultWords: (request) => ask('resultWords', request),
    consentDocument: async (request) => withBytes(await ask('consentDocument', request)),
    physicianDocument: async (request) => withBytes(await ask('physicianDocument', request)),
  };
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

/** Decodes the PDF of a document. @throws HookFailure if it is not base64, or too large */
function withBytes<T extends { pdf: string }>(
  document: T | null,
): (Omit<T, 'pdf'> & { bytes: Uint8Array }) | null {
  if (!document) return null;
  const { pdf, ...fields } = document;
  const bytes = Buffer.from(pdf, 'base64');
  // Node skips invalid characters, so only a text that encodes back to itself is whole.
  if (bytes.toString('base64') !== pdf) throw new HookFailure('hook_response_invalid', false);
  if (bytes.length > largestHookPdfBytes) throw new HookFailure('hook_response_too_large', false);
  return { ...fields, bytes };
}
