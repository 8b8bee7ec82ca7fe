/** The OpenAPI 3.1 document of the hooks' endpoint, which the partner writes. */
import { z } from 'zod';
import {
  checkOperation,
  type HookOperation,
  hookOperations,
  hooksApiVersion,
} from '../../contract/hooks-api.ts';
import { type JsonSchema, jsonSchema } from '../../contract/json-schema.ts';

/** Makes the document, which is the same at every call. */
export function openApiOfHooks() {
  const operations = Object.entries<HookOperation>({ ...hookOperations, check: checkOperation });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hooks over HTTP',
      version: String(hooksApiVersion),
      description:
        'What the endpoint at HOOKS_URL answers. The booking server sends each request, signed as Standard Webhooks describes. Ignore fields that you do not know. In a result, a field that is null counts as left out.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'HOOKS_URL' }],
    security: [{ signature: [] }],
    paths: Object.fromEntries(operations.map(([name, operation]) => [`/${name}`, pathOf(name, operation)])),
    components: {
      parameters: {
        id: header('webhook-id', 'The same for each try of one request.', { type: 'string' }),
        timestamp: header(
          'webhook-timestamp',
          'When the try was sent, in seconds since the epoch. Refuse it if it is more than five minutes away.',
          { type: 'integer' },
        ),
      },
      responses: { Refused: { description: 'The signature is not valid' } },
      securitySchemes: {
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'webhook-signature',
          description:
            'Signatures, separated by spaces, each v1, and the base64 of an HMAC-SHA256 under the decoded secret, over id, timestamp and body, joined by full stops. Accept the request if one is valid.',
        },
      },
    },
  };
}

function pathOf(name: string, operation: HookOperation) {
  const { summary, request, result, deadlineMs, isRepeated } = operation;
  const again = isRepeated ? 'sends it up to three times' : 'sends it once';
  const call = z.object({ version: z.literal(hooksApiVersion), hook: z.literal(name), request });
  return {
    post: {
      operationId: name,
      summary,
      description: `The server waits ${deadlineMs / 1000} seconds for the result, and ${again}.`,
      parameters: [{ $ref: '#/components/parameters/id' }, { $ref: '#/components/parameters/timestamp' }],
      requestBody: { required: true, content: json(call) },
      responses: {
        '200': { description: summary, content: json(z.object({ result })) },
        '401': { $ref: '#/components/responses/Refused' },
      },
    },
  };
}

const json = (schema: z.ZodType) => ({ 'application/json': { schema: jsonSchema(schema) } });

const header = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});
