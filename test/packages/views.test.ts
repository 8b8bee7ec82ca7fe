/** The plain types of the client in the package are those of the server's contract. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { answers } from '../../server/contract/journey-api/answers.ts';
import { openApiOfServer } from '../../server/http/openapi.ts';
import { typesOf } from './views.ts';

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const roots = [
  'JourneyView',
  'OpenJourney',
  'Draft',
  'AppointmentView',
  'AvailabilityView',
  'CancelAnswer',
  'RescheduleAnswer',
];
const steps = Object.fromEntries(
  Object.keys(answers).map((step) => [step, `${step[0]?.toUpperCase()}${step.slice(1)}Answer`]),
);

it('is what widget/package/views.ts has; run this test with -u to write it', async () => {
  const file = path('widget/package/views.ts');
  const types = typesOf(openApiOfServer().components.schemas, roots, steps);
  const { stdout } = spawnSync(path('node_modules/.bin/biome'), ['format', '--stdin-file-path', 'views.ts'], {
    input: types,
    encoding: 'utf8',
    cwd: path('.'),
  });
  await expect(stdout).toMatchFileSnapshot(file);
});
