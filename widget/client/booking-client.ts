/** The client without a user interface: the session and the models of the elements. */
import type {
  AppointmentView,
  AvailabilityView,
  CancelAnswer,
  RescheduleAnswer,
  ResultsView,
} from '../../server/contract/appointments-api.ts';
import type { SignedConsents } from '../../server/contract/journey-api/signed-consents.ts';
import type { jwtTokenType as JwtTokenType } from '../../server/contract/token-api.ts';
import { AppointmentsStore } from '../appointments/appointments-store.ts';
import type { RemoteViewHost } from '../core/remote-view.ts';
import type { Credentials } from '../session/credentials.ts';
import type { Failure } from '../session/failure.ts';
import { type Platform, platform } from '../session/platform.ts';
import { Session } from '../session/session.ts';
import { Actions } from './actions.ts';
import { BookingError, errorOf } from './booking-error.ts';
import { HeadlessJourney } from './headless-journey.ts';
import type { AppointmentsClient, BookingClient, ClientOptions } from './public-types.ts';

export { BookingError };

const jwtTokenType: typeof JwtTokenType = 'urn:ietf:params:oauth:token-type:jwt';

/** The listeners by event. */
interface ClientListeners {
  change: (what: 'journey' | 'appointments') => void;
  error: (error: BookingError) => void;
}

/**
 * Creates the client of one signed-in user. It keeps everything in memory and sends nothing before the first call.
 *
 * @example
 * const client = createBookingClient({ server: 'https://booking.clinic.example', getSubjectToken });
 * const view = await client.journey.load({ test_types: ['DEXA'], near: { zip: '10002' } });
 */
export function createBookingClient(options: ClientOptions): BookingClient {
  const life = new AbortController();
  const listeners: { [Event in keyof ClientListeners]: Set<ClientListeners[Event]> } = {
    change: new Set(),
    error: new Set(),
  };
  let userKey: string | null | undefined;

  async function askSubject(refused: string | null) {
    const token = await options.getSubjectToken();
    const type = options.subjectTokenType ?? jwtTokenType;
    return token && token !== refused ? { token, type } : null;
  }

  /** A request is never sent as another user than the first one. */
  function accepts({ subjectKey }: Credentials): boolean {
    const isSame = userKey === undefined || (subjectKey != null && subjectKey === userKey);
    if (isSame) userKey = subjectKey;
    else end(new BookingError('sign_in_ended'));
    return isSame;
  }

  function end(error: BookingError): void {
    life.abort(error);
    for (const listen of listeners.error) listen(error);
  }

  const host = (what: 'journey' | 'appointments') => ({
    changed() {
      for (const listen of listeners.change) listen(what);
    },
    failed(failure: Failure) {
      for (const listen of listeners.error) listen(errorOf(failure));
    },
  });
  const server = options.server.replace(/\/+$/, '');
  const sessionListener = { accepts, renewalFailed() {} };
  const session = new Session(server, askSubject, life.signal, sessionListener, null, platformOf(options));

  return {
    journey: new HeadlessJourney(session, host('journey'), new Actions(life.signal)),
    appointments: new HeadlessAppointments(session, host('appointments'), new Actions(life.signal)),

    on<Event extends keyof ClientListeners>(event: Event, listen: ClientListeners[Event]): () => void {
      listeners[event].add(listen);
      return () => void listeners[event].delete(listen);
    },

    close(): void {
      for (const listening of Object.values(listeners)) listening.clear();
      life.abort(new BookingError('closed'));
    },
  };
}

/** The platform, with what the options replace. */
function platformOf({ fetch: send = platform.fetch, origin, ...options }: ClientOptions): Platform {
  return {
    fetch: (url, init) => send(url, origin ? { ...init, headers: { ...init.headers, origin } } : init),
    get crypto() {
      return options.crypto ?? platform.crypto;
    },
    pause: (ms, signal) => platform.pause(ms, signal),
  };
}

/**
 * The appointments of a client: the model of `<dx-appointments>`, with promises that reject. `AppointmentsClient` documents
 * its methods.
 */
class HeadlessAppointments implements AppointmentsClient {
  readonly #store: AppointmentsStore;
  readonly #actions: Actions;

  constructor(session: Session, host: RemoteViewHost, actions: Actions) {
    this.#store = new AppointmentsStore(session, host);
    this.#actions = actions;
  }

  get view(): readonly AppointmentView[] | null {
    return this.#store.view;
  }

  list(): Promise<readonly AppointmentView[]> {
    return this.#act(async (store) => {
      // Of an action before, which the list does not repeat.
      store.problem = null;
      await store.start();
      return store.view;
    });
  }

  cancel(id: string, answer: CancelAnswer = {}): Promise<AppointmentView> {
    return this.#act((store) => store.cancel(id, answer));
  }

  reschedule(id: string, answer: RescheduleAnswer): Promise<AppointmentView> {
    return this.#act((store) => store.reschedule(id, answer));
  }

  retry(id: string): Promise<AppointmentView> {
    return this.#act((store) => store.retry(id));
  }

  availability(id: string): Promise<AvailabilityView> {
    return this.#act((store) => store.availability(id));
  }

  results(id: string): Promise<ResultsView> {
    return this.#act((store) => store.results(id));
  }

  checkIn(id: string): Promise<string> {
    return this.#act((store) => store.checkIn(id));
  }

  consents(id: string): Promise<SignedConsents> {
    return this.#act((store) => store.consents(id));
  }

  document(id: string, name: 'signed-form' | 'vo2-form'): Promise<Blob> {
    return this.#act((store) => store.document(id, name));
  }

  /** The store returns null only where its `problem` or `failure` says why. */
  #act<R>(action: (store: AppointmentsStore) => Promise<R | null>): Promise<R> {
    return this.#actions.run(this.#store, () => action(this.#store) as Promise<R>);
  }
}
