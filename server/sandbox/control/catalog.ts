/** GET /sandbox/catalog: every offering with its traits, so that a test can find the one it needs. */
import { catalog } from '../catalog/catalog.ts';
import type { ControlRoute } from './control-route.ts';

/** The route of the catalog. */
export const catalogRoutes: ControlRoute[] = [
  {
    method: 'GET',
    path: '/sandbox/catalog',
    handler: () => ({
      offerings: catalog.flatMap(({ offerings }) =>
        offerings.map(({ catalog_id, offering_id, test_type, traits }) => ({
          catalog_id,
          offering_id,
          test_type,
          traits,
        })),
      ),
    }),
  },
];
