/**
 * Detail of the third decision: use of data, as plain text (CONS-06, GAP-18).
 * @param edition the version of the consent, counted from 1
 */
export function dataUse(edition: number): string {
  return `DATA USE TERMS
Edition ${edition}

1. What these terms cover
These terms say how the testing service ("we") uses the data that you give us when you book, and the data that your test produces. They stand beside the HIPAA authorization and do not widen it.

2. Data we receive
We receive your identity and contact details, your answers to health questions, your choice of test, place & time, the record of your decisions on this form (including the time, the network address and the browser they came from), and the measurements and the result of your test.

3. What we use it for
(a) To arrange, carry out and review your test.
(b) To deliver your result to you through the application in which you booked it.
(c) To keep the records that laws on health care and on radiation require us to keep.
(d) To answer your questions, to handle complaints and to keep our service secure.
(e) To measure and improve the quality of our tests. For this we use data from which names, contact details and exact dates have been removed, and only in groups of 20 people or more (never < 20).

4. What we do not do
We do not sell your data. We do not use your result for advertising. We do not share your data with insurers or employers unless you ask us to in writing or a law compels us to.

5. The application in which you booked
Its operator has a privacy policy of its own, which says what it does with your data after we have delivered it. We are not responsible for that policy; read it before you decide.

6. How long we keep data
We keep test records for 7 years after your test, or longer where the law of your state says so. We keep the record of your decisions for as long as the test record it belongs to. After that we delete both.

7. Your choices
You may ask us for a copy of your data, ask us to correct it, or ask us to delete what we need not keep. We answer within 30 days. Deleting data may mean that we can no longer show you your result.

8. Changes
If we change these terms, the change applies to later bookings. For this booking the edition named above stays in force.`;
}
