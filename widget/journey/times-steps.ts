/** The step that offers times. */
import './after-search.ts';
import './steps/times.ts';
