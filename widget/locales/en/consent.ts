import { catalogue } from '../catalogue.ts';

/** The step "consent": documents of the testing service to agree to, and a signature. */
export const consent = catalogue('consent', {
  /** Heading of the step. */
  heading: 'Your consent',
  /** Below the heading. */
  lead: 'Read each document, and check its box if you agree. Then sign once at the end. You can have the test only if you agree to all of them.',
  /** Name of a document: consent to be tested. */
  testing: 'Consent to testing',
  /** Name of a document: who may use health information (a US law). */
  hipaa: 'HIPAA authorization',
  /** Name of a document. */
  dataUse: 'Data use terms',
  /** Name of a document: disputes go to an arbitrator. */
  arbitration: 'Arbitration agreement',
  /** Name of a document that has no name here. */
  other: 'Document {number}',
  /** Button that opens a document. `document` is its name. */
  read: 'Read: {document}',
  /** Error: its box is not checked. */
  errorTesting: 'Agree to the consent to testing, or stop here.',
  /** Error: its box is not checked. */
  errorHipaa: 'Agree to the HIPAA authorization, or stop here.',
  /** Error: its box is not checked. */
  errorDataUse: 'Agree to the data use terms, or stop here.',
  /** Error: its box is not checked. */
  errorArbitration: 'Agree to the arbitration agreement, or stop here.',
  /** Error: the box of a document without a name is not checked. */
  errorOther: 'Agree to document {number}, or stop here.',
  /** Heading of the signature. */
  signature: 'Signature',
  /** Field. */
  typedName: 'Type your full name',
  /** Beside the signature, over today's date. */
  date: 'Date',
  /** Checkbox. */
  attestation: 'This is my electronic signature.',
  /** Above the button that signs. */
  meaning: 'By signing, you agree to everything you checked above, as if you had signed on paper.',
  /** The main button. */
  sign: 'Sign and continue',
  /** In the main button while it works. */
  signing: 'Signing…',
  /** Error: no name is typed. */
  errorName: 'Type your full name to sign.',
  /** Error, shown once: the typed name is not the name of the step before. */
  errorNameDiffers:
    'You gave your name as {name}. Correct your signature, or press “Sign and continue” again to sign as {typed}.',
  /** Error: the box is not checked. */
  errorAttestation: 'Check the box to confirm your signature.',
});
