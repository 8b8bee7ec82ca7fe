/** What the booking shows from the first search on. It loads with the first answer. */
export { BatchedList } from '../ui/batched-list.ts';
export { leaveTo } from './leave-to.ts';
export { startOver } from './start-over.ts';
export { placeResults } from './steps/place-results.ts';
export { summary } from './summary.ts';
