/** The control plane: routes for tests and demos that the real service does not have. Plain JSON, no CORS. */
import Router from '@koa/router';
import { doDueWork } from '../due-work.ts';
import { ApiError } from '../engine/api-error.ts';
import { parseJson, type RequestBody } from '../engine/request-body.ts';
import type { Dispatcher } from '../events/dispatcher.ts';
import { openApiDocument } from '../openapi/document.ts';
import { reset, type State } from '../state.ts';
import { appointmentRoutes } from './appointments.ts';
import { catalogRoutes } from './catalog.ts';
import { clockRoutes } from './clock.ts';
import { ControlError, type ControlRoute } from './control-route.ts';
import { documentRoutes } from './documents.ts';
import { evidenceControlRoutes } from './evidence.ts';
import { faultRoutes } from './faults.ts';
import { keyRoutes } from './keys.ts';
import { ledgerRoutes } from './ledger.ts';
import { physicianSessionControlRoutes } from './physician-sessions.ts';
import { requestRoutes } from './requests.ts';
import { settingsRoutes } from './settings.ts';
import { slotRoutes } from './slots.ts';
import { templateRoutes } from './templates.ts';
import { transitionRoutes } from './transition.ts';
import { webhookRoutes } from './webhooks.ts';

/** All routes of the control plane. */
export const controlRoutes: ControlRoute[] = [
  { method: 'POST', path: '/sandbox/reset', handler: (_request, state) => reset(state) },
  ...keyRoutes,
  ...clockRoutes,
  ...catalogRoutes,
  ...settingsRoutes,
  ...templateRoutes,
  ...appointmentRoutes,
  ...transitionRoutes,
  ...documentRoutes,
  ...evidenceControlRoutes,
  ...physicianSessionControlRoutes,
  ...slotRoutes,
  ...faultRoutes,
  ...requestRoutes,
  ...webhookRoutes,
  ...ledgerRoutes,
  { method: 'GET', path: '/sandbox/openapi.json', handler: openApiDocument },
];

/**
 * Creates the router of all control-plane routes. A ControlError or ApiError becomes its status with a JSON `error`. A
 * path below `/sandbox/` without a route gets 404.
 */
export function controlPlane(state: State, dispatcher: Dispatcher): Router<RequestBody> {
  const router = new Router<RequestBody>();
  for (const { method, path, status, settlesDeliveries, handler } of controlRoutes)
    router.register(path, [method], async (ctx) => {
      doDueWork(state);
      try {
        const { params, query } = ctx;
        const result = handler(
          {
            params,
            query: { ...query },
            body: parseJson(ctx.state.bytes),
            origin: `${ctx.protocol}://${ctx.host}`,
          },
          state,
        );
        if (settlesDeliveries) await dispatcher.settle();
        ctx.status = result === undefined ? 204 : (status ?? 200);
        if (result !== undefined) ctx.body = result;
      } catch (error) {
        if (!(error instanceof ControlError || error instanceof ApiError)) throw error;
        ctx.status = error.status;
        ctx.body = { error: error.message };
      }
    });
  router.all('/sandbox/*lever', (ctx) => {
    ctx.status = 404;
    ctx.body = { error: `${ctx.method} ${ctx.path}: no such lever` };
  });
  return router;
}
