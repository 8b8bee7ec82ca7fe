/**
 * Compares the handoff of an order and the messages of the hosted page (HND-01..HND-18, EMB-01..EMB-07, GAP-94,
 * GAP-99).
 */
import { presentationModes } from '../../../contract/upstream-api/handoff.ts';
import { type Assumptions, createAssumptions } from '../../../upstream/assumptions/assumptions.ts';
import { address, oneOf, text } from '../../../upstream/assumptions/kinds.ts';
import { readHandoffAnswer } from '../../../upstream/handoff/answer.ts';
import { certifyFrame } from './frame.ts';
import { guessHandoff } from './guess/guess-answers.ts';
import { body, home, person, phone } from './person.ts';
import { type Walk, write } from './walk.ts';

const mode = 'iframe';
const path = 'schedule_handoff';

/**
 * Creates a handoff and compares its response and the hosted page.
 * @param times offered times, exactly as the schedule has them
 * @throws WalkEnded if the handoff is rejected
 */
export async function compareHandoff(walk: Walk, orderId: string, times: string[]): Promise<void> {
  const { email: _, sex, ...named } = person;
  const [first, ...others] = times.slice(0, 4);
  const made = await write(
    walk,
    'a handoff',
    'handoff.create',
    { orderId },
    {
      selected_appointment_date: first,
      alternate_availabilities: others,
      customer_data: { ...named, ...home, phone, sex_assigned_at_birth: sex, ...body },
      presentation_mode: mode,
    },
  );
  const guesses = guessHandoff(made, { times, mode });
  const optional = (['handoff.expiryKeys', 'handoff.modeKeys'] as const).filter(
    (entry) => (guesses[entry]?.().names.length ?? 0) > 0,
  );
  walk.learning.compare(
    'the response to a handoff',
    (assumptions) => readWithOptional(made, assumptions, optional),
    guesses,
  );
  const found = createAssumptions(walk.learning.values()).look('handoff.urlKeys', address, made);
  await certifyFrame(walk, found.state === 'found' ? found.value : null, walk.browser);
}

/** Reads the response as the server does. Also requires optional fields that the response seems to have. */
function readWithOptional(
  made: object,
  assumptions: Assumptions,
  optional: ('handoff.expiryKeys' | 'handoff.modeKeys')[],
): void {
  readHandoffAnswer(made, assumptions);
  for (const entry of optional) {
    const kind = entry === 'handoff.modeKeys' ? oneOf(presentationModes) : text;
    if (assumptions.look(entry, kind, made).state === 'missing') assumptions.unmet(entry, path, made);
  }
}
