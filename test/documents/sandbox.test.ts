/** The sandbox's guide lists its control plane and its faults as the code has them. */
import { expect, it } from 'vitest';
import { controlRoutes } from '../../server/sandbox/control/control-plane.ts';
import { faultEffect } from '../../server/sandbox/engine/fault-request.ts';
import { readDocument, sectionOf, tableRows } from '../support/documents.ts';

const guide = () => readDocument('server/sandbox/README.md');

it('lists every route of the control plane', async () => {
  const rows = tableRows(sectionOf(await guide(), '## Control plane'));
  expect(rows.map(([route]) => route).toSorted()).toEqual(
    controlRoutes.map(({ method, path }) => `\`${method} ${path}\``).toSorted(),
  );
});

it('lists every effect of a fault', async () => {
  const rows = tableRows(sectionOf(await guide(), '## Faults'));
  expect(rows.map(([effect]) => effect)).toEqual(
    faultEffect.options.map(({ shape }) => `\`${shape.kind.value}\``),
  );
});
