/** Which message says what about an order: why it is blocked, notices, and choices whose codes are known. */
import type { BlockedCode, PhysicianNotice } from '../../server/contract/physician-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { physician as say } from '../texts/english.ts';
import { refusalOf } from '../ui/pdf.ts';
import { plainName } from '../ui/plain-name.ts';

/** Why the order cannot be made. */
export function blockedWords(code: BlockedCode): [title: string, text: string] {
  switch (code) {
    case 'not_scheduled':
      return [say('notScheduledTitle'), say('notScheduledText')];
    case 'appointment_over':
      return [say('overTitle'), say('overText')];
    case 'mode_unknown':
      return [say('notHereTitle'), say('modeUnknownText')];
    case 'structured_not_enabled':
      return [say('notHereTitle'), say('notEnabledText')];
    case 'not_configured':
      return [say('notSetUpTitle'), say('notSetUpText')];
    // Also for a code of a newer server.
    default:
      return [say('notHereTitle'), say('nothingAllowedText')];
  }
}

/** The words of a notice of the server. */
export function noticeWords(code: PhysicianNotice): string {
  switch (code) {
    case 'stalled':
      return say('stalled');
    case 'unreadable':
      return say('unreadable');
    case 'not_accepted':
      return say('notAccepted');
    case 'session_closed':
      return say('sessionClosed');
    case 'resumed':
      return say('resumed');
    case 'artifact_failed':
      return say('artifactFailed');
  }
}

const refusedTexts = {
  signature: 'refusedSignature',
  damaged: 'refusedDamaged',
  other: 'refused',
} as const;

/** Why a document was refused. */
export const refusedWords = (reason: string | null): string => say(refusedTexts[refusalOf(reason)]);

/** Whether the server refused a file. Its words stand beside the field. */
export const isOfFile = ({ code }: ProblemBody): boolean => code.startsWith('document_');

/** The label of a way to approve or to handle an order; a value that is not known is written as words. */
export function choiceWords(value: string): string {
  switch (value) {
    case 'electronic_signature':
      return say('electronicSignature');
    case 'wet_ink':
      return say('paperSignature');
    case 'partner_electronic':
      return say('partnerElectronic');
    default:
      return plainName(value);
  }
}
