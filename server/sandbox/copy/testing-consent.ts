/** Detail of the first decision: consent to the test, as HTML (CONS-06, CONS-10). */
import type { TestFacts } from '../catalog/test-facts.ts';

/**
 * Creates the text as HTML.
 * @param edition the version of the consent, counted from 1
 */
export function testingConsent(
  { name, procedure, risk, durationMinutes }: TestFacts,
  edition: number,
): string {
  return `<h2>Consent to testing</h2>
<p><em>Edition ${edition}. Please read this form to the end before you decide.</em></p>
<p>This form explains the <strong>${name}</strong> that you are about to order from the testing service (“we”, “us”). It tells you why the test is done, what happens during it, what can go wrong, and what the result can and cannot tell you. If anything is unclear, ask before you sign. You may take as much time as you want.</p>
<h3>1. Purpose of the test</h3>
<p>The test is a screening and wellness measurement. It is meant to give you information that you can discuss with a health care provider of your choice. It is not a diagnosis, it is not emergency care, and it does not create an ongoing relationship between you and the physician who orders or reviews it.</p>
<h3>2. What will happen</h3>
<p>At the testing location, ${procedure}. Plan on about ${durationMinutes} minutes. Staff will:</p>
<ol>
<li>check your identity and the answers that you gave when you booked;</li>
<li>explain the steps and answer your questions;</li>
<li>carry out the test, and stop it at once if you ask them to;</li>
<li>send the measurements for review and preparation of your result.</li>
</ol>
<h3>3. Benefits and limits</h3>
<ul>
<li>You may learn something about your health that you can act on, alone or with your provider.</li>
<li>A result within the usual range does not rule out disease.</li>
<li>A result outside the usual range may turn out to be harmless, and may still lead to worry, cost and further tests.</li>
<li>Results depend on preparation. Follow the instructions that you are given, &amp; tell staff if you could not.</li>
</ul>
<h3>4. Risks</h3>
<p>The ${name} ${risk}. Staff are trained to reduce these risks and to respond when something happens, but no test is free of risk. The table shows what you should tell us before the test.</p>
<table>
<caption>Tell us before the test</caption>
<thead>
<tr><th scope="col">If you</th><th scope="col">Why it matters</th><th scope="col">What we do</th></tr>
</thead>
<tbody>
<tr><td>are pregnant or may be</td><td>some tests use radiation or hard effort</td><td>we do not carry out tests that could harm a pregnancy</td></tr>
<tr><td>have an implanted device</td><td>it may be affected, or may affect the result</td><td>we check the device with you first</td></tr>
<tr><td>have felt chest pain, fainted or been very short of breath in the past 30 days</td><td>the test may not be safe for you now</td><td>a physician reviews your booking</td></tr>
<tr><td>are under 16</td><td>most tests are meant for adults</td><td>we do not carry out the test</td></tr>
</tbody>
</table>
<h3>5. Alternatives</h3>
<p>You do not need this test to receive care from anyone. Instead of it you may have no test, choose another test, or ask your own provider which test, if any, suits you. Whether you agree to this test has no effect on insurance, employment or care that you receive elsewhere.</p>
<h3>6. Your result</h3>
<p>Your result is prepared after your visit, in most cases within 7 days (&lt; 3 days for measurements that need no reading by a physician). If the reviewing physician finds something that needs prompt attention, we try to reach you at the phone number and the email address on your order. <strong>It is up to you to follow up on your result.</strong> We do not arrange treatment, prescriptions or further tests.</p>
<h3>7. Costs</h3>
<p>You pay for the test through the application in which you book it. We do not bill insurance. Further tests or visits that follow from your result are not part of the price.</p>
<h3>8. Your choice</h3>
<p>Your consent is voluntary. You may withdraw it at any time before or during the test by telling the staff, without giving a reason. What was measured up to that point may be kept as the law requires.</p>
<h3>9. Statement of consent</h3>
<p>By agreeing, you state that:</p>
<ul>
<li>you are at least 18 years old and are deciding for yourself;</li>
<li>you have read this form, or had it read to you, and understand it;</li>
<li>you had the chance to ask questions and were content with the answers;</li>
<li>you know that no promise has been made to you about the result;</li>
<li>you consent to the ${name} and to the review of its result by a licensed physician.</li>
</ul>`;
}
