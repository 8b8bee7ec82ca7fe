/** What the booking shows from the first search on, with the steps up to the times. It loads with the first answer. */
import './steps/product.ts';

export { download } from '../ui/download.ts';
export { leaveTo } from './leave-to.ts';
export { noticeWords } from './notice-words.ts';
export { startOver } from './start-over.ts';
export { PlaceList } from './steps/place-list.ts';
export { summary } from './summary.ts';
