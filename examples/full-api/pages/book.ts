/** The booking page: the whole of what a partner writes to embed the widget. */
import { type Html, html } from '../html.ts';

export function book(serverUrl: string, subjectToken: string, aside: Html | null = null): Html {
  return html`<div class="booking">
<h1 class="page-title">Book a test</h1>
<dx-booking server="${serverUrl}" subject-token="${subjectToken}"></dx-booking>
<noscript><p class="notice">Booking needs JavaScript. You can also call us at (555) 010-0142.</p></noscript>
${aside}</div>`;
}
