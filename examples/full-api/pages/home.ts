/** The clinic's front page: who it is, what can be booked, how it goes. */
import { html } from '../html.ts';

const tests = [
  ['Body composition', 'DEXA, BodPod and more', 'Muscle, fat and where they sit, in under fifteen minutes.'],
  ['Bone density', 'DEXA for bone', 'How strong your bones are, hip and spine, lying down.'],
  ['Heart calcium', 'CT calcium score', 'Calcium in the arteries of your heart, in one short scan.'],
  ['Fitness', 'VO₂ max', 'How much oxygen you use at full effort, on a bike or treadmill.'],
  ['Metabolism', 'Resting metabolic rate', 'What your body burns at rest, measured by your breath.'],
  ['Not sure which?', 'Ask the front desk', 'Call (555) 010-0142 and tell us what you would like to know.'],
] as const;

const steps = [
  ['Choose', 'Pick a test, a place near you and a few times that would suit you.'],
  ['Answer', 'Tell us who is coming and answer a short set of health questions.'],
  ['Hear back', 'The place confirms one of your times, and we keep the result in your record.'],
] as const;

const hours = [
  ['Monday to Thursday', '8 am to 6 pm'],
  ['Friday', '8 am to 4 pm'],
  ['Saturday', '9 am to noon'],
  ['Sunday', 'Closed'],
] as const;

export const home = html`<section class="hero">
<div>
<p class="kicker">Tests, close to home</p>
<h1>Know where your health stands</h1>
<p class="lead">As a patient of Harbor Street you can book body, heart and fitness tests at a place near you, without making another account.</p>
<p class="actions"><a class="button" href="/book">Book a test</a> <a class="quiet-link" href="#how">How it works</a></p>
</div>
<svg class="harbor" viewBox="0 0 480 360" aria-hidden="true" focusable="false">
<rect class="sky" width="480" height="360"/>
<circle class="sun" cx="344" cy="124" r="46"/>
<path class="hill-far" d="M0 214c70-46 128-52 196-26s120 22 180-2 84-22 104-12v110H0z"/>
<path class="lighthouse" d="M112 92h32l9 132h-50z"/>
<path class="lighthouse-band" d="M109.5 128h37l2.2 30h-41.400zM105.2 190h45.600l2.2 34h-50z"/>
<path class="lighthouse-top" d="M108 92h40v-8h-6V66l-14-12-14 12v18h-6z"/>
<path class="sea-far" d="M0 224h480v136H0z"/>
<path class="boat" d="M292 250h92l-16 24h-60zM334 176v68h-44z"/>
<path class="sail" d="M342 190v54h38z"/>
<path class="wave" d="M0 282c30 0 30 12 60 12s30-12 60-12 30 12 60 12 30-12 60-12 30 12 60 12 30-12 60-12 30 12 60 12 30-12 60-12v78H0z"/>
<path class="wave-near" d="M0 316c30 0 30 10 60 10s30-10 60-10 30 10 60 10 30-10 60-10 30 10 60 10 30-10 60-10 30 10 60 10 30-10 60-10v44H0z"/>
</svg>
</section>
<section aria-labelledby="tests">
<h2 id="tests">What you can book</h2>
<ul class="cards">${tests.map(
  ([name, kind, what]) =>
    html`<li class="card"><h3>${name}</h3><p class="kind">${kind}</p><p>${what}</p></li>`,
)}</ul>
</section>
<section aria-labelledby="how">
<h2 id="how">How it works</h2>
<ol class="steps">${steps.map(([name, what]) => html`<li><h3>${name}</h3><p>${what}</p></li>`)}</ol>
</section>
<section class="visit" aria-labelledby="visit">
<div>
<h2 id="visit">Visit the clinic</h2>
<p>18 Harbor Street, Eastmere, two doors from the ferry landing. The entrance is level and an elevator reaches every floor.</p>
<p>Call (555) 010-0142, or ask at the front desk. For an emergency call 911.</p>
</div>
<table>
<caption>Opening hours</caption>
<tbody>${hours.map(([day, time]) => html`<tr><th scope="row">${day}</th><td>${time}</td></tr>`)}</tbody>
</table>
</section>`;
