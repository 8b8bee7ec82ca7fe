/** A prescreen of the invented person, with answers that rule nothing out, for a product that needs one (PRE-04..PRE-17, GAP-42..GAP-45). */
import type { Configuration } from '../../contract/upstream-api/configuration.ts';
import { orderIdentifiers } from '../../contract/upstream-api/orders.ts';
import {
  type PrescreenForm,
  prescreenAnswers,
  prescreenBooleans,
  prescreenForm,
} from '../../contract/upstream-api/prescreen.ts';
import { giveConsent } from './consent.ts';
import { prescreenBirthDate } from './person.ts';
import { type Bookable, readAndCompare } from './reads.ts';
import { type Walk, WalkEnded, write } from './walk.ts';

const what = 'a prescreen submission';

/** Ends before the order, so that nothing is left booked. */
export async function certifyPrescreen(
  walk: Walk,
  configuration: Configuration | null,
  prescreened: Bookable | null,
  customer: { id: string; profile: object },
): Promise<void> {
  const { comparison } = walk;
  if (!prescreened) return comparison.left(what, 'no offering near New York needs a prescreening');
  const { testType } = prescreened;
  try {
    const path = `/v1/tests/${testType}/prescreen-form`;
    const form = await readAndCompare(walk, `the prescreen form of ${testType}`, path, prescreenForm);
    if (!form) throw new WalkEnded();
    const unknown = unknownFields(form);
    if (unknown.length > 0)
      return comparison.differs(
        what,
        `the form requires fields that no submission carries: ${unknown.join(', ')}`,
      );
    const consent = await giveConsent(walk, configuration, customer.id, testType);
    if (!consent) return comparison.left(what, 'this walk knows no such way of giving consent');
    await write(
      walk,
      what,
      'prescreen.submit',
      { testType },
      {
        ...orderIdentifiers.parse({
          catalog_id: prescreened.catalogId,
          offering_id: prescreened.offeringId,
          product_id: prescreened.product.id,
          test_id: prescreened.product.test_id,
          customer_identity_id: customer.id,
          customer: customer.profile,
          ...consent,
        }),
        prescreen: safeAnswers,
      },
    );
  } catch (error) {
    if (!(error instanceof WalkEnded)) throw error;
    comparison.left(what, 'the walk ended before it');
  }
}

const safeAnswers = prescreenAnswers.parse({
  ...Object.fromEntries(prescreenBooleans.map((name) => [name, false])),
  dob: prescreenBirthDate,
  pcp_consent: true,
});

/** What the form requires and a submission has no field for. */
function unknownFields({ required_fields, copy }: PrescreenForm): string[] {
  const known = Object.keys(prescreenAnswers.shape);
  const required = copy.sections
    .flatMap(({ fields }) => fields)
    .filter((field) => field.required)
    .map(({ name }) => name);
  return [...new Set([...required_fields, ...required, copy.consent.field])].filter(
    (name) => !known.includes(name),
  );
}
