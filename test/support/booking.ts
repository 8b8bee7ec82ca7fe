/** A whole booking, step by step. The customer takes the first choice at each step. */
import type { Answers, Profile } from '../../server/contract/journey-api/answers.ts';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView, Shows } from '../../server/contract/journey-api/views.ts';
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import type { Customer } from './customer.ts';

/** An invented customer's answer to the step `identity`. */
export const profile: Profile = {
  first_name: 'Ines',
  last_name: 'Okonkwo-Lindqvist',
  email: 'ines@patient.example',
  phone: '212 555 0134',
  date_of_birth: '1979-04-12',
  sex: 'female',
  address: { address_line_1: '18 Harbor Street', city: 'New York', state: 'NY', postal_code: '10002' },
};

/** What an invented customer types into the step `identity`, by the labels of its fields. */
export const typedDetails = {
  'First name': 'Maren',
  'Last name': 'Okonski',
  Month: '4',
  Day: '12',
  Year: '1979',
  'E-mail': 'maren@patient.example',
  Phone: '212 555 0134',
  'Street address': '18 Harbor Street',
  City: 'New York',
  State: 'NY',
  'ZIP code': '10002',
};

/**
 * Narrows what the view shows to one step.
 * @throws Error if the view is at another step; names its notice
 */
export function at<S extends StepName>(view: JourneyView, step: S): Extract<Shows, { step: S }> {
  if (view.shows.step !== step) {
    throw new Error(
      `expected the step ${step}, met ${view.shows.step} with notice ${JSON.stringify(view.notice)}`,
    );
  }
  return view.shows as Extract<Shows, { step: S }>;
}

/**
 * Searches New York and takes the first place with times that offers the test.
 * @param skip how many such places to pass over. @default 0
 * @throws Error if there is none
 */
export async function choosePlace(customer: Customer, testType: TestType, skip = 0): Promise<JourneyView> {
  await customer.open();
  const view = await customer.answer('place', { search: { test_types: [testType], near: { zip: '10002' } } });
  const found = at(view, 'place').results?.within_radius ?? [];
  for (const place of found.slice(skip)) {
    const [test] = place.tests;
    if (!test) continue;
    const chosen = await customer.answer('place', {
      choose: { catalog_id: test.catalog_id, offering_id: test.offering_id },
    });
    at(chosen, 'product');
    const timed = await customer.answer('product', { accept: true });
    if ((at(timed, 'times').dates ?? []).flatMap((day) => day.times).length >= 6) return timed;
    await customer.revisit('place');
  }
  throw new Error(`no place near New York has times for ${testType}`);
}

/**
 * Picks three free times.
 * @param from the place of the first one in the list. @default 0
 * @throws Error if the view offers none
 */
export function pickTimes(view: JourneyView, from = 0): Answers['times'] {
  const dates = at(view, 'times').dates ?? [];
  // The first day is tomorrow, and is offered no more once it is midnight at the clinic.
  const later = dates.slice(1).flatMap((day) => day.times);
  const offered = later.length >= from + 3 ? later : dates.flatMap((day) => day.times);
  const [primary, ...alternates] = offered.slice(from, from + 3);
  if (!primary) throw new Error('no times are offered');
  return { primary, alternates };
}

/** Agrees to every decision and signs. */
export function signConsent(view: JourneyView): Answers['consent'] {
  const { content_hash, decisions } = at(view, 'consent');
  return {
    content_hash,
    decisions: Object.fromEntries(decisions.map((decision) => [decision.id, true])),
    typed_name: 'Ines Okonkwo-Lindqvist',
    attestation: true,
  };
}

/** Answers no to every question, and agrees to the contact with a physician. */
export function prescreenAnswers(view: JourneyView): Answers['prescreen'] {
  const { sections, consent } = at(view, 'prescreen');
  const fields = sections.flatMap((section) => section.fields);
  const value = (control: string) =>
    control === 'date_parts' ? '04/12/1979' : control === 'boolean_radio' ? false : 'Dr. Ada Moreau';
  return {
    fields: { ...Object.fromEntries(fields.map((f) => [f.name, value(f.control)])), [consent.field]: true },
  };
}

/** A valid answer to a question: the first option or no, a number, or words. */
const answerTo = ({ type, options }: Extract<Shows, { step: 'questionnaire' }>['fields'][number]) =>
  options[0]?.value ?? { boolean: false, choice: '', number: 72, text: 'None that I know of' }[type];

/**
 * Answers the questionnaire, and confirms every acknowledgement.
 * @param yes the ids of the questions to answer with yes. @default none
 */
export function questionnaireAnswers(view: JourneyView, yes: string[] = []): Answers['questionnaire'] {
  const shown = at(view, 'questionnaire');
  return {
    questionnaire_definition_id: shown.questionnaire_definition_id,
    content_hash: shown.content_hash,
    answers: Object.fromEntries(
      shown.fields.map((field) => [field.id, yes.includes(field.id) || answerTo(field)]),
    ),
    acknowledgements: Object.fromEntries(shown.acknowledgements.map((item) => [item.id, true])),
  };
}

/** Books up to the review: everything is chosen and signed. */
export async function untilReview(customer: Customer, testType: TestType): Promise<JourneyView> {
  let view = await choosePlace(customer, testType);
  view = await customer.answer('times', pickTimes(view));
  at(view, 'identity');
  view = await customer.answer('identity', profile);
  view = await customer.answer('consent', signConsent(view));
  if (view.shows.step === 'prescreen') view = await customer.answer('prescreen', prescreenAnswers(view));
  at(view, 'review');
  return view;
}

/** Answers the current step with valid input. */
export async function answerStep(customer: Customer, view: JourneyView): Promise<JourneyView> {
  switch (view.shows.step) {
    case 'times':
      return customer.answer('times', pickTimes(view));
    case 'identity':
      return customer.answer('identity', profile);
    case 'consent':
      return customer.answer('consent', signConsent(view));
    case 'prescreen':
      return customer.answer('prescreen', prescreenAnswers(view));
    case 'review':
      return customer.answer('review', { return_url: 'https://clinic.example/book' });
    case 'questionnaire':
      return customer.answer('questionnaire', questionnaireAnswers(view));
    default:
      return customer.read();
  }
}

/**
 * Answers each step from the view on, until the request is sent.
 * @throws Error if it is not after twenty answers
 */
export async function untilSent(customer: Customer, from: JourneyView): Promise<JourneyView> {
  let view = from;
  for (let turns = 0; view.shows.step !== 'sent' && turns < 20; turns++)
    view = await answerStep(customer, view);
  at(view, 'sent');
  return view;
}
