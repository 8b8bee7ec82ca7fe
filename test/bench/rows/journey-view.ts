/** Reads a journey's view through the server, compared with the same row behind the same token and proof. */
import { Caller } from '../caller.ts';
import { compare, shown } from '../compare.ts';
import { wireText } from '../load.ts';
import { startPartner } from '../partner.ts';
import type { Row } from '../row.ts';
import { startBare } from '../servers.ts';

const settings = { rounds: 11, durationMs: 750, warmUpMs: 1500, connections: 16 };
/** As many as all rounds together can use. */
const proofs = 60_000;

export async function journeyView(): Promise<Row[]> {
  const partner = await startPartner();
  const caller = await new Caller(partner.url, 'view').signIn();
  const { path } = await caller.begin();
  const requests = Array.from({ length: proofs }, () => wireText(`GET ${path}`, caller.headers('GET', path)));
  const bare = await startBare('row', partner.sqliteFile, path.slice('/journeys/'.length));
  // Nothing stops a second use of a proof there.
  const plain = wireText('GET /', (await new Caller(bare.origin, 'view').signIn()).headers('GET', '/'));
  const { ours, theirs, times } = await compare(
    { origin: partner.url, request: () => requests.pop() ?? '' },
    { origin: bare.origin, request: () => plain },
    settings,
  );
  await bare.stop();
  await partner.stop();
  const rates = [ours, theirs].map((measured) => shown(measured.map(({ perSecond }) => perSecond)));
  return [
    {
      what: 'a journey view: token, proof, ownership, store',
      against: 'bare node:http that verifies a proof and reads the same row',
      measured: `${shown(times, 2)}: ${rates.join(' to ')} a second`,
      floor: 'the bare server',
    },
  ];
}
