/** A customer's page at the live stream, without a browser: token, proof, and received messages. */
import type { LiveChange } from '../../server/contract/live-api.ts';
import type { FullApiServer } from './full-api-server.ts';

/** A connected page. */
export interface LivePage {
  /** The changes received so far. */
  changes(): LiveChange[];
  /** The received text so far. */
  text(): string;
  /** Whether the server has ended the stream. */
  ended(): boolean;
  /** Closes the connection. */
  leave(): Promise<void>;
}

/**
 * Connects a page to the live stream. Resolves once the stream has said its first word.
 * @throws Error if the server refuses
 */
export async function openLive(service: Pick<FullApiServer, 'customer'>, name: string): Promise<LivePage> {
  const response = await service.customer(name).fetch('GET', '/live');
  if (response.status !== 200 || !response.body) throw new Error(`the stream answered ${response.status}`);
  let text = '';
  let ended = false;
  const { promise: greeted, resolve: greet } = Promise.withResolvers<void>();
  const reader = response.body.getReader();
  const read = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += Buffer.from(part.value).toString();
      greet();
    }
  };
  void read()
    .catch(() => {})
    .finally(() => {
      ended = true;
    });
  await greeted;
  return {
    text: () => text,
    ended: () => ended,
    leave: () => reader.cancel(),
    changes: () =>
      [...text.matchAll(/^event: change\ndata: (.*)$/gm)].map(
        ([, data = '']) => JSON.parse(data) as LiveChange,
      ),
  };
}
