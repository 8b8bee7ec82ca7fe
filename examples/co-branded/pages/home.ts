/** The gym's front page: what it is, and the scan that its members can add. */
import { html } from '../../full-api/html.ts';

export const home = html`<section class="hero">
<p class="over">Strength club · Foundry Street</p>
<h1>Train on numbers, not on guesses.</h1>
<p class="lead">Members add a body composition scan at a place near the club. Fifteen minutes lying down, and your coach plans the next block on what is really there.</p>
<p class="actions"><a class="button" href="/scan">Add a scan</a></p>
<svg class="plates" viewBox="0 0 400 240" aria-hidden="true" focusable="false">
<rect class="bar-line" y="114" width="400" height="12"/>
<rect class="plate-far" x="60" y="20" width="34" height="200" rx="10"/>
<rect class="plate" x="104" y="44" width="28" height="152" rx="9"/>
<rect class="plate-near" x="142" y="76" width="20" height="88" rx="7"/>
<rect class="plate-near" x="238" y="76" width="20" height="88" rx="7"/>
<rect class="plate" x="268" y="44" width="28" height="152" rx="9"/>
<rect class="plate-far" x="306" y="20" width="34" height="200" rx="10"/>
</svg>
</section>
<section class="facts" aria-label="What a scan tells">
<div><h2>Muscle</h2><p>Left against right, arm against leg, to the tenth of a pound.</p></div>
<div><h2>Fat</h2><p>How much, and where it sits, which no scale can tell.</p></div>
<div><h2>Bone</h2><p>Its density, which heavy work builds and years of sitting take.</p></div>
</section>`;
