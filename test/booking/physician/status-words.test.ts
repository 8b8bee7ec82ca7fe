/** A signed order whose session or artifact has an unknown status: the server waits, and never signs twice. */
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { finalizesOf, harness } from '../../support/physician-harness.ts';
import type { Rewrite } from '../../support/recording-proxy.ts';
import { physiciansOfTest } from '../../support/server-of-test.ts';

let service: FullApiServer | undefined;

type Session = { status: string; artifact: { status: string; signed_form_url: string | null } };

/** Changes a session as it is read once its finalize was answered. */
function readAs(change: (session: Session) => Partial<Session>): Rewrite {
  let isSigned = false;
  return ({ method, url }, answer) => {
    if (/physician-order-sessions\/[^/]+\/finalize$/.test(url)) isSigned = true;
    const body = answer.body as { data?: Session } | undefined;
    if (!isSigned || method !== 'GET' || !body?.data || !/physician-order-sessions\/[^/]+$/.test(url))
      return answer;
    return { ...answer, body: { ...body, data: { ...body.data, ...change(body.data) } } };
  };
}

async function signed(rewrite: Rewrite, assumptions: object = {}) {
  service = await physiciansOfTest('structured_api', { rewrite, assumptions });
  await service.sandbox.settings({ physician_artifact_seconds: null });
  const { clinician } = await harness(service);
  await clinician.sign(await clinician.prepare(), 'finalizing');
  return { clinician, running: service };
}

it('waits on unknown statuses, requests no second signature and logs them for the operator [GAP-81] [PHY-22]', async () => {
  const rewrite = readAs(({ artifact }) => ({
    status: 'in_the_printing_room',
    artifact: { ...artifact, status: 'on_the_press' },
  }));
  const { clinician, running } = await signed(rewrite);
  const warnings = () =>
    running
      .logged()
      .split('\n')
      .filter((line) => line.includes('"assumption.unmet"'));
  await eventually(() => warnings().length >= 2);
  expect((await clinician.send('GET')).body).toMatchObject({ shows: { step: 'finalizing' }, notice: null });
  expect(finalizesOf(running)).toHaveLength(1);
  expect(warnings().filter((line) => line.includes('physician.sessionWords.signed'))).toHaveLength(1);
  expect(warnings().filter((line) => line.includes('physician.artifactWords.processing'))).toHaveLength(1);
  expect(warnings().join()).not.toMatch(/printing_room|on_the_press/);
});

it('requests another signature when the file maps a status to failed [GAP-81]', async () => {
  const rewrite = readAs(({ artifact }) => ({ artifact: { ...artifact, status: 'spoilt' } }));
  const { clinician } = await signed(rewrite, { physician: { artifactWords: { failed: ['spoilt'] } } });
  expect((await clinician.until('provider')).notice?.code).toBe('artifact_failed');
});

it('completes on a status that means ready, without an address [GAP-81]', async () => {
  const rewrite = readAs(() => ({ artifact: { status: 'printed', signed_form_url: null } }));
  const { clinician } = await signed(rewrite, { physician: { artifactWords: { ready: ['printed'] } } });
  await clinician.until('done');
});
