/**
 * Detail of the last decision: the arbitration agreement, as plain text (CONS-06, CONS-12). Like real contracts, it
 * contains characters that break if the text is inserted as HTML.
 * @param edition the version of the consent, counted from 1
 */
export function arbitration(edition: number): string {
  return `ARBITRATION AGREEMENT
Edition ${edition}

PLEASE READ THIS AGREEMENT CAREFULLY. IT AFFECTS HOW DISPUTES BETWEEN YOU AND THE TESTING SERVICE ARE RESOLVED.

1. Agreement to arbitrate
You and the testing service ("we", "us") agree that any dispute between us that arises from or relates to this test, its booking, its result or this form will be resolved by binding individual arbitration instead of in court, except as section 3 says. "Dispute" is to be read broadly; it covers claims in contract, tort, statute, fraud & any other legal theory, whether they arose before or after you signed.

2. Talk to us first
Before either side starts an arbitration, it sends the other a written notice that names the parties, describes the dispute and says what it asks for. Both sides then try in good faith to settle. If the dispute is not settled within 60 days of the notice, either side may start an arbitration. Time limits stand still during those 60 days.

3. What is not covered
(a) Either side may bring an individual claim in a small claims court if the claim is within that court's limits (claims < $10,000 in most states).
(b) Either side may ask a court for an order that protects confidential information or intellectual property.
(c) Claims of professional negligence against a physician are covered only where the law of the state in which you are tested allows it.
(d) Nothing here keeps you from bringing a matter to a federal, state or local agency.

4. How the arbitration works
The arbitration is held before one neutral arbitrator under the consumer rules of a recognized arbitration provider that both sides agree on; if they cannot agree, a court names the provider. The hearing takes place by video, by phone, or in the county where you live, as you choose. The arbitrator may award whatever a court could award to you as an individual, must follow the law, and gives reasons in writing. A court with jurisdiction may enter judgment on the award.

5. Costs
We pay all fees of the provider & the arbitrator beyond the amount that you would have paid to file the same claim in court. If your claim is for $5,000 or less (<= $5,000), we pay that amount too. Each side bears the fees of its own lawyers unless the law lets the arbitrator shift them.

6. No class actions
You and we may bring claims against each other only as individuals, and not as a plaintiff or member of a class in any class, collective or representative proceeding. The arbitrator may not join the claims of more than one person without the consent of everyone involved. If this section is found to be unenforceable for a claim, then that claim, and that claim alone, goes to court.

7. No jury trial
BY AGREEING TO ARBITRATION, YOU AND WE GIVE UP THE RIGHT TO A TRIAL BY JURY AND THE RIGHT TO HAVE A JUDGE DECIDE THE DISPUTE.

8. Your right to opt out
You may opt out of this agreement within 30 days of signing by sending us a letter that states your name, the date of your order and the words "I opt out of arbitration". Opting out has no effect on your test, on its price or on any other part of this form.

9. Law
The Federal Arbitration Act governs this agreement. References to a "claim" or a "party" include those who act on behalf of either side, such as <the testing location> where it has agreed in writing to be bound.

10. What remains
If a part of this agreement cannot be enforced, the rest stays in force, except as section 6 says. This agreement outlasts your test and the delivery of your result.`;
}
