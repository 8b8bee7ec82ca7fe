/** The state of the installation for operators: its servers, its queues, and the last contact with the service. */
import type { InstallationView } from '../../contract/admin-api/views.ts';
import { readQueueDepths } from '../../core/jobs/queue-depths.ts';
import { listServers } from '../../core/jobs/running-servers.ts';
import type { QueueDepths } from '../../core/observability/store-gauges.ts';
import { isoTime } from '../../core/store/record-kind.ts';
import type { Store } from '../../core/store/store.ts';
import { version } from '../../core/version.ts';

/**
 * Reads the state of the installation. It has no record of a user.
 * @param deps.hasSink whether records of the access log are delivered to a sink
 */
export async function readInstallation(deps: {
  store: Store;
  hasSink: boolean;
  now: () => number;
}): Promise<InstallationView> {
  const { store, hasSink, now } = deps;
  const [servers, depths] = await Promise.all([
    listServers(store.db, now()),
    readQueueDepths(store.db, { hasSink }),
  ]);
  return {
    version: version(),
    servers,
    service: {
      responded_at: latest(servers.map((server) => server.service_responded_at)),
      failed_at: latest(servers.map((server) => server.service_failed_at)),
    },
    queues: {
      writes: byFlowAndState(depths.writes),
      events: depths.events,
      documents: depths.documents,
      reads: depths.eventReads,
      access_log_since: depths.undeliveredAtMs === null ? null : isoTime(Number(depths.undeliveredAtMs)),
    },
  };
}

function byFlowAndState(writes: QueueDepths['writes']): InstallationView['queues']['writes'] {
  const groups = Map.groupBy(writes, ({ flow, state }) => `${flow} ${state}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const count = group.reduce((sum, each) => sum + each.count, 0);
    const oldestAtMs = Math.min(...group.map((each) => each.oldestAtMs));
    return [{ flow: first.flow, state: first.state, count, oldest_at: isoTime(oldestAtMs) }];
  });
}

const latest = (times: readonly (string | null)[]): string | null =>
  times.reduce((last, time) => (last === null || (time !== null && time > last) ? time : last), null);
