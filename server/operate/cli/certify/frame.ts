/**
 * Compares the messages that the hosted page posts to its parent, if this machine has a browser (EMB-01..EMB-03,
 * GAP-99).
 */
import type { Assumptions } from '../../../upstream/assumptions/assumptions.ts';
import { type Kind, oneOf, text } from '../../../upstream/assumptions/kinds.ts';
import type { AssumptionValues } from '../../../upstream/assumptions/schema.ts';
import { search } from '../../../upstream/assumptions/search.ts';
import { collectFrameMessages } from './frame-messages.ts';
import { guessMessages } from './guess/guess-messages.ts';
import type { Walk } from './walk.ts';

const waitMs = 20_000;
const quietMs = 5_000;
const path = 'hosted_page.message';
const what = 'the messages of the hosted page';

const height: Kind<number> = {
  read: (value) => (typeof value === 'number' && value > 0 && value < Infinity ? value : null),
  stub: 1,
};

/**
 * Compares `ready` and `resize`, which a framed page posts by itself. The other messages follow a member's actions.
 *
 * @param url address of the hosted page from the handoff's response; null if it was not found
 * @param browser path of the browser; null if there is none
 */
export async function certifyFrame(walk: Walk, url: string | null, browser: string | null): Promise<void> {
  const { comparison, learning, clock } = walk;
  if (url === null) return comparison.skipped(what, 'the address of the hosted page was not found');
  if (browser === null)
    return comparison.skipped(
      what,
      'this check needs a browser, and no Chromium was found; set CHROMIUM_PATH',
    );
  const isEnough = (messages: unknown[]) => byKind(messages, learning.values()).has('resize');
  const messages = await collectFrameMessages({ url, browser, waitMs, quietMs, isEnough, clock });
  if (messages === null) return comparison.skipped(what, 'the browser exited before it showed the page');
  if (messages.length === 0)
    return comparison.differs(
      what,
      `none came within ${waitMs / 1000} s`,
      'Ask onboarding to allow this machine to frame the hosted page (origin http://127.0.0.1), or test it on your own page.',
    );
  learning.compare(what, (assumptions) => readMessages(messages, assumptions), guessMessages(messages));
  comparison.skipped(
    'the messages complete, return, profile, exit and error of the hosted page',
    "they follow a member's actions",
  );
}

/** Reads the messages that a parent page needs: ready, and the height. */
function readMessages(messages: readonly unknown[], assumptions: Assumptions): void {
  if (messages.every((message) => assumptions.look('embed.typeKeys', text, message).state !== 'found'))
    assumptions.unmet('embed.typeKeys', path, messages);
  const found = byKind(messages, assumptions.values);
  for (const kind of ['ready', 'resize'] as const)
    if (!found.has(kind)) assumptions.unmet(`embed.types.${kind}`, path, messages);
  for (const message of found.get('resize') ?? [])
    assumptions.need('embed.heightKeys', height, message, `${path}.resize`);
}

type FrameMessageKind = keyof AssumptionValues['embed']['types'];

/** The messages with a known name, by kind. */
function byKind(messages: readonly unknown[], { embed }: AssumptionValues): Map<FrameMessageKind, unknown[]> {
  const found = new Map<FrameMessageKind, unknown[]>();
  for (const message of messages)
    for (const [kind, words] of Object.entries(embed.types) as [FrameMessageKind, string[]][])
      if (search(message, embed.typeKeys, oneOf(words)).state === 'found')
        found.set(kind, [...(found.get(kind) ?? []), message]);
  return found;
}
