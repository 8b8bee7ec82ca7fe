/** A free port that a test can close and open again: below those that systems give to outgoing connections. */
import { freePort } from '../../examples/free-port.ts';

const [lowest, count] = [15_000, 15_000];

/** Finds a free port. */
export const quietPort = () => freePort(lowest + Math.floor(Math.random() * count), '127.0.0.1');
