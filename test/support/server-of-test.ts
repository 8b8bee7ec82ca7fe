/** Servers that stop with the test, or with the tests of a file. */
import { afterAll, onTestFinished } from 'vitest';
import { startCoBrandedServer } from './co-branded-server.ts';
import { startFullApiServer } from './full-api-server.ts';
import { startPhysicians } from './physician-harness.ts';

type AtEnd = (stop: () => Promise<void>) => void;

const ending =
  <A extends unknown[], S extends { stop(): Promise<void> }>(
    start: (...args: A) => Promise<S>,
    atEnd: AtEnd,
  ) =>
  async (...args: A): Promise<S> => {
    const server = await start(...args);
    atEnd(() => server.stop());
    return server;
  };

/** Starts a server of the full API for the current test. */
export const serverOfTest = ending(startFullApiServer, onTestFinished);
/** Starts a server of the full API for all tests of a file. */
export const serverOfFile = ending(startFullApiServer, afterAll);
/** Starts a server of the co-branded flow for the current test. */
export const coBrandedOfTest = ending(startCoBrandedServer, onTestFinished);
/** Starts a server of the co-branded flow for all tests of a file. */
export const coBrandedOfFile = ending(startCoBrandedServer, afterAll);
/** Starts a server with physicians for the current test. */
export const physiciansOfTest = ending(startPhysicians, onTestFinished);
