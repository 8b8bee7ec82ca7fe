/** The steps in which a customer chooses the clinic, the test and the times. It loads with the first input. */
import './journey-summary.ts';
import './start-over.ts';
import './way-back.ts';
import './steps/product.ts';
import './steps/times.ts';
import { distanceWords } from '../ui/format.ts';
import '../ui/registered-size.ts';

export { readPreviews } from './previews.ts';
export { PlaceList, showCard } from './steps/place-list.ts';
export { position } from './steps/position.ts';

// The first number that a page formats takes the browser some 25 ms. So it takes them here, while the customer types, and not
// between the press on "Find" and the list.
distanceWords(1);
