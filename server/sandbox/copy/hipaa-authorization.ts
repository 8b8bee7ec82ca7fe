/**
 * Detail of the second decision: authorization to use and disclose health information, as HTML (CONS-06, GAP-18).
 * @param edition the version of the consent, counted from 1
 */
export function hipaaAuthorization(edition: number): string {
  return `<h2>Authorization to use and disclose health information</h2>
<p><em>Edition ${edition}.</em></p>
<p>This authorization is given under the Health Insurance Portability and Accountability Act (HIPAA). It allows the people named below to use and share the health information that this test needs or produces, for the purposes named below and for no other.</p>
<h3>1. Whose information</h3>
<p>Yours: the person who signs this form.</p>
<h3>2. What information</h3>
<ul>
<li>your name, date of birth, sex, address, phone number and email address;</li>
<li>your answers to the health questions of this booking;</li>
<li>the physician’s order, the measurements, the images and the result of your test.</li>
</ul>
<h3>3. Who may use and disclose it, and to whom</h3>
<table>
<thead>
<tr><th scope="col">From</th><th scope="col">To</th><th scope="col">For</th></tr>
</thead>
<tbody>
<tr><td>the application in which you book</td><td>the testing service</td><td>arranging your order and appointment</td></tr>
<tr><td>the testing service</td><td>the testing location and the reviewing physician</td><td>carrying out and reviewing your test</td></tr>
<tr><td>the testing location and the reviewing physician</td><td>the testing service</td><td>preparing your result</td></tr>
<tr><td>the testing service</td><td>the application in which you book</td><td>showing you your appointment and your result</td></tr>
</tbody>
</table>
<h3>4. How long it lasts</h3>
<p>This authorization ends one year after you sign it, or earlier if you revoke it.</p>
<h3>5. Your rights</h3>
<ol>
<li>You may refuse to sign. Without this authorization the test cannot be arranged through this application.</li>
<li>You may revoke it at any time in writing. Revoking does not undo what was already done in reliance on it.</li>
<li>You may ask for a copy of this form, and to see or copy the information that it covers.</li>
</ol>
<h3>6. What may happen to shared information</h3>
<p>Information that is shared with a recipient who is not bound by HIPAA may be shared again by that recipient and may then no longer be protected by federal privacy law. Other laws, of your state for example, may still protect it. The testing service does not sell your health information, and does not use it for marketing under this authorization.</p>
<h3>7. Questions</h3>
<p>Write to the Privacy Office of the testing service, or ask the staff at the testing location for its notice of privacy practices.</p>`;
}
