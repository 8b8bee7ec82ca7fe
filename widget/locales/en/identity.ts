import { catalogue } from '../catalogue.ts';

/** The step "identity": the patient. */
export const identity = catalogue('identity', {
  /** Heading of the step. */
  heading: 'Your details',
  /** Below the heading, over an empty form. */
  lead: 'Enter your name as it appears on your ID.',
  /** Below the heading, over details that are already known. */
  leadKnown: 'Check that your details are still right.',
  /** Heading of name, date of birth and sex. */
  person: 'About you',
  /** Heading of height and weight. */
  measures: 'Height and weight',
  /** Heading of e-mail and phone. */
  contact: 'How to reach you',
  /** Heading of the address. */
  home: 'Home address',
  /** Names first and last name together. */
  name: 'Name',
  /** Field. */
  firstName: 'First name',
  /** Field. */
  lastName: 'Last name',
  /** Field. */
  dateOfBirth: 'Date of birth',
  /** Below the label of the date of birth. `date` is month, day and year in the order of the fields. */
  dateHint: 'For example: {date}',
  /** Field: the sex that the medical record has. */
  sex: 'Sex',
  /** Choice. */
  female: 'Female',
  /** Choice. */
  male: 'Male',
  /** Field. */
  feet: 'Height (feet)',
  /** Field. */
  inches: 'Height (inches)',
  /** Field. */
  weight: 'Weight (pounds)',
  /** Names the height in a list of what is known. */
  height: 'Height',
  /** A height: feet and inches. */
  heightValue: '{feet} ft {inches} in',
  /** Names the weight in a list of what is known. */
  weightName: 'Weight',
  /** A weight in pounds. */
  weightValue: '{pounds} lb',
  /** Field. */
  email: 'E-mail',
  /** Field. */
  phone: 'Phone',
  /** Names the address in a list of what is known. */
  address: 'Address',
  /** Field: street and number. */
  street: 'Street address',
  /** Field. */
  apartment: 'Apartment or suite',
  /** Field. */
  city: 'City',
  /** Field: a state of the US, or a province of Canada. */
  state: 'State',
  /** Field. */
  zip: 'ZIP code',
  /** Error: empty field. */
  errorFirstName: 'Enter your first name.',
  /** Error: empty field. */
  errorLastName: 'Enter your last name.',
  /** Error: empty field. */
  errorDateOfBirth: 'Enter your date of birth.',
  /** Error: the person is younger than the test allows. `min` is an age in years. */
  errorTooYoung: 'You must be at least {min} to have this test. Check the date, or choose another test.',
  /** Error: the person is older than the test allows. `max` is an age in years. */
  errorTooOld: 'This test is for people up to age {max}. Check the date, or choose another test.',
  /** Error: nothing is chosen. */
  errorSex: 'Select your sex.',
  /** Error: empty field. */
  errorFeet: 'Enter your height in feet.',
  /** Error: not 2 to 9. */
  errorFeetRange: 'Enter 2 to 9 feet.',
  /** Error: empty field. */
  errorInches: 'Enter the inches, or 0.',
  /** Error: not 0 to 11. */
  errorInchesRange: 'Enter 0 to 11 inches.',
  /** Error: empty field. */
  errorWeight: 'Enter your weight.',
  /** Error: not 20 to 1000. */
  errorWeightRange: 'Enter 20 to 1,000 pounds.',
  /** Error: empty field. */
  errorEmail: 'Enter your e-mail address.',
  /** Error: not an e-mail address. */
  errorEmailShape: 'Enter an e-mail address like name@example.com.',
  /** Error: empty field. */
  errorPhone: 'Enter your phone number.',
  /** Error: too few digits. */
  errorPhoneShape: 'Enter your phone number with the area code.',
  /** Error: empty field. */
  errorStreet: 'Enter your street address.',
  /** Error: empty field. */
  errorCity: 'Enter your city.',
  /** Error: empty field. */
  errorState: 'Enter your state.',
  /** Error: there is no such state. */
  errorStateUnknown: 'Enter a state like NY or New York.',
  /** Error: empty field. */
  errorZip: 'Enter your ZIP code.',
  /** Error: not five digits. */
  errorZipShape: 'Enter a ZIP code with five digits.',
  /** The main button. */
  next: 'Continue',
  /** In the main button while it works. */
  saving: 'Saving…',
});
