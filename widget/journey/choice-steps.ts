/** The steps in which a customer chooses the clinic, the test and the times. It loads with the first input. */
import './journey-summary.ts';
import './start-over.ts';
import './way-back.ts';
import './steps/product.ts';
import './steps/times.ts';
import '../ui/registered-size.ts';

export { readPreviews } from './previews.ts';
export { PlaceList, showCard } from './steps/place-list.ts';
export { position } from './steps/position.ts';
