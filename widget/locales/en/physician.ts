import { catalogue } from '../catalogue.ts';

/** The element `<dx-physician-order>`, for physicians and their staff. Texts of the order itself come from the service. */
export const physician = catalogue('physician', {
  /** While the order loads, for screen readers. */
  loading: 'Loading the order …',

  /** Title: the order is being prepared. */
  preparingTitle: 'Preparing the order',
  /** Below `preparingTitle`. */
  preparingText: 'This usually takes a moment.',
  /** Title: the order is signed. */
  signedTitle: 'Signed',
  /** Below `signedTitle`. */
  signedText: 'The testing service is preparing the signed form. You can leave this page.',
  /** Title: an uploaded order is being checked. */
  checkingTitle: 'Checking the order',
  /** Below `checkingTitle`. */
  checkingText: 'This usually takes a moment. You can leave this page.',
  /** Title: the service's own physicians do the work. */
  elsewhereTitle: 'You don’t need to do anything',
  /** Below `elsewhereTitle`. */
  elsewhereText: 'The testing service’s physicians handle this order.',
  /** Below `elsewhereText`; `date` is a day. */
  elsewhereSent: 'The order was sent on {date}.',
  /** Title: nothing is left to do. */
  doneTitle: 'Order complete',
  /** Below `doneTitle`. */
  doneText: 'The signed form is ready.',
  /** Below `doneTitle`: the form is not there yet. */
  doneSoon: 'The testing service has the order. The signed form isn’t ready yet.',
  /** Button: saves the signed form. */
  download: 'Download signed form (PDF)',

  /** Title: the patient has not chosen times. */
  notScheduledTitle: 'Not ready yet',
  /** Below `notScheduledTitle`. */
  notScheduledText: 'You can order this test after the patient asks for times.',
  /** Title: the appointment is canceled or over. */
  overTitle: 'Nothing to order',
  /** Below `overTitle`. */
  overText: 'This appointment was canceled or is over.',
  /** Title: this page cannot make the order. */
  notHereTitle: 'You can’t order this test here',
  /** Below `notHereTitle`: the way to order is not known. */
  modeUnknownText: 'We don’t know how this test is ordered. Please tell the administrator of this website.',
  /** Below `notHereTitle`: the website has not switched orders on. */
  notEnabledText: 'Orders are turned off on this website. Please tell its administrator.',
  /** Below `notHereTitle`: no known way to approve is allowed. */
  nothingAllowedText:
    'The testing service doesn’t allow a way to sign that this page supports. Please tell the administrator of this website.',
  /** Title: orders are not set up at the service yet. */
  notSetUpTitle: 'You can’t order this test yet',
  /** Below `notSetUpTitle`. */
  notSetUpText: 'The testing service isn’t set up for orders yet. The administrator of this website knows.',

  /** Message: the service has not responded. */
  stalled:
    'The testing service hasn’t responded yet. You can safely try again. The test is ordered only once.',
  /** Message: the service refused what was entered. */
  notAccepted: 'The testing service didn’t accept this. Check your entries and try again.',
  /** Message: the session is over. */
  sessionClosed: 'This order expired before it was signed. Read and sign a new one.',
  /** Message: an order that was prepared before is open. */
  resumed: 'You prepared this order earlier. Check it, and change what isn’t right.',
  /** Message: the signed form could not be made. */
  artifactFailed: 'The signed form couldn’t be made. Prepare and sign the order again.',

  /** Heading of the form. */
  orderHeading: 'Order this test',
  /** Below `orderHeading`. */
  orderLead: 'Enter who orders the test. You’ll read the whole order before you sign.',
  /** Heading of the form when an order is changed. */
  changeHeading: 'Change the order',
  /** Below `changeHeading`. */
  changeLead: 'We’ll prepare a new order in place of this one. You’ll read and sign it again.',
  /** Below the heading; `time` is a date with a time. */
  due: 'Due by {time}.',
  /** Below the heading; `time` is a date with a time. */
  overdue: 'Overdue since {time}.',
  /** Title of a group of fields. */
  providerLegend: 'Ordering physician',
  /** Title of a group of fields. */
  contactLegend: 'Contact',
  /** Title of a group of fields. */
  orderLegend: 'Order',

  /** Label of a field. */
  fullName: 'Full name',
  /** Error below a field. */
  errorFullName: 'Enter the full name.',
  /** Label of a field: MD, DO and the like. */
  credentials: 'Credentials',
  /** Error below a field. */
  errorCredentials: 'Enter the credentials, such as MD.',
  /** Label of a field: the National Provider Identifier. */
  npi: 'NPI',
  /** Error below a field. */
  errorNpi: 'Enter the NPI.',
  /** Label of a field. */
  licenseState: 'License state',
  /** Error below a field. */
  errorLicenseState: 'Enter the state of the license.',
  /** Label of a field. */
  licenseNumber: 'License number',
  /** Error below a field. */
  errorLicenseNumber: 'Enter the license number.',
  /** Label of a field. */
  entity: 'Ordering practice or entity',
  /** Error below a field. */
  errorEntity: 'Enter the practice or entity that orders the test.',
  /** Label of a field: office, hospital and the like. */
  contactType: 'Type of contact',
  /** Error below a field. */
  errorContactType: 'Enter the type of contact, such as office.',
  /** Label of a field. */
  street: 'Street address',
  /** Error below a field. */
  errorStreet: 'Enter the street address.',
  /** Label of a field. */
  city: 'City',
  /** Error below a field. */
  errorCity: 'Enter the city.',
  /** Label of a field. */
  state: 'State',
  /** Error below a field. */
  errorState: 'Enter the state.',
  /** Label of a field. */
  zip: 'ZIP code',
  /** Error below a field. */
  errorZip: 'Enter the ZIP code.',
  /** Label of a field. */
  phone: 'Phone',
  /** Error below a field. */
  errorPhone: 'Enter the phone number.',
  /** Label of a field. */
  fax: 'Fax',
  /** Label of a field. */
  orderDate: 'Order date',
  /** Below the label. `date` is a date in the order of the language. */
  orderDateHint: 'For example: {date}',
  /** Error below a field. `date` is as in `orderDateHint`. */
  errorOrderDate: 'Enter the date of the order, such as {date}.',
  /** Title of a choice. */
  approvalLegend: 'How do you approve the order?',
  /** Title of a choice. */
  workflowLegend: 'How is the order handled?',
  /** Error below a choice. */
  errorChoice: 'Choose one.',
  /** Choice: sign on this page. */
  electronicSignature: 'Sign online',
  /** Choice: sign a printed order. */
  paperSignature: 'Sign on paper',
  /** Choice: the partner's website handles the order. */
  partnerElectronic: 'On this website',
  /** Main button. */
  prepare: 'Prepare order',
  /** On the main button while it works. */
  preparing: 'Preparing …',

  /** Error below a check box of the order. */
  errorAcknowledge: 'Check this box to sign the order.',
  /** Label of a field. */
  typedName: 'Type your full name to sign',
  /** Error below a field. */
  errorTypedName: 'Enter your full name.',
  /** Main button. */
  sign: 'Sign order',
  /** On the main button while it works. */
  signing: 'Signing …',
  /** Button: change the order before it is signed. */
  change: 'Change physician or date',
  /** Button: give the order up. */
  abandon: 'Discard this order',
  /** In place of a part of the order. */
  partMissing: 'We can’t show a part of this order here.',
  /** In place of the signature. */
  notSignable:
    'We can’t show a part of this order here, so you can’t sign it here. Please tell the administrator of this website.',
  /** Name of a table for screen readers. */
  table: 'Table',

  /** Heading of the form for a signed PDF. */
  documentHeading: 'Upload the signed order',
  /** Below `documentHeading`. */
  documentLead: 'Choose the order you signed, as a PDF of up to 20 MB.',
  /** Message: the last document was refused, for a reason that has no words. */
  refused:
    'The last document wasn’t accepted. Check that it’s signed, complete and easy to read, then upload it again.',
  /** Message: the last document was refused because of its signature. */
  refusedSignature:
    'The last document wasn’t accepted: the signature is missing or can’t be read. Please upload it again.',
  /** Message: the last document was refused because the file was damaged. */
  refusedDamaged: 'The last document didn’t arrive complete. Please upload it again.',
  /** Label of the file field. */
  file: 'Signed PDF',
  /** Below the label, before a file is chosen. */
  fileHint: 'Choose a file, or drop it here.',
  /** Below the label. */
  fileUploaded: 'Uploaded ({size}). Choose another file to replace it.',
  /** A size of a file. */
  kilobytes: '{count} kB',
  /** Error below the file field. */
  errorFile: 'Choose the signed PDF.',
  /** Error below the file field. */
  errorFileType: 'Choose a PDF file.',
  /** Error below the file field. */
  errorFileSize: 'This file is larger than 20 MB. Choose a smaller one.',
  /** Label of a field. */
  physicianName: 'Physician’s full name',
  /** Label of a check box. */
  attest: 'This is the order, signed by the physician named above.',
  /** Error below the check box. */
  errorAttest: 'Confirm that this is the signed order.',
  /** Main button. */
  sendDocument: 'Send order',
  /** On the main button while it works. */
  sending: 'Sending …',
});
