/** Our server, in each configuration and under each fault, does what the specification demands of a client. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judge } from '../../../server/operate/conformance/clients/judge.ts';
import { type Recorder, startRecorder } from '../../../server/operate/conformance/clients/recorder.ts';
import { rules } from '../../../server/operate/conformance/clients/rules.ts';
import { scenarios } from '../../../server/operate/conformance/clients/scenarios.ts';
import { startSandbox } from '../../../server/sandbox/sandbox.ts';
import { doTask } from '../../support/client-tasks.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let recorder: Recorder;
beforeAll(async () => {
  sandbox = await startSandbox();
  recorder = await startRecorder(sandbox.url, scenarios);
  const { keys, url: service } = recorder;
  await Promise.all([...keys].map(([scenario, key]) => doTask(scenario, key, { service })));
  await recorder.settled();
});
afterAll(async () => {
  await recorder.close();
  await sandbox.close();
});

/** The server lists evidence only after a create whose result is lost for good (consent-evidence.test.ts). */
const untried = ['uploads/lists'];

for (const rule of rules.filter(({ id }) => !untried.includes(id)))
  it(`${rule.id}: ${rule.title} [${rule.requirements.join('] [')}]`, () => {
    const [{ outcome, reason, answer } = {}] = judge(recorder.recording, [rule]);
    expect([outcome, reason, answer]).toEqual(
      rule.level === 'TOLD' ? ['told', null, 'uuid'] : ['held', null, null],
    );
  });

it('has one effect of each write', async () => {
  const ledger = await (await fetch(`${sandbox.url}/sandbox/ledger`)).json();
  const full = scenarios.filter(({ key }) => key.flow === 'full_api');
  const onPaper = full.filter(({ key }) => key.customer_consent_mode === 'api_partner_pdf').length;
  expect(ledger).toMatchObject({
    ...{ identities: scenarios.length, orders: scenarios.length, appointments: scenarios.length },
    ...{ consent_evidence: onPaper, consent_grants: scenarios.length - onPaper },
    prescreens: scenarios.filter(({ testType }) => testType === 'CALST').length,
    ...{ questionnaire_submissions: full.length, schedule_requests: full.length, handoffs: 1 },
    ...{ physician_evidence: 2, physician_sessions: 2, physician_finalizations: 2 },
    ...{ cancels: 1, reschedules: 1, webhook_endpoints: 1 },
  });
});
