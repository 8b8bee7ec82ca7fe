/** The public types that the elements share: a part of `@dx-booking/widget`. */
import type { ErrorCode } from '../session/error-codes.ts';
import type { MessageName } from '../texts/message-names.ts';
import type { PartnerMessages, PluralMessage } from '../texts/partner-messages.ts';

export type { ErrorCode, MessageName, PartnerMessages, PluralMessage };

/** Resolves with a new token; with null, undefined or an empty string if nobody is signed in. */
export type GetSubjectToken = () => Promise<string | null | undefined>;

/** The properties of every element. */
export interface SharedProperties {
  /** The base address of your server. */
  server: string;
  /** Your short-lived token of the signed-in user. Without it and `getSubjectToken`, the user is signed out. */
  subjectToken: string;
  /** The type of `subjectToken`: a URN of RFC 8693. @default urn:ietf:params:oauth:token-type:jwt */
  subjectTokenType: string;
  /** Returns a new token each time it is called. Set it if the page lives longer than a token. */
  getSubjectToken: GetSubjectToken | undefined;
  /** Seconds without input on the page after which the element signs the user out. @default 0, which means never */
  idleTimeout: number;
  /**
   * Texts of your own in place of ours, by name, such as `{ 'words.clinic': 'studio' }`. All elements of the page share
   * them.
   */
  messages: PartnerMessages;
}

/** The `detail` of each event of every element. */
export interface SharedDetails {
  /** The element has dropped its user: the page named none any more, or the page was idle. */
  'dx-signed-out': { reason: 'page' | 'idle' };
  /**
   * Something failed. The element shows the failure to the user. `reference` finds it in the server's log. `code` is
   * also a problem code of the server if `<dx-handoff>` fires the event for a refused handoff.
   */
  'dx-error': { code: ErrorCode | (string & {}); problem?: string; reference?: string; status?: string };
}

/** The events of an element, by their names. */
export type EventsOf<Details> = { [Name in keyof Details]: CustomEvent<Details[Name]> };

/** The methods of every element. */
export interface SharedElement extends HTMLElement {
  /** Asks the page again who its user is. Call it if a user signs in or out and no property changes. */
  refreshUser(): void;
}
