/** GET /v1/integration-configuration (CFG-01..CFG-08, ERR-19, GAP-01). */
import { type Configuration, configuration } from '../../contract/upstream-api/configuration.ts';
import { codedError } from '../engine/api-error.ts';
import { defineRoute } from '../engine/route.ts';

/** The route of the configuration. */
export const configurationRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/integration-configuration',
    summary: 'Read the integration configuration',
    responses: { 200: configuration },
    handler({ key }, { settings }) {
      if (!settings.configuration_available)
        throw codedError(
          409,
          'INTEGRATION_CONFIGURATION_UNAVAILABLE',
          'The integration configuration is unavailable.',
        );
      const data: Configuration = {
        configuration_version: `cfg_${key.configuration_version}`,
        customer_consent: { mode: key.customer_consent_mode },
        physician_order: { mode: key.physician_order_mode },
        environment: key.environment,
        updated_at: key.updated_at,
      };
      return { status: 200, data };
    },
  }),
];
