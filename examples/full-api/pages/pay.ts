/** The clinic's own till: what a bill is for, and a button that pays it. */
import type { Bill } from '../bills.ts';
import { type Html, html } from '../html.ts';

export function pay(bill: Bill): Html {
  const amount = money(bill.amount, bill.currency);
  return html`<div class="narrow">
<h1>${bill.reference ? 'This is paid' : 'Pay for your test'}</h1>
<dl class="bill">
<div><dt>For</dt><dd>${bill.description}</dd></div>
<div><dt>Bill</dt><dd>${bill.number}</dd></div>
<div><dt>Pay with</dt><dd>Card on file, ending 4242</dd></div>
<div class="total"><dt>Total</dt><dd>${amount} <span class="currency">${bill.currency}</span></dd></div>
</dl>
${
  bill.reference
    ? html`<p class="actions"><a class="button" href="${bill.returnUrl}">Back to your booking</a></p>`
    : html`<form method="post" action="/pay/${bill.number}" class="stack">
<button class="button wide">Pay ${amount}</button>
<p class="fine">No money moves: this is a demonstration.</p>
</form>
<p><a class="quiet-link" href="${bill.returnUrl}">Back without paying</a></p>`
}
</div>`;
}

function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amount);
}
