/** The text fields of a profile as a table: labels, autofill tokens and checks. */
import type { Field } from '../../ui/field.ts';

type Shape = Pick<
  Field,
  'label' | 'hint' | 'optional' | 'type' | 'inputMode' | 'autocomplete' | 'maxLength' | 'look'
> & {
  /** The error of an empty field. */
  empty: string;
};

/** The fields by name, in the order of the page. */
export const textFields = {
  first_name: {
    label: 'First name',
    autocomplete: 'given-name',
    maxLength: 100,
    empty: 'Enter your first name.',
  },
  last_name: {
    label: 'Last name',
    autocomplete: 'family-name',
    maxLength: 100,
    empty: 'Enter your last name.',
  },
  feet: {
    label: 'Height, feet',
    inputMode: 'numeric',
    maxLength: 1,
    empty: 'Enter the feet of your height.',
  },
  height_inches: {
    label: 'Height, inches',
    inputMode: 'decimal',
    maxLength: 4,
    empty: 'Enter the inches of your height, or 0.',
  },
  weight_pounds: {
    label: 'Weight, pounds',
    inputMode: 'decimal',
    maxLength: 5,
    empty: 'Enter your weight.',
  },
  email: {
    label: 'E-mail',
    type: 'email',
    inputMode: 'email',
    autocomplete: 'email',
    maxLength: 254,
    empty: 'Enter your e-mail address.',
  },
  phone: {
    label: 'Phone',
    type: 'tel',
    inputMode: 'tel',
    autocomplete: 'tel',
    maxLength: 30,
    empty: 'Enter your phone number.',
  },
  'address.address_line_1': {
    label: 'Street and number',
    autocomplete: 'address-line1',
    maxLength: 200,
    empty: 'Enter your street and number.',
  },
  'address.address_line_2': {
    label: 'Apartment or suite',
    autocomplete: 'address-line2',
    maxLength: 200,
    optional: true,
    empty: '',
  },
  'address.city': {
    label: 'City',
    autocomplete: 'address-level2',
    maxLength: 100,
    empty: 'Enter your city.',
  },
  'address.state': {
    label: 'State',
    autocomplete: 'address-level1',
    maxLength: 50,
    empty: 'Enter your state.',
  },
  'address.postal_code': {
    label: 'ZIP code',
    autocomplete: 'postal-code',
    maxLength: 12,
    empty: 'Enter your ZIP code.',
  },
} satisfies Record<string, Shape>;
/** The name of a text field. */
export type TextName = keyof typeof textFields;

function between(text: string, least: number, most: number, words: string): string | null {
  const value = Number(text);
  return Number.isFinite(value) && value >= least && value <= most ? null : words;
}

/**
 * Checks one field of the profile.
 * @returns a sentence that says what to correct; null when the value is valid
 */
export function identityChecks(name: TextName, text: string): string | null {
  const shape: Shape = textFields[name];
  if (text === '') return shape.optional ? null : shape.empty;
  switch (name) {
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text)
        ? null
        : 'Enter an e-mail address like name@example.com.';
    case 'phone':
      return text.replace(/\D/g, '').length >= 7 ? null : 'Enter a phone number with its area code.';
    case 'feet':
      return between(text, 2, 9, 'Enter 2 to 9 feet.');
    case 'height_inches':
      return between(text, 0, 11.9, 'Enter 0 to 11 inches.');
    case 'weight_pounds':
      return between(text, 20, 1000, 'Enter 20 to 1000 pounds.');
    default:
      return null;
  }
}
