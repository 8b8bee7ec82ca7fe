/** GET /sandbox/openapi.json: the document of `/v1`. */
import { openApiDocument } from '../openapi/document.ts';
import type { ControlRoute } from './control-route.ts';

export const openApiRoutes: ControlRoute[] = [
  { method: 'GET', path: '/sandbox/openapi.json', handler: openApiDocument },
];
