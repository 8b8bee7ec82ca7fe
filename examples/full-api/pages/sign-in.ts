/** Sign-in of a demonstration: be one of the invented patients, or a new one. */
import { type Html, html } from '../html.ts';
import type { Patient } from '../patients.ts';

export function signIn(patients: Patient[], next: string): Html {
  return html`<div class="narrow">
<h1>Sign in</h1>
<p class="lead">This is a demonstration, so there are no passwords. Choose who you are.</p>
<form method="post" action="/sign-in" class="people">
<input type="hidden" name="next" value="${next}">
${patients.map(
  ({ id, name, note }) => html`<button class="person" name="patient" value="${id}">
<span class="initials" aria-hidden="true">${initials(name)}</span>
<span><span class="person-name">${name}</span><span class="person-note">${note}</span></span>
</button>`,
)}
</form>
<h2>Someone new</h2>
<form method="post" action="/sign-in" class="inline-form">
<input type="hidden" name="next" value="${next}">
<label for="name">Full name</label>
<div class="row"><input id="name" name="name" required maxlength="80" autocomplete="off"><button class="button secondary">Continue</button></div>
</form>
</div>`;
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return words
    .filter((_, at) => at === 0 || at === words.length - 1)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('');
}
