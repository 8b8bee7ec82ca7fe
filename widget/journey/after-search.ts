/**
 * What the booking shows from the first search on, with the steps about the test and its times. It loads with the first
 * input.
 */
import './steps/product.ts';
import './steps/times.ts';

export { backButton } from './back-button.ts';
export { leaveTo } from './leave-to.ts';
export { noticeBanner, noticeWords } from './notice-words.ts';
export { passSlots } from './pass-slots.ts';
export { readPreviews } from './previews.ts';
export { paymentReturn, returnUrl } from './return-url.ts';
export { saveCalendar } from './save-calendar.ts';
export { sendingWords } from './sending-words.ts';
export { startOver } from './start-over.ts';
export { StepHistory } from './step-history.ts';
export { PlaceList, showCard } from './steps/place-list.ts';
export { position } from './steps/position.ts';
export { summary } from './summary.ts';
