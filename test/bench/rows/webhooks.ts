/** Durable acceptance of webhooks (verify, deduplicate, commit), compared with one-row commits by the same driver. */
import { createHmac, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { eventHeaders } from '../../../server/contract/upstream-webhooks.ts';
import { shown } from '../compare.ts';
import { drive, wireText } from '../load.ts';
import { startPartner } from '../partner.ts';
import type { Row } from '../row.ts';

const rounds = 11;
const durationMs = 750;
const secret = 'a secret of this bench';

export async function webhooks(): Promise<Row[]> {
  // The events name no known resource, so that the row does not include the reads that follow.
  const partner = await startPartner({ WEBHOOK_SECRETS: secret });
  const commits = oneRowCommits(`${partner.sqliteFile}.bare`);
  const deliver = () => drive({ origin: partner.url, connections: 64, durationMs, request: signedEvent });
  await deliver();
  const accepted: number[] = [];
  const committed: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    committed.push(commits.perSecond());
    accepted.push(await deliver());
  }
  commits.close();
  await partner.stop();
  const shares = accepted.map((rate, round) => rate / (committed[round] ?? rate));
  return [
    {
      what: 'webhooks accepted durably',
      against: 'one-row commits by the same driver to the same disk',
      measured: `${shown(shares, 2)}: ${shown(accepted)} to ${shown(committed)} a second`,
      floor: 'the commits',
    },
  ];
}

function signedEvent(): string {
  const id = randomUUID();
  const body = JSON.stringify({
    id,
    type: 'bench.happened',
    payload_version: 1,
    sequence: 1,
    data: { object: { note: 'n'.repeat(400) } },
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  return wireText(
    'POST /webhooks',
    {
      'content-type': 'application/json',
      [eventHeaders.timestamp]: timestamp,
      [eventHeaders.signature]: createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
    },
    body,
  );
}

/** With the settings that the server uses for its own file (core/store/sqlite.ts). */
function oneRowCommits(file: string) {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec('create table events (id text primary key, type text, body text, received_at integer)');
  const insert = database.prepare('insert into events values (?, ?, ?, ?)');
  const body = 'b'.repeat(900);
  return {
    perSecond() {
      const begin = performance.now();
      let rows = 0;
      for (; performance.now() - begin < durationMs; rows += 1)
        insert.run(randomUUID(), 'bench.happened', body, Date.now());
      return (rows * 1000) / (performance.now() - begin);
    },
    close: () => database.close(),
  };
}
