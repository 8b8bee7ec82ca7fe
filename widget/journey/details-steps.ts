/** The steps from the customer's details to the end. Most customers see nearly all of them. */
import './choice-steps.ts';
import './steps/identity.ts';
import './steps/document.ts';
import './steps/consent.ts';
import './steps/prescreen.ts';
import './steps/review.ts';
import './steps/waiting.ts';
import './steps/questionnaire.ts';
import './steps/sent.ts';
import './steps/blocked.ts';

export { paymentReturn, returnUrl } from './return-url.ts';
export { saveFile } from './save-file.ts';
