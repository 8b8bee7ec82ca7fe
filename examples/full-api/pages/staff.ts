/** The clinicians' page: who signs in, which appointment it is about, and the order of it. */
import { type Html, html } from '../html.ts';
import type { Clinician } from '../staff.ts';

export const staffSignIn = (clinicians: readonly Clinician[]): Html => html`<div class="narrow">
<h1>Clinicians</h1>
<p class="lead">This is a demonstration, so there are no passwords. Choose who you are.</p>
<form method="post" action="/staff/sign-in" class="people">
${clinicians.map(
  ({ id, name, note }) => html`<button class="person" name="clinician" value="${id}">
<span><span class="person-name">${name}</span><span class="person-note">${note}</span></span>
</button>`,
)}
</form>
</div>`;

export const staffOrders = ({ name }: Clinician): Html => html`<div class="narrow">
<h1>Orders</h1>
<p class="lead">Signed in as ${name}.</p>
<form method="get" action="/staff" class="inline-form">
<label for="appointment">Appointment number</label>
<div class="row"><input id="appointment" name="appointment" required maxlength="60" autocomplete="off"><button class="button secondary">Open the order</button></div>
</form>
</div>`;

export const staffOrder = (serverUrl: string, subjectToken: string, appointmentId: string): Html =>
  html`<div class="booking">
<h1 class="page-title">Physician’s order</h1>
<dx-physician-order server="${serverUrl}" subject-token="${subjectToken}" appointment-id="${appointmentId}"></dx-physician-order>
<noscript><p class="notice">This page needs JavaScript.</p></noscript>
</div>`;
