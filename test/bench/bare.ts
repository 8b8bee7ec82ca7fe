/**
 * Servers of bare node:http to compare with. They verify tokens and proofs as the server does, and check nothing else.
 *
 * - `node bare.ts booking ORIGIN FILE PLAN`: makes the calls and commits of each request of a booking ({@link BookingPlan})
 * - `node bare.ts service PLAN`: the service of that booking; it verifies nothing
 */

import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'undici';
import type { BookingPlan } from './booking-plan.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const hashed = (text: string) => createHash('sha256').update(text).digest('base64url');
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

/** Keys of the pages, by the head of their proofs. */
const pageKeys = new Map<string, KeyObject>();
/** The head that each verified token is bound to. */
const verified = new Map<string, string>();

function split(token: string): { head: string; claims: string; text: string; signature: Buffer } {
  const [head = '', claims = '', signature = ''] = token.split('.');
  return { head, claims, text: `${head}.${claims}`, signature: Buffer.from(signature, 'base64url') };
}

const isSigned = (text: string, key: KeyObject, signature: Buffer) =>
  verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, signature);

function verifyProof(request: IncomingMessage): { head: string; claims: Record<string, unknown> } {
  const { head, claims, text, signature } = split(String(request.headers.dpop));
  let key = pageKeys.get(head);
  if (!key) {
    key = createPublicKey({ key: decoded(head).jwk, format: 'jwk' });
    pageKeys.set(head, key);
  }
  if (!isSigned(text, key, signature)) throw new Error('a proof is not signed by its key');
  return { head, claims: decoded(claims) };
}

/** @throws Error if the token or the proof does not hold */
function verifyRequest(request: IncomingMessage): void {
  const { head, claims } = verifyProof(request);
  const token = String(request.headers.authorization).slice('DPoP '.length);
  if (!verified.has(token)) {
    const { text, claims: own, signature } = split(token);
    if (!isSigned(text, publicKey, signature)) throw new Error('a token is not ours');
    verified.set(token, decoded(own).head);
  }
  if (verified.get(token) !== head || claims.ath !== hashed(token) || claims.htm !== request.method)
    throw new Error('a proof is of another request');
}

/** @returns the body of the response of a token exchange: a token bound to the key of the proof */
function issueToken(request: IncomingMessage): string {
  const { head } = verifyProof(request);
  const text = `${encoded({ alg: 'ES256' })}.${encoded({ head })}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const token = `${text}.${signature.toString('base64url')}`;
  return JSON.stringify({ access_token: token, token_type: 'DPoP', expires_in: 600 });
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const [kind = '', first = '', second = '', third = ''] = process.argv.slice(2);
const connections = 32;

function send(response: ServerResponse, body: string | Buffer, status = 200): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

async function read(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Answers the token exchange, and what is signed. */
function signed(answer: Answer): Answer {
  return async (request, response) => {
    if (request.url === '/token') {
      await read(request);
      return send(response, issueToken(request));
    }
    verifyRequest(request);
    return answer(request, response);
  };
}

const planOf = (file: string): BookingPlan => JSON.parse(readFileSync(file, 'utf8'));

function bookings(upstream: string, file: string, plan: BookingPlan): Answer {
  const pool = new Pool(upstream, { connections });
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec('create table records (id integer primary key, body text)');
  const insert = database.prepare('insert into records (body) values (?)');
  return async (request, response) => {
    const step = plan.requests[Number(request.url?.slice(1))];
    if (!step) return send(response, '{}', 404);
    const sent = (await read(request)).toString('utf8');
    if (sent) JSON.parse(sent);
    for (const { method, path, body } of step.calls) {
      const answer = await pool.request({ method: method as 'GET', path, ...(body ? { body } : {}) });
      JSON.parse((await read(answer.body)).toString('utf8') || 'null');
    }
    for (let commit = 0; commit < step.commits; commit += 1) insert.run(step.answer);
    return send(response, step.answer);
  };
}

function service(plan: BookingPlan): Answer {
  const answers = new Map(
    plan.requests.flatMap(({ calls }) => calls).map(({ path, answer }) => [path, answer]),
  );
  return async (request, response) => {
    await read(request);
    send(response, answers.get(request.url ?? '') ?? '{}');
  };
}

const servers: Record<string, () => Answer> = {
  booking: () => signed(bookings(first, second, planOf(third))),
  service: () => service(planOf(first)),
};
const answer = servers[kind]?.();
if (!answer) throw new Error(`There is no server "${kind}".`);
const server = createServer((request, response) => {
  Promise.resolve(answer(request, response)).catch((error: Error) => {
    console.error(`bare ${kind}: ${error.message}`);
    response.destroy();
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`bare ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
