/** What the booking shows from the first search on, with the steps about the test and its times. It loads with the first answer. */
import './steps/product.ts';
import './steps/times.ts';

export { download } from '../ui/download.ts';
export { leaveTo } from './leave-to.ts';
export { noticeWords } from './notice-words.ts';
export { paymentReturn, returnUrl } from './return-url.ts';
export { startOver } from './start-over.ts';
export { PlaceList } from './steps/place-list.ts';
export { summary } from './summary.ts';
