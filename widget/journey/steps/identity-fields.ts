/** The text fields of a profile as a table: autofill tokens, labels and checks. */
import { identity } from '../../texts/english.ts';
import { contactShapes, type Shape } from '../../ui/contact-shapes.ts';
import type { Field } from '../../ui/field.ts';
import { tooLong } from '../../ui/length.ts';

type Words = () => string;
/** A text field: what the page draws, and its checks. */
export type TextField = Pick<Field, 'optional' | 'type' | 'inputMode' | 'autocomplete'> & {
  label: Words;
  /** The error of an empty field; absent if it can stay empty. */
  empty?: Words;
  /** The longest text, in characters, if no check of its shape bounds it. */
  longest?: number;
  invalid?: Shape;
};

/**
 * Reads a typed number, whose decimal sign is a point, a comma or the Arabic one.
 * @returns NaN if the text is not a number; 0 if it is empty
 */
export const numberOf = (text: string): number => Number(text.replace(/[,\u066b]/, '.'));

const between = (least: number, most: number) => (text: string) => {
  const value = numberOf(text);
  return Number.isFinite(value) && value >= least && value <= most;
};
/** As the server checks it. */
const isEmail = (text: string) =>
  text.length <= 254 && /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(text);

/** The fields by name, in the order of the page. */
export const textFields = {
  first_name: {
    label: () => identity('firstName'),
    autocomplete: 'given-name',
    longest: 100,
    empty: () => identity('errorFirstName'),
  },
  last_name: {
    label: () => identity('lastName'),
    autocomplete: 'family-name',
    longest: 100,
    empty: () => identity('errorLastName'),
  },
  feet: {
    label: () => identity('feet'),
    inputMode: 'numeric',
    empty: () => identity('errorFeet'),
    invalid: [() => identity('errorFeetRange'), between(2, 9)],
  },
  height_inches: {
    label: () => identity('inches'),
    inputMode: 'decimal',
    empty: () => identity('errorInches'),
    invalid: [() => identity('errorInchesRange'), between(0, 11.9)],
  },
  weight_pounds: {
    label: () => identity('weight'),
    inputMode: 'decimal',
    empty: () => identity('errorWeight'),
    invalid: [() => identity('errorWeightRange'), between(20, 1000)],
  },
  email: {
    label: () => identity('email'),
    type: 'email',
    inputMode: 'email',
    autocomplete: 'email',
    empty: () => identity('errorEmail'),
    invalid: [() => identity('errorEmailShape'), isEmail],
  },
  phone: {
    label: () => identity('phone'),
    type: 'tel',
    inputMode: 'tel',
    autocomplete: 'tel',
    empty: () => identity('errorPhone'),
    invalid: contactShapes.phone,
  },
  'address.address_line_1': {
    label: () => identity('street'),
    autocomplete: 'address-line1',
    longest: 200,
    empty: () => identity('errorStreet'),
  },
  'address.address_line_2': {
    label: () => identity('apartment'),
    autocomplete: 'address-line2',
    longest: 200,
    optional: true,
  },
  'address.city': {
    label: () => identity('city'),
    autocomplete: 'address-level2',
    longest: 100,
    empty: () => identity('errorCity'),
  },
  'address.state': {
    label: () => identity('state'),
    autocomplete: 'address-level1',
    empty: () => identity('errorState'),
    invalid: contactShapes.state,
  },
  'address.postal_code': {
    label: () => identity('zip'),
    autocomplete: 'postal-code',
    empty: () => identity('errorZip'),
    invalid: contactShapes.postal_code,
  },
} as const satisfies Record<string, TextField>;
/** The name of a text field. */
export type TextName = keyof typeof textFields;

/** The heading of each group. */
export const groupHeadings = {
  person: () => identity('person'),
  measures: () => identity('measures'),
  contact: () => identity('contact'),
  home: () => identity('home'),
};

/** The names of all fields by the group that the page shows together. */
export const identityGroups = {
  person: ['first_name', 'last_name', 'date_of_birth', 'sex'],
  measures: ['feet', 'height_inches', 'weight_pounds'],
  contact: ['email', 'phone'],
  home: [
    'address.address_line_1',
    'address.address_line_2',
    'address.city',
    'address.state',
    'address.postal_code',
  ],
} as const;
/** The name of a group. */
export type IdentityGroup = keyof typeof identityGroups;

/** The value of each text field by its name. */
export type Texts = Partial<Record<TextName, string>>;

/**
 * Checks one field of the profile.
 * @param text without white-space around it
 * @returns a sentence that says what to correct; null when the value is valid
 */
export function identityChecks(name: TextName, text: string): string | null {
  const { label, empty, longest = Infinity, invalid }: TextField = textFields[name];
  if (text === '') return empty === undefined ? null : empty();
  if (invalid !== undefined && !invalid[1](text)) return invalid[0](text);
  return tooLong(label(), text, longest);
}
