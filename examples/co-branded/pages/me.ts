/** The member's profile, to which the hosted page can lead back. */
import { type Html, html } from '../../full-api/html.ts';
import type { Member } from '../members.ts';
import type { Purchased } from '../purchases.ts';
import { whole } from './time.ts';

export const me = (member: Member, purchased: Purchased | null): Html => html`<div class="narrow">
<h1>${member.first_name} ${member.last_name}</h1>
<p class="lead">Member since ${member.since}</p>
${
  purchased
    ? html`<section class="card" aria-labelledby="scan">
<h2 id="scan">${purchased.scan.product.name}</h2>
<p>First choice: ${whole(purchased.times.primary)}</p>
<p class="actions"><a class="button" href="/schedule">See how it stands</a></p>
</section>`
    : html`<p class="actions"><a class="button" href="/scan">Add a scan</a></p>`
}
</div>`;
