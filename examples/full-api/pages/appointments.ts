/** The patient's appointments: the whole of what a partner writes to embed them. */
import { type Html, html } from '../html.ts';

export function appointments(serverUrl: string, subjectToken: string): Html {
  return html`<div class="booking">
<h1 class="page-title">Appointments</h1>
<dx-appointments server="${serverUrl}" subject-token="${subjectToken}"></dx-appointments>
<noscript><p class="notice">This page needs JavaScript. You can also call us at (555) 010-0142.</p></noscript>
</div>`;
}
