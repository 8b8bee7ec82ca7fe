/**
 * A search for locations, which the server passes to the service, compared with a proxy of node:http and undici behind
 * the same proof.
 */
import { Caller } from '../caller.ts';
import { compare, shown } from '../compare.ts';
import { wireText } from '../load.ts';
import { startPartner } from '../partner.ts';
import type { Row } from '../row.ts';
import { startBare } from '../servers.ts';

const settings = { rounds: 11, durationMs: 1000, warmUpMs: 1500, connections: 16 };
const proofs = 40_000;
const place = { lat: 40.7157, lng: -73.9863 };

export async function passThrough(): Promise<Row[]> {
  const partner = await startPartner();
  const caller = await new Caller(partner.url, 'locations').signIn();
  const { path } = await caller.begin(place);
  const requests = Array.from({ length: proofs }, () => wireText(`GET ${path}`, caller.headers('GET', path)));
  const bare = await startBare('proxy', partner.upstreamUrl, partner.apiKey);
  const query = new URLSearchParams({
    lat: String(place.lat),
    lng: String(place.lng),
    test_types: 'DEXA',
  });
  const search = `/v1/locations?${query}`;
  // Nothing stops a second use of a proof there.
  const bareCaller = await new Caller(bare.origin, 'locations').signIn();
  const plain = wireText(`GET ${search}`, bareCaller.headers('GET', search));
  const { ours, theirs, times } = await compare(
    { origin: partner.url, request: () => requests.pop() ?? '' },
    { origin: bare.origin, request: () => plain },
    settings,
  );
  await bare.stop();
  await partner.stop();
  const rates = [ours, theirs].map((measured) => shown(measured.map(({ perSecond }) => perSecond)));
  const slowest = ours.map(({ p99Ms }, round) => p99Ms / (theirs[round]?.p99Ms ?? p99Ms));
  const against = 'bare node:http with undici that verifies the same proof';
  return [
    {
      what: 'locations passed through',
      against,
      measured: `${shown(times, 2)}: ${rates.join(' to ')} a second`,
      floor: 'the bare server',
    },
    {
      what: 'locations passed through, p99',
      against,
      measured: `${shown(slowest, 2)} times`,
      floor: 'the bare server',
    },
  ];
}
