/**
 * The members of a module that `app.ts` uses: it mounts the router, starts the workers and passes events to the
 * handlers.
 */
import type Router from '@koa/router';
import type { ReadKind } from '../contract/upstream-webhooks.ts';

/** Work that runs independently of requests. */
export interface Worker {
  start?(): void;
  /** Takes no new work and ends running work. Resolves when both are done. */
  stop(): Promise<void>;
}

/** Event handlers by the kind of resource. A handler reads the resource again by its id and stores the result. */
export type EventHandlers = Partial<Record<ReadKind, (id: string) => Promise<unknown>>>;

/**
 * One module of the server. Each has one composition file, named after it, with one function that builds the module
 * from its dependencies. Members for other modules are added to this interface, and `app.ts` passes them on.
 *
 * @example
 * export interface AppointmentsModule extends Module {
 *   appointments: Appointments;
 * }
 * export function createAppointmentsModule(deps: AppointmentsDeps): AppointmentsModule
 */
export interface Module {
  /** The module's routes, with their guards. @default no routes */
  router?: Router;
  /** Workers start in this order after all modules are built, and stop together. @default none */
  workers?: readonly Worker[];
  /** @default none */
  handlers?: EventHandlers;
}
