/** Follows a guide, and books on its page in a browser. */
import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, type TestContext } from 'vitest';
import type { Template, userKinds } from '../../server/operate/cli/init.ts';
import { Visitor } from '../e2e/visitor.ts';
import { wholeDocument } from '../hosts/markup.ts';
import { shareBrowser } from '../support/browser.ts';
import { notRun } from '../support/not-run.ts';
import { serve } from '../support/serve.ts';
import { follow, type Guide } from './follow.ts';

/**
 * Begins a booking on a page, which shows the step `where`.
 * @param first the step that it opens with: `where` if the page names the test
 */
async function begin(url: string, first: 'place' | 'where' = 'place'): Promise<Visitor> {
  const visitor = await Visitor.begin(await shareBrowser(), 1024, { ignoreHTTPSErrors: true });
  onTestFinished(() => visitor.leave());
  await visitor.page.goto(url);
  await visitor.sees(first);
  if (first === 'place') await visitor.chooseTest('DEXA');
  return visitor;
}

/** Books on a page. @param first as for `begin` */
export async function book(url: string, first: 'place' | 'where' = 'place'): Promise<Visitor> {
  const visitor = await begin(url, first);
  visitor.isPaidAtOnce = true;
  await visitor.choosePlace();
  await visitor.acceptProduct();
  await visitor.chooseTimes();
  await visitor.continueTo('identity');
  await visitor.bookFromIdentity('DEXA');
  return visitor;
}

/** What went wrong in the page. */
export const faultsOf = ({ faults }: Visitor) => faults.filter((fault) => !fault.includes('favicon'));

/** Comes back to a page as from a payment, by the links of another site, and meets the user's booking there. */
async function returnsFromPayment(visitor: Visitor, page: string): Promise<void> {
  const canceled = new URL('/?dx-payment=canceled', page);
  const links = `<a href="${page}">Paid</a> <a href="${canceled}">Not paid</a>`;
  const payment = await serve((_, response) =>
    response.setHeader('content-type', 'text/html').end(wholeDocument('', links)),
  );
  onTestFinished(payment.close);
  for (const name of ['Paid', 'Not paid']) {
    await visitor.page.goto(payment.url);
    await visitor.page.getByRole('link', { name, exact: true }).click();
    await visitor.sees('sent');
  }
}

/**
 * Follows a guide, and books on its page.
 * @param options.onlyBegins whether it ends after the first answer, for which the server has verified the user
 * @param options.looksAgain whether opening the page begins a new user
 * @param options.returns whether the customer also comes back from a payment, which begins no new user
 */
export async function bookAfter(
  name: string,
  guide: Guide,
  { onlyBegins = false, looksAgain = true, returns = false } = {},
) {
  const followed = await follow(name, guide);
  console.log(`${name}: ${guide.commands} commands, ${guide.edits} files to write or change`);
  const visitor = await (onlyBegins ? begin : book)(followed.page);
  if (returns) await returnsFromPayment(visitor, followed.page);
  if (looksAgain && !onlyBegins) {
    await visitor.page.goto(followed.page);
    await visitor.sees('place');
  }
  expect(faultsOf(visitor)).toEqual([]);
  return followed;
}

/** Whether a program says that all is well. */
export const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
/** The interpreter that has the modules. */
export function pythonWith(modules: string, context: TestContext): string {
  const found = ['python3', '/usr/bin/python3'].find((program) => runs(program, '-c', `import ${modules}`));
  return found ?? notRun(context, `Python with ${modules}`);
}

/** The guides of the templates of `init`: their sections, their pages, and how many commands they have. */
const sites: Record<Template, [of: string, section: string, page: string, commands: number]> = {
  next: ['server/next.md', '## Start', 'http://localhost:3000', 6],
  express: ['server/express.md', '## Start', 'http://localhost:3000', 6],
  fastify: ['server/fastify.md', '## Start', 'http://localhost:3000', 6],
  python: ['server/any-language.md', '## Start from a Python site', 'http://localhost:8000', 8],
  php: ['server/cms.md', '## Start', 'http://localhost:8000', 6],
};

/** The guide of a template. */
export const siteOf = (template: Template, besides: Partial<Guide> = {}): Guide => {
  const [of, section, page, commands] = sites[template];
  return { parts: [{ of, section }], page, commands, edits: 0, ...besides };
};

/**
 * Follows the guide of a template, books, and compares what the commands say with the guide.
 * @param users how the site's users are verified
 * @param onlyBegins as for `bookAfter`
 * @returns the page
 */
export async function bookOnTemplate(
  template: Template,
  users: (typeof userKinds)[number],
  { replace = (command) => command, ...besides }: Partial<Guide> = {},
  onlyBegins = false,
): Promise<string> {
  const { said, page } = await bookAfter(
    `${template}-${users}`,
    siteOf(template, {
      ...besides,
      replace: (command) => replace(command.replace(/ init --template \w+$/, `$& --users ${users}`)),
    }),
    { onlyBegins, returns: template === 'next' || users === 'jwt' },
  );
  expect(said()).toMatch(/\nNext:\n {2}npx dx-booking dev\nIn a second terminal:\n/);
  expect(said()).toContain(`Your page  ${page}`);
  return page;
}
