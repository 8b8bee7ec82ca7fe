/** The control plane: routes for tests and demos that the real service does not have. Plain JSON, no CORS. */
import Router from '@koa/router';
import { z } from 'zod';
import { jsonSchema } from '../../contract/json-schema.ts';
import { uuid } from '../../contract/upstream-api/envelope.ts';
import { offsetTime } from '../../contract/upstream-api/schedule.ts';
import { testType } from '../../contract/upstream-api/test-types.ts';
import { catalog } from '../catalog/catalog.ts';
import { doDueWork } from '../due-work.ts';
import { ApiError } from '../engine/api-error.ts';
import { longestSeconds, nowOf, secondsAfter, setClock } from '../engine/clock.ts';
import { cutDelayed } from '../engine/faults.ts';
import { parseJson, type RequestBody } from '../engine/request-body.ts';
import type { Dispatcher } from '../events/dispatcher.ts';
import { consentTemplate } from '../forms/consent-template.ts';
import { physicianTemplate } from '../forms/physician-template.ts';
import { questionnaireDefinition } from '../forms/questionnaire.ts';
import { slotName } from '../offerings.ts';
import { openApiDocument } from '../openapi/document.ts';
import { settingsChange } from '../settings.ts';
import { reset, type State, templateVersion } from '../state.ts';
import { appointmentRoute } from './appointments.ts';
import { type ControlRoute, controlRoute, parse } from './control-route.ts';
import { documentRoute, physicianSessionControlRoute } from './documents.ts';
import { evidenceControlRoute } from './evidence.ts';
import { faultRoutes } from './faults.ts';
import { keyRoutes } from './keys.ts';
import { orderControlRoute } from './orders.ts';
import { transitionRoute } from './transition.ts';
import { webhookRoutes } from './webhooks.ts';

/** GET /sandbox/ledger: the number of distinct effects since the reset, counted from the state. */
const ledgerRoute: ControlRoute = {
  method: 'GET',
  path: '/sandbox/ledger',
  label: 'Count the effects since the reset',
  handler: (_request, state) => ledger(state),
};

function ledger(state: State) {
  const appointments = [...state.appointments.values()];
  const evidence = [...state.evidence.values()];
  const physicianSessions = [...state.physicianSessions.values()];
  return {
    identities: state.identities.size,
    consent_sessions: state.consentSessions.size,
    consent_grants: state.grants.size,
    consent_evidence: evidence.filter(({ kind }) => kind === 'customer_consent').length,
    prescreens: state.prescreens.size,
    orders: state.orders.size,
    appointments: appointments.length,
    questionnaire_submissions: appointments.filter(({ submission }) => submission !== null).length,
    schedule_requests: appointments.reduce((sum, { schedule_requests }) => sum + schedule_requests, 0),
    cancels: state.counters.get('cancel') ?? 0,
    reschedules: state.counters.get('reschedule') ?? 0,
    physician_evidence: evidence.filter(({ kind }) => kind === 'physician_order').length,
    physician_sessions: physicianSessions.length,
    physician_finalizations: physicianSessions.filter(({ finalized_at }) => finalized_at !== null).length,
    handoffs: state.handoffs.size,
    webhook_endpoints: state.webhookEndpoints.size,
    events: state.events.size,
  };
}

const publishers = {
  consent: consentTemplate,
  questionnaire: questionnaireDefinition,
  physician: physicianTemplate,
};

const templateRequest = z.strictObject({
  kind: z.enum(['consent', 'questionnaire', 'physician']),
  test_type: testType,
});

/**
 * POST /sandbox/templates: publishes the next version. Workflows keep the version that they are pinned to (VER-06, QST-15).
 */
const templateRoute = controlRoute({
  method: 'POST',
  path: '/sandbox/templates',
  label: 'Publish a version of a template',
  body: templateRequest,
  status: 201,
  handler({ body }, state) {
    const { kind, test_type } = body();
    const next = templateVersion(state, kind, test_type) + 1;
    state.templateVersions.set(`${kind}:${test_type}`, next);
    const { id, version, content_hash } = publishers[kind](test_type, next);
    return { id, version, content_hash };
  },
});

const clockRequest = z
  .strictObject({
    now: z.iso.datetime({ offset: true }).optional(),
    advance_seconds: z.number().nonnegative().max(longestSeconds).optional(),
  })
  .refine(
    ({ now, advance_seconds }) => (now === undefined) !== (advance_seconds === undefined),
    'exactly one of now and advance_seconds is needed',
  );

/**
 * GET and POST /sandbox/clock: reads and sets the virtual clock. Everything that becomes due happens before the response.
 */
