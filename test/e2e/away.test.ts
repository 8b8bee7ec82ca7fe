/** The testing service is away while a customer presses: nothing typed is lost, and the press works when it is back. */
import { expect, it, onTestFinished } from 'vitest';
import { expectPage, shareBrowser } from '../support/browser.ts';
import { Sandbox } from '../support/sandbox.ts';
import { typed } from './page-state.ts';
import { seedConsent } from './seeded.ts';
import { stackOfFile } from './stack.ts';
import { Visitor } from './visitor.ts';

const stack = stackOfFile();

const arrive = async () => {
  const visitor = await Visitor.arrive(await shareBrowser(), stack.siteUrl);
  onTestFinished(() => visitor.leave());
  return visitor;
};

type Outage = 'without Retry-After' | 'with Retry-After';
const outages: Outage[] = ['without Retry-After', 'with Retry-After'];
const longestPath = 5;
const slowly =
  'This is taking longer than usual. You can leave the page open or come back later. Nothing is lost.';

/** The service responds with 503 to every request. @returns ends it */
async function goAway(outage: Outage): Promise<() => Promise<void>> {
  const sandbox = new Sandbox(stack.sandboxUrl);
  const headers = outage === 'with Retry-After' ? { 'retry-after': '2' } : {};
  const effect = { kind: 'status', status: 503, headers };
  for (const method of ['GET', 'POST', 'PUT', 'PATCH'])
    for (let segments = 1; segments <= longestPath; segments++)
      await sandbox.fault(method, `/v1${'/*'.repeat(segments)}`, effect, { times: 100_000 });
  const comeBack = async () => void (await sandbox.clearFaults());
  onTestFinished(comeBack);
  return comeBack;
}

/** The page waits, or offers the press again. */
const isWaiting = ({ booking, button }: Visitor) =>
  booking.getByText(slowly).filter({ visible: true }).or(button('Try again')).first().waitFor();

/** The page goes on by itself, or with the press that it offers. */
async function goesOn({ button }: Visitor, gone: Promise<unknown>): Promise<void> {
  const again = button('Try again');
  const isOffered = await Promise.race([
    again.waitFor({ timeout: 0 }).then(
      () => true,
      () => false,
    ),
    gone.then(() => false),
  ]);
  if (isOffered) await again.click();
  await gone;
}

it.each(outages)(
  'the details that were typed stay through 503 %s and a reload, and go on when the service is back',
  async (outage) => {
    const customer = await arrive();
    await customer.chooseTest('DEXA');
    await customer.choosePlace();
    await customer.acceptProduct();
    await customer.chooseTimes();
    await customer.continueTo('identity');
    await customer.fillDetails();
    const before = await typed(customer.booking);
    const comeBack = await goAway(outage);
    await customer.button('Continue').click();
    await isWaiting(customer);
    expect(await typed(customer.booking)).toEqual(before);
    await customer.page.reload();
    await customer.sees('identity');
    await customer.openKnown();
    expect(await typed(customer.booking)).toEqual(before);
    await comeBack();
    await goesOn(customer, customer.sees('consent'));
    expect(customer.faults).toEqual([]);
  },
);

it.each(outages)('the press that pays works after 503 %s, also after a reload meanwhile', async (outage) => {
  const customer = await arrive();
  const { page, button } = customer;
  await seedConsent(customer, stack, 'consent');
  await customer.tickAll();
  await customer.textbox('Type your full name').fill('Maren Okonski-Wasserstrahl');
  await customer.sign('review');
  const comeBack = await goAway(outage);
  await button(/^Pay \$/).click();
  await isWaiting(customer);
  await page.reload();
  // The review needs nothing of the service.
  await customer.sees('review');
  await button(/^Pay \$/).click();
  await isWaiting(customer);
  await comeBack();
  await goesOn(customer, page.waitForURL(/\/pay\//));
  expect(customer.faults).toEqual([]);
});

it('a page that is opened meanwhile says what is wrong, whom to call, and goes on', async () => {
  const customer = await arrive();
  const { page, button, booking } = customer;
  await seedConsent(customer, stack, 'consent');
  const comeBack = await goAway('without Retry-After');
  const opened: string[] = [];
  page.on('request', (request) => {
    if (/\/(first-view|journeys)$/.test(request.url())) opened.push(request.url());
  });
  await page.reload();
  await button('Try again').waitFor();
  // Only the server repeats its requests: the page says what is wrong after the first answer, and goes on by itself.
  expect(opened).toHaveLength(1);
  await expectPage(booking.getByText('This page keeps trying by itself.')).toBeVisible();
  await expectPage(booking.getByRole('link', { name: '(555) 010-0142' })).toBeVisible();
  await comeBack();
  await goesOn(customer, customer.sees('consent'));
  expect(customer.faults).toEqual([]);
});
