/** What a module gives to `app.ts`, which mounts the routers, starts the workers and passes events to the handlers. */
import type Router from '@koa/router';
import type { ReadKind } from './contract/upstream-webhooks.ts';

/** Work that runs beside requests. */
export interface Worker {
  start?(): void;
  /** Takes nothing new and ends what is under way. Resolves when both are done. */
  stop(): Promise<void>;
}

/** By the kind of resource: reads it again by its id and keeps the result. Called when an event names the resource. */
export type EventHandlers = Partial<Record<ReadKind, (id: string) => Promise<unknown>>>;

/**
 * One module of the server. Each has one composition file, named after it, with one function that builds it from its
 * dependencies. What other modules need of it are further members, which `app.ts` passes on.
 *
 * @example
 * export interface AppointmentsModule extends Module {
 *   appointments: Appointments;
 * }
 * export function createAppointmentsModule(deps: AppointmentsDeps): AppointmentsModule
 */
export interface Module {
  /** Its routes, with their guards. @default no routes */
  router?: Router;
  /** Started in this order after all modules are built; stopped together. @default none */
  workers?: readonly Worker[];
  /** @default none */
  handlers?: EventHandlers;
}
