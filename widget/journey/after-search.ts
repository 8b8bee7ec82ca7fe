/** What the booking shows from the first search on. It loads with the first answer. */
export { download } from '../ui/download.ts';
export { leaveTo } from './leave-to.ts';
export { startOver } from './start-over.ts';
export { PlaceList } from './steps/place-list.ts';
export { summary } from './summary.ts';
