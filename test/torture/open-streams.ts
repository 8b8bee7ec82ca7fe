/** Live streams that open and break in every way: after the greeting, before it, by a reset, by closing one half. */
import { connect } from 'node:net';
import type { Caller } from '../bench/caller.ts';
import { wireText } from '../bench/load.ts';

const ways = ['after the greeting', 'before it', 'by a reset', 'half closed'] as const;

/** @returns the status of the response; 0 if the caller did not wait for it */
export function openAndDrop(url: string, caller: Caller, random: () => number): Promise<number> {
  const { hostname, port } = new URL(url);
  const way = ways[Math.floor(random() * ways.length)];
  const request = wireText('GET /live', caller.headers('GET', '/live'));
  return new Promise((resolve) => {
    let status = 0;
    const socket = connect(Number(port), hostname, () => {
      socket.write(request, 'latin1');
      if (way === 'before it') setTimeout(() => socket.destroy(), random() * 5);
    });
    socket.setEncoding('latin1').on('data', (text: string) => {
      if (status > 0) return;
      status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      if (way === 'half closed') socket.end();
      else if (way === 'by a reset') socket.resetAndDestroy();
      else setTimeout(() => socket.destroy(), random() * 200);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(status));
  });
}
