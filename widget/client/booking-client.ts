/** The client without a user interface: the session and the models of the elements. */
import type { jwtTokenType as JwtTokenType } from '../../server/contract/token-api.ts';
import type { Credentials } from '../session/credentials.ts';
import type { Failure } from '../session/failure.ts';
import { type Platform, platform } from '../session/platform.ts';
import { Session } from '../session/session.ts';
import { Actions } from './actions.ts';
import { AppointmentsClient } from './appointments-client.ts';
import { BookingError, errorOf } from './booking-error.ts';
import { JourneyClient } from './journey-client.ts';

export { BookingError };

const jwtTokenType: typeof JwtTokenType = 'urn:ietf:params:oauth:token-type:jwt';

/** package/client.ts documents them for partners. */
export interface ClientOptions {
  server: string;
  getSubjectToken: () => Promise<string | null | undefined>;
  subjectTokenType?: string | undefined;
  origin?: string | undefined;
  fetch?: Platform['fetch'] | undefined;
  crypto?: Platform['crypto'] | undefined;
}

/** The listeners by event. */
export interface ClientListeners {
  change: (what: 'journey' | 'appointments') => void;
  error: (error: BookingError) => void;
}

/** Creates the client of one signed-in user. package/client.ts documents it for partners. */
export function createBookingClient(options: ClientOptions) {
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
    journey: new JourneyClient(session, host('journey'), new Actions(life.signal)),
    appointments: new AppointmentsClient(session, host('appointments'), new Actions(life.signal)),

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
  };
}