const clockRoutes: ControlRoute[] = [
  {
    method: 'GET',
    path: '/sandbox/clock',
    label: 'Read the clock',
    handler: (_request, state) => present(state),
  },
  controlRoute({
    method: 'POST',
    path: '/sandbox/clock',
    label: 'Set the clock',
    body: clockRequest,
    deliveries: 'settle',
    handler({ body }, state) {
      const { now, advance_seconds = 0 } = body();
      setClock(
        state.clock,
        now === undefined ? secondsAfter(nowOf(state.clock), advance_seconds) : new Date(now),
      );
      doDueWork(state);
      return present(state);
    },
  }),
];

function present(state: State) {
  return { now: nowOf(state.clock).toISOString() };
}

const slotRequest = z.strictObject({ offering_id: uuid, available_time: offsetTime });

/** The route that takes a slot: it is no longer offered, and a request for it gets SLOT_UNAVAILABLE (SCH-12). */
const slotRoute = controlRoute({
  method: 'POST',
  path: '/sandbox/slots/take',
  label: 'Take a time',
  body: slotRequest,
  handler({ body }, state) {
    const { offering_id, available_time } = body();
    state.takenSlots.set(slotName(offering_id, available_time), true);
  },
});

/** The routes of the settings. */
const settingsRoutes: ControlRoute[] = [
  {
    method: 'GET',
    path: '/sandbox/settings',
    label: 'Read the settings',
    handler: (_request, state) => state.settings,
  },
  controlRoute({
    method: 'PATCH',
    path: '/sandbox/settings',
    label: 'Change settings',
    body: settingsChange,
    handler: ({ body }, state) => Object.assign(state.settings, body()),
  }),
];

const requestsQuery = z.strictObject({ after: z.string().regex(/^\d+$/, 'must be a number').default('0') });

/** The route of the journal of requests, oldest first. */
const requestRoute: ControlRoute = {
  method: 'GET',
  path: '/sandbox/requests',
  label: 'List the requests',
  handler({ query }, state) {
    const after = Number(parse(requestsQuery, query).after);
    return { requests: [...state.requests.values()].filter((row) => row.n > after) };
  },
};

/** The route of the catalog: every offering with its traits, so that a test can find the one it needs. */
const catalogRoute: ControlRoute = {
  method: 'GET',
  path: '/sandbox/catalog',
  label: 'List the offerings',
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
};

/** All routes of the control plane. */
export const controlRoutes: ControlRoute[] = [
  {
    method: 'POST',
    path: '/sandbox/reset',
    label: 'Reset the sandbox',
    deliveries: 'reset',
    handler(_request, state) {
      cutDelayed(state);
      reset(state);
    },
  },
  ...keyRoutes,
  ...clockRoutes,
  catalogRoute,
  ...settingsRoutes,
  templateRoute,
  orderControlRoute,
  appointmentRoute,
  transitionRoute,
  documentRoute,
  evidenceControlRoute,
  physicianSessionControlRoute,
  slotRoute,
  ...faultRoutes,
  requestRoute,
  ...webhookRoutes,
  ledgerRoute,
  {
    method: 'GET',
    path: '/sandbox/openapi.json',
    label: 'Read the OpenAPI document of /v1',
    handler: openApiDocument,
  },
  {
    method: 'GET',
    path: '/sandbox/operations',
    label: 'List the routes of the control plane',
    handler: () => ({ operations: controlRoutes.map(operationOf) }),
  },
];

/** A route as the control plane lists it: enough to draw a form for it. */
export type Operation = ReturnType<typeof operationOf>;

function operationOf({ method, path, label, body }: ControlRoute) {
  return { method, path, label, body: body ? jsonSchema(body) : null };
}

/**
 * Creates the router of all control-plane routes. An ApiError becomes its status with a JSON `error`. A path below
 * `/sandbox/` without a route gets 404.
 */
export function controlPlane(state: State, dispatcher: Dispatcher): Router<RequestBody> {
  const router = new Router<RequestBody>();
  for (const { method, path, body, status, deliveries, handler } of controlRoutes)
    router.register(path, [method], async (ctx) => {
      doDueWork(state);
      try {
        const { params, query } = ctx;
        const json = parseJson(ctx.state.bytes);
        const result = handler(
          {
            params,
            query: { ...query },
            body: () => (body ? parse(body, json) : json),
            origin: `${ctx.protocol}://${ctx.host}`,
          },
          state,
        );
        if (deliveries !== undefined) await dispatcher[deliveries]();
        ctx.status = result === undefined ? 204 : (status ?? 200);
        if (result !== undefined) ctx.body = result;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
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
