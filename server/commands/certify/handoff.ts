/** The handoff of an order to the hosted page, and what that page posts to a page that frames it (HND-01..HND-18, EMB-01..EMB-07, GAP-94, GAP-99). */
import { text } from '../../upstream/assumptions/kinds.ts';
import { body, home, person, phone } from './person.ts';
import { type Walk, write } from './walk.ts';

/** The times are the offering's own; the hosted page lets the member choose others. */
export async function handOver(walk: Walk, orderId: string, times: string[]): Promise<void> {
  const { email: _, sex, ...named } = person;
  const made = await write(
    walk,
    'a handoff',
    'handoff.create',
    { orderId },
    {
      selected_appointment_date: times[0],
      alternate_availabilities: times.slice(1, 4),
      customer_data: { ...named, ...home, phone, sex_assigned_at_birth: sex, ...body },
      presentation_mode: 'iframe',
    },
  );
  if (walk.assumptions.look('handoff.urlKeys', text, made).state !== 'found')
    walk.comparison.differs(
      'the address of the hosted page',
      `not among the keys ${Object.keys(made).join(', ')}`,
      'handoff.urlKeys',
    );
}
