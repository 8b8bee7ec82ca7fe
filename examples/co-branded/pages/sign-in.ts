/** Sign-in of a demonstration: be one of the invented members. */
import { type Html, html } from '../../full-api/html.ts';
import type { Member } from '../members.ts';

export const signIn = (members: Member[], next: string): Html => html`<div class="narrow">
<h1>Who is training?</h1>
<p class="lead">This is a demonstration, so there are no passwords.</p>
<form method="post" action="/sign-in" class="people">
<input type="hidden" name="next" value="${next}">
${members.map(
  ({ id, first_name, last_name, since }) => html`<button class="person" name="member" value="${id}">
<b>${first_name} ${last_name}</b><span>Member since ${since}</span>
</button>`,
)}
</form>
</div>`;
