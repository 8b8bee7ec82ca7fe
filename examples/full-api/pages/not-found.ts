/** What the clinic says where there is nothing. */
import { html } from '../html.ts';

export const notFound = html`<div class="narrow">
<h1>There is nothing here</h1>
<p class="lead">The page may have moved, or the link was meant for someone else.</p>
<p class="actions"><a class="button" href="/">To the front page</a></p>
</div>`;
