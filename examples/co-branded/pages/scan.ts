/** The gym's own checkout of a scan: place, price, preferred times, consent and payment. */
import { type Html, html } from '../../full-api/html.ts';
import type { Member } from '../members.ts';
import type { Scan } from '../scans.ts';
import type { Consent } from './decisions.ts';
import { whole } from './time.ts';

/** As many as fit a list that nobody has to scroll for long. */
const timesShown = 40;
const choices = [
  ['primary', 'First choice'],
  ['alternate-1', 'Second choice'],
  ['alternate-2', 'Third choice'],
] as const;

export function scan(member: Member, { product, place, times }: Scan, consent: Consent): Html {
  return html`<div class="narrow">
<h1>${product.name}</h1>
<p class="lead">${place.address_line_1}, ${place.city}, ${place.state} ${place.postal_code}</p>
<form method="post" action="/scan" class="checkout">
<fieldset>
<legend>When suits you?</legend>
<p class="quiet">The place confirms one of the three. Times are its own.</p>
${choices.map(
  ([name, label], at) => html`<label>${label}
<select name="${name}" required>${times
    .slice(0, timesShown)
    .map(
      (time, index) => html`<option value="${time}"${index === at ? selected : null}>${whole(time)}</option>`,
    )}</select>
</label>`,
)}
</fieldset>
<fieldset>
<legend>Your consent</legend>
<input type="hidden" name="content_hash" value="${consent.contentHash}">
${consent.sections.map(
  ({ title, body }) =>
    html`<details open><summary>${title ?? 'Terms'}</summary><div class="terms" tabindex="0">${body}</div></details>`,
)}
${consent.decisions.map(
  ({ id, label, link, text }) => html`<div class="decision">
<label class="check"><input type="checkbox" name="decision" value="${id}" required> <span>${label}</span></label>
<details><summary>${link}</summary><div class="terms" tabindex="0">${text}</div></details>
</div>`,
)}
<label>Type your name to sign
<input name="typed_name" required maxlength="200" autocomplete="name" placeholder="${member.first_name} ${member.last_name}">
</label>
</fieldset>
<p class="actions"><button class="button">Pay ${money(product.retail_price, product.currency)} with the card on file</button></p>
<p class="quiet">No money moves: this is a demonstration.</p>
</form>
</div>`;
}

/** In the place of the checkout, where not all of the consent can be shown. */
export const notSetUp = html`<div class="narrow">
<h1>Scans cannot be booked here yet</h1>
<p class="lead">Our booking is not set up correctly. Please come back later.</p>
</div>`;

const selected = html` selected`;

const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
