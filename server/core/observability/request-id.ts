/** The id of the request that this process works on, for log lines of code that does not know the request. */
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Runs the work of a request. @param id the server's own id of the request */
export const withRequestId = <T>(id: string, work: () => T): T => current.run(id, work);

/** Finds the id of the request; undefined for work that no request caused. */
export const requestId = (): string | undefined => current.getStore();
