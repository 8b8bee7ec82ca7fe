/** The OpenAPI documents of this server's own APIs. */
import { adminOperations, adminSchemaNames } from '../../contract/admin-api/operations.ts';
import { operations, schemaNames } from '../../contract/server-api/operations.ts';
import { type ApiDocument, openApiOf } from './openapi-document.ts';

const securitySchemes = {
  widgetToken: {
    type: 'http',
    scheme: 'DPoP',
    description: 'The `access_token` of POST /token, bound to the key of the proof (RFC 9449).',
  },
  proof: {
    type: 'apiKey',
    in: 'header',
    name: 'DPoP',
    description:
      'A JWT for this one request, signed with ES256 by the key of the page (RFC 9449 4.2). It contains the nonce of the last `DPoP-Nonce` header.',
  },
  backendSecret: { type: 'http', scheme: 'bearer', description: 'One of BACKEND_SECRETS.' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Signature',
    description: 'The signature of the testing service over the timestamp and the body.',
  },
};

/** Makes the document of the API for pages and backends, which is the same at every call. */
export const openApiOfServer = (): ApiDocument =>
  openApiOf({
    title: 'Booking server',
    description:
      'The API between your pages and your booking server. A request of a signed-in user has a widget token and a proof of possession. Ignore fields and codes that you do not know.',
    address: 'PUBLIC_URL',
    operations,
    schemaNames,
    securitySchemes,
  });

/** Makes the document of the admin API, which is the same at every call. */
export const openApiOfAdmin = (): ApiDocument =>
  openApiOf({
    title: 'Booking server: admin API',
    description:
      'The API for your operators, at ADMIN_PORT. Each request leaves a record in the access log. Ignore fields and codes that you do not know.',
    address: 'ADMIN_HOST and ADMIN_PORT',
    operations: adminOperations,
    schemaNames: adminSchemaNames,
    securitySchemes: {
      operatorKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'The key of an operator, whose hash is in ADMIN_KEYS.',
      },
    },
  });
