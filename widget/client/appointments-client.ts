/** The appointments of a client: the model of `<dx-appointments>`, with promises that reject. */
import type {
  AppointmentView,
  AvailabilityView,
  CancelAnswer,
  RescheduleAnswer,
  ResultsView,
} from '../../server/contract/appointments-api.ts';
import { AppointmentsStore } from '../appointments/appointments-store.ts';
import type { RemoteViewHost } from '../core/remote-view.ts';
import type { Session } from '../session/session.ts';
import type { Actions } from './actions.ts';

/** package/client.ts documents its methods for partners. */
export class AppointmentsClient {
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

  results(id: string): Promise<ResultsView['results']> {
    return this.#act((store) => store.results(id));
  }

  checkIn(id: string): Promise<string> {
    return this.#act((store) => store.checkIn(id));
  }

  document(id: string, name: 'signed-form' | 'vo2-form'): Promise<Blob> {
    return this.#act((store) => store.document(id, name));
  }

  /** The store returns null only where its `problem` or `failure` says why. */
  #act<R>(action: (store: AppointmentsStore) => Promise<R | null>): Promise<R> {
    return this.#actions.run(this.#store, () => action(this.#store) as Promise<R>);
  }
}
