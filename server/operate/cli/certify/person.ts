/** The fictional person for whom a certification books. */

/** The name, the address for e-mail, the birth date and the sex of the person. */
export const person = {
  first_name: 'Certify',
  last_name: 'Example',
  email: 'certify@partner.example',
  date_of_birth: '1979-04-12',
  sex: 'female',
} as const;
/** The date of birth in the format of the prescreen form, MM/DD/YYYY. */
export const prescreenBirthDate = '04/12/1979';
/** The address of the person. */
export const home = {
  address_line_1: '18 Harbor Street',
  city: 'New York',
  state: 'NY',
  postal_code: '10002',
} as const;
/** The phone number of the person: ten digits. */
export const phone = '2125550134';
/** Inches and pounds. */
export const body = { height: 66, weight: 140 } as const;
