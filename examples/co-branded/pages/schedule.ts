/** The scheduling page: the whole of what a partner writes to embed the handoff, in a frame or on the service's own page. */
import type { OpenHandoff } from '../../../server/contract/handoff-api.ts';
import { Html, html } from '../../full-api/html.ts';

export type Mode = 'iframe' | 'hosted_page';

export function schedule(settings: {
  mode: Mode;
  serverUrl: string;
  subjectToken: string;
  handoff: OpenHandoff;
}): Html {
  const { mode, serverUrl, subjectToken, handoff } = settings;
  const other =
    mode === 'iframe'
      ? html`<a href="/schedule/page">Use the full page instead</a>`
      : html`<a href="/schedule">Stay here instead</a>`;
  return html`<div class="schedule">
<h1>Your scan</h1>
<p class="lead">It is paid. What is left is the time.</p>
${data('handoff', handoff)}
<dx-handoff server="${serverUrl}" subject-token="${subjectToken}" presentation-mode="${mode}" frame-title="Send your scan times"></dx-handoff>
<noscript><p>Scheduling needs JavaScript. The front desk can also do it with you.</p></noscript>
<p class="quiet">${other}</p>
</div>`;
}

/** A block of data is no script: the policy of the page lets it stand. */
const data = (id: string, value: unknown) =>
  new Html(
    `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`,
  );
