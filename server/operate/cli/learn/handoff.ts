/** Compares the handoff of an order and the messages of the hosted page with the assumptions (GAP-94, GAP-99). */
import { presentationModes } from '../../../contract/upstream-api/handoff.ts';
import type { Assumptions } from '../../../upstream/assumptions/assumptions.ts';
import { type Kind, oneOf, text } from '../../../upstream/assumptions/kinds.ts';
import type { AssumptionValues } from '../../../upstream/assumptions/schema.ts';
import { search } from '../../../upstream/assumptions/search.ts';
import { readHandoffAnswer } from '../../../upstream/handoff/answer.ts';
import { guessHandoff } from './guess/guess-answers.ts';
import { guessMessages } from './guess/guess-messages.ts';
import type { Learning } from './learning.ts';

const path = 'hosted_page.message';

const height: Kind<number> = {
  read: (value) => (typeof value === 'number' && value > 0 && value < Infinity ? value : null),
  stub: 1,
};

/**
 * Compares the response to a handoff.
 * @param sent the times and the mode of the request, which the response may repeat
 */
export function compareHandoff(
  learning: Learning,
  answer: object,
  sent: { times: readonly string[]; mode: string },
): void {
  const guesses = guessHandoff(answer, sent);
  const optional = (['handoff.expiryKeys', 'handoff.modeKeys'] as const).filter(
    (entry) => (guesses[entry]?.().names.length ?? 0) > 0,
  );
  learning.compare(
    'the response to a handoff',
    (assumptions) => readWithOptional(answer, assumptions, optional),
    guesses,
  );
}

/** Reads the response as the server does. Also requires optional fields that the response seems to have. */
function readWithOptional(
  answer: object,
  assumptions: Assumptions,
  optional: readonly ('handoff.expiryKeys' | 'handoff.modeKeys')[],
): void {
  readHandoffAnswer(answer, assumptions);
  for (const entry of optional) {
    const kind = entry === 'handoff.modeKeys' ? oneOf(presentationModes) : text;
    if (assumptions.look(entry, kind, answer).state === 'missing')
      assumptions.unmet(entry, 'schedule_handoff', answer);
  }
}

/** Compares the messages that a framed page posts by itself. The others follow a customer's actions. */
export function compareMessages(learning: Learning, messages: readonly unknown[]): void {
  learning.compare(
    'the messages of the hosted page',
    (assumptions) => readMessages(messages, assumptions),
    guessMessages(messages),
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
