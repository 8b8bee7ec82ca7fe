/** Generates the OpenAPI 3.1 document of `/v1` from the routes that the sandbox serves. */

import { type JsonSchema, jsonSchema } from '../../contract/json-schema.ts';
import { errorBody } from '../../contract/upstream-api/envelope.ts';
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
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, { type: 'apiKey'; in: 'header'; name: string }>;
  };
}

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
