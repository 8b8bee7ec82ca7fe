/** The steps about the customer. Most customers see all of them, one after the other. */
import './after-search.ts';
import './steps/identity.ts';
import './steps/document.ts';
import './steps/consent.ts';
import './steps/prescreen.ts';
