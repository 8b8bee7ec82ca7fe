/** The work of a process with the messages that wake it: what a server and the commands of operators open. */
import { createActivity } from '../activity.ts';
import type { Clock } from '../clock.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import { createPubSub } from '../store/pubsub.ts';
import type { Store } from '../store/store.ts';
import { createJobs } from './jobs.ts';

/** Creates the messages between processes and the jobs; none runs yet. */
export function createWork(deps: { store: Store; databaseUrl: string | undefined; clock: Clock; log: Log }) {
  const { store, databaseUrl, clock, log } = deps;
  const activity = createActivity();
  const pubsub = createPubSub({ store, databaseUrl, clock, activity, log });
  const jobs = createJobs({
    store,
    clock,
    activity,
    channel: pubsub.channel('dx_jobs'),
    onError: (error) => log('jobs.poll_failed', describeError(error)),
  });
  return { pubsub, jobs };
}
