/** The steps from the review to the end. */
import './after-search.ts';
import './steps/review.ts';
import './steps/order.ts';
import './steps/questionnaire.ts';
import './steps/schedule.ts';
import './steps/sent.ts';
import './steps/blocked.ts';
