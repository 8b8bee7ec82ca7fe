/** Submits a prescreen of the fictional person, with answers that exclude nothing (PRE-04..PRE-17, GAP-42..GAP-45). */
import type { z } from 'zod';
import type { Configuration } from '../../../contract/upstream-api/configuration.ts';
import { orderIdentifiers } from '../../../contract/upstream-api/orders.ts';
import {
  type PrescreenAnswers,
  type PrescreenForm,
  prescreenAnswers,
  prescreenBooleans,
  prescreenForm,
} from '../../../contract/upstream-api/prescreen.ts';
import { giveConsent } from './consent.ts';
import { person, phone, prescreenBirthDate } from './person.ts';
import { type Bookable, readAndCompare } from './reads.ts';
import { type Walk, WalkEnded, write } from './walk.ts';

const what = 'a prescreen submission';

/**
 * Submits the prescreen of an offering and compares each response. It stops before the order, so that nothing is
 * booked.
 * @param prescreened an offering that requires a prescreen; null if none was found, and the check is then skipped
 * @param customer the id of the identity, and the `customer` of an order
 */
export async function certifyPrescreen(
  walk: Walk,
  configuration: Configuration | null,
  prescreened: Bookable | null,
  customer: { id: string; profile: object },
): Promise<void> {
  const { comparison } = walk;
  if (!prescreened) return comparison.skipped(what, 'no offering near New York requires a prescreen');
  const { testType } = prescreened;
  try {
    const path = `/v1/tests/${testType}/prescreen-form`;
    const form = await readAndCompare(walk, `the prescreen form of ${testType}`, path, prescreenForm);
    if (!form) throw new WalkEnded();
    const unknown = unknownFields(form);
    if (unknown.length > 0)
      return comparison.differs(
        what,
        `the form requires fields that a submission does not have: ${unknown.join(', ')}`,
      );
    const consent = await giveConsent(walk, configuration, customer.id, testType);
    if (!consent) return comparison.skipped(what, 'the consent mode is unknown');
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
        prescreen: answersTo(form),
      },
    );
  } catch (error) {
    if (!(error instanceof WalkEnded)) throw error;
    comparison.skipped(what, 'an earlier step failed');
  }
}

/** Answers that exclude nothing, for every field that the contract knows. */
const answers: PrescreenAnswers = {
  ...(Object.fromEntries(prescreenBooleans.map((name) => [name, false])) as Record<
    (typeof prescreenBooleans)[number],
    false
  >),
  dob: prescreenBirthDate,
  pcp_name: `${person.first_name} ${person.last_name}`,
  pcp_phone: phone,
  pcp_consent: true,
};

const shape: Record<string, z.ZodType> = prescreenAnswers.shape;

/** Answers every field that the form shows or requires, and every field that the contract requires. */
function answersTo(form: PrescreenForm): PrescreenAnswers {
  const shown = form.copy.sections.flatMap(({ fields }) => fields).map(({ name }) => name);
  const asked = new Set([...shown, ...requiredBy(form)]);
  return prescreenAnswers.parse(
    Object.fromEntries(
      Object.entries(answers).filter(
        ([name]) => asked.has(name) || !shape[name]?.safeParse(undefined).success,
      ),
    ),
  );
}

const requiredBy = ({ required_fields, copy }: PrescreenForm): string[] => [
  ...required_fields,
  ...copy.sections.flatMap(({ fields }) => fields.filter(({ required }) => required).map(({ name }) => name)),
  copy.consent.field,
];

/** The required fields of the form that a submission does not have. */
const unknownFields = (form: PrescreenForm): string[] =>
  [...new Set(requiredBy(form))].filter((name) => !Object.hasOwn(shape, name));
