/** Generates the OpenAPI 3.1 document of `/v1` from the routes that the sandbox serves. */

import { z } from 'zod';
import { type JsonSchema, jsonSchema } from '../../contract/json-schema.ts';
import { errorBody } from '../../contract/upstream-api/envelope.ts';
import { frameMessage } from '../../contract/upstream-frame.ts';
import {
  appointmentEventTypes,
  type EventType,
  eventEnvelope,
  eventHeaders,
  eventTypes,
  evidenceObject,
  formObject,
  lifecycleObject,
} from '../../contract/upstream-webhooks.ts';
import { routes } from '../v1/routes.ts';
import { type Operation, operationOf, type Response } from './operation.ts';

/** The parts of an OpenAPI 3.1 document that the sandbox uses. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation>>;
  /** The events that the service sends to a registered callback, by type. */
  webhooks: Record<string, { post: Webhook }>;
  /** What the hosted page posts to the page around its frame; OpenAPI has no place for it. */
  'x-hosted-page-message': JsonSchema;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, { type: 'apiKey'; in: 'header'; name: string }>;
  };
}

/** A delivery of an event. */
type Webhook = Pick<Operation, 'operationId' | 'summary' | 'parameters' | 'requestBody' | 'responses'>;

/** The envelope of errors has null data (Response envelope; ERR-02, ERR-03). */
const failure: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer', minimum: 400, maximum: 599 },
    data: { type: 'null' },
    error: { ...jsonSchema(errorBody), additionalProperties: false },
  },
  required: ['code', 'data', 'error'],
  additionalProperties: false,
};

/** Makes the document, which is the same at every call. */
export function openApiDocument(): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Diagnostic testing, partner API',
      version: '1',
      description: 'The contract as the sandbox serves it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths,
    webhooks: Object.fromEntries(eventTypes.map((type) => [type, { post: webhookOf(type) }])),
    'x-hosted-page-message': jsonSchema(frameMessage, 'output'),
    components: {
      schemas: { Refusal: failure },
      responses: {
        Refusal: {
          description: 'Refused, or failed',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      },
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    },
  };
}

const isAppointmentEvent = (type: EventType) => appointmentEventTypes.some((each) => each === type);

function objectOf(type: EventType) {
  if (type === 'appointment.form_available') return formObject;
  return isAppointmentEvent(type) ? lifecycleObject : evidenceObject;
}

/** Any success settles a delivery; another response is an attempt that failed (Events; WHK-25). */
function webhookOf(type: EventType): Webhook {
  const body = eventEnvelope.extend({
    type: z.literal(type),
    data: z.looseObject({ object: objectOf(type) }),
  });
  return {
    operationId: `on ${type}`.replaceAll(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: `Tell of ${type}`,
    parameters: Object.values(eventHeaders).map((name) => ({
      ...{ name, in: 'header', required: true, schema: { type: 'string' } },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'output') } } },
    responses: { '2XX': { description: 'The event has arrived' } },
  };
}
