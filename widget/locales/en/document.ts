import { catalogue } from '../catalogue.ts';

/** The step "document": a signed consent form as a PDF. */
export const signedForm = catalogue('document', {
  /** Heading of the form. */
  heading: 'Your signed consent',
  /** Below the heading. */
  lead: 'Upload your signed consent form. It must be a PDF of 20 MB or less.',
  /** Heading while the document is checked. */
  checking: 'We’re checking your document',
  /** Below that heading. */
  checkingWait: 'This usually takes a moment. You can close this page: nothing is lost.',
  /** Heading while the partner is asked for a document. */
  looking: 'Your consent',
  /** Below that heading. */
  lookingWait: 'Looking for the consent form you signed.',
  /** Above the form: the testing service did not accept the last document. */
  refused: 'Your last document wasn’t accepted. Please upload another one.',
  /** Above the form: the document changed on its way, or only a part of it arrived. */
  refusedDamaged: 'Your last document didn’t arrive in one piece. Please upload it again.',
  /** Above the form: something is wrong with the signature. */
  refusedSignature: 'The signature on your last document wasn’t accepted. Please upload a signed copy.',
  /** Label of the file. */
  file: 'Signed PDF',
  /** In the area for the file, above the browser's own button. */
  drop: 'Drag your PDF here, or choose it.',
  /** A PDF is there. `size` is such as "120 kB". */
  uploaded: 'Uploaded ({size}). To replace it, drag or choose another PDF.',
  /** Field. */
  signer: 'Name of the person who signed',
  /** Field: a date. */
  signedOn: 'Date of the signature',
  /** Checkbox. */
  attestation: 'This is the consent form, signed by the person named above.',
  /** The main button. */
  send: 'Send document',
  /** Error: no file. */
  errorFile: 'Choose your signed form.',
  /** Error: another kind of file. */
  errorType: 'This file isn’t a PDF. Choose a PDF.',
  /** Error: the file is too large. */
  errorSize: 'This file is larger than 20 MB. Choose a smaller one.',
  /** Error: empty field. */
  errorSigner: 'Enter the name of the person who signed.',
  /** Error: empty field. */
  errorSignedOn: 'Enter the date of the signature.',
  /** Error: the box is not checked. */
  errorAttestation: 'Check the box to confirm that this is the signed form.',
});
