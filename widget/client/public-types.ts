/** The public types of `@dx-booking/widget/client`. */

import type {
  AppointmentView,
  AvailabilityView,
  CancelAnswer,
  RescheduleAnswer,
  ResultsView,
} from '../../server/contract/appointments-api.ts';
import type { Answers, Draft, OpenJourney } from '../../server/contract/journey-api/answers.ts';
import type { SignedConsents } from '../../server/contract/journey-api/signed-consents.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import type { GetSubjectToken } from '../core/public-types.ts';
import type { BookingStep } from '../journey/public-types.ts';
import type { BookingError } from './booking-error.ts';

/** The options of {@link createBookingClient}. */
export interface ClientOptions {
  /** The base address of your server. */
  server: string;
  /** Returns a new user token each time it is called. One client serves one user. */
  getSubjectToken: GetSubjectToken;
  /** The type of the user token: a URN of RFC 8693. @default urn:ietf:params:oauth:token-type:jwt */
  subjectTokenType?: string | undefined;
  /**
   * An entry of the server's setting ORIGINS, for apps that are not web pages. Browsers send the origin of the page.
   * @default none
   */
  origin?: string | undefined;
  /** Sends a request. @default the global `fetch` */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Creates and uses the key of the session, an ECDSA key that is never exported. @default the global `crypto` */
  crypto?: Pick<Crypto, 'randomUUID' | 'subtle'> | undefined;
}

/** The client of one user. Each method rejects with a {@link BookingError}. */
export interface BookingClient {
  readonly journey: JourneyClient;
  readonly appointments: AppointmentsClient;
  /**
   * Calls `listen` after each change: an action began or ended, or a new view arrived.
   * @returns removes the listener
   * @example client.on('change', () => render(client.journey.view));
   */
  on(event: 'change', listen: (what: 'journey' | 'appointments') => void): () => void;
  /**
   * Calls `listen` after each failure, also of a request that no call waits for, but not after a refusal of an action.
   * @returns removes the listener
   */
  on(event: 'error', listen: (error: BookingError) => void): () => void;
  /** Ends requests, polling and the live stream, and forgets the user. Later calls reject with `closed`. */
  close(): void;
}

/**
 * One booking. Its methods return the view after the change, and run one after the other. Before the first `load`, the
 * actions reject with a RangeError.
 */
export interface JourneyClient {
  /** The newest view; null before the first. While `working` is not null, the client reads it again by itself. */
  readonly view: JourneyView | null;
  /**
   * Opens the user's current booking, or a new one.
   * @example await client.journey.load({ test_types: ['DEXA'] });
   */
  load(opening?: OpenJourney): Promise<JourneyView>;
  /**
   * Answers the current step. Rejects with the problem `journey_moved` if the booking went on elsewhere, and with
   * `write_under_way` while an earlier answer is still being sent: call `untilReady` first. `view` is then the newer one.
   * @throws RangeError if the booking is at another step
   * @example await client.journey.answer('product', { accept: true });
   */
  answer<Step extends keyof Answers>(step: Step, answer: Answers[Step]): Promise<JourneyView>;
  /**
   * Resolves when the server waits for the user: `working` is null, and the notice is not `stalled`. It waits through an
   * outage of the testing service.
   */
  untilReady(): Promise<JourneyView>;
  /** Uploads the signed consent, a PDF. */
  upload(file: Blob): Promise<JourneyView>;
  /** Goes back to an earlier step. */
  revisit(step: BookingStep): Promise<JourneyView>;
  /** Sends a stalled answer at once. The server also sends it by itself. */
  retry(): Promise<JourneyView>;
  /** Gives this booking up for a new one. */
  startOver(): Promise<JourneyView>;
  /** Saves what the user has typed at the current step, at once or soon. `view.draft` returns it. */
  keepDraft(draft: Draft): void;
}

/** The user's appointments. */
export interface AppointmentsClient {
  /** The newest views; null before the first `list`. */
  readonly view: readonly AppointmentView[] | null;
  /** Reads all appointments, and follows their changes from then on. */
  list(): Promise<readonly AppointmentView[]>;
  /** Cancels. If `change.state` is `warned`, the user has to agree: cancel again with `confirm: true`. */
  cancel(id: string, answer?: CancelAnswer): Promise<AppointmentView>;
  /** Asks for other times. It warns like `cancel`. */
  reschedule(id: string, answer: RescheduleAnswer): Promise<AppointmentView>;
  /** Sends a parked change again. */
  retry(id: string): Promise<AppointmentView>;
  /** Reads the free times of the location. */
  availability(id: string): Promise<AvailabilityView>;
  /** Reads the results: as the testing service sent them, and as sheets of readings. */
  results(id: string): Promise<ResultsView>;
  /** Gets the address of the check-in page. It works once: open it at once, and keep it nowhere. */
  checkIn(id: string): Promise<string>;
  /** Reads the consents that the user signed: texts, decisions, name, time and version. For the action `consents`. */
  consents(id: string): Promise<SignedConsents>;
  /** Downloads a document, a PDF. */
  document(id: string, name: 'signed-form' | 'vo2-form'): Promise<Blob>;
}
