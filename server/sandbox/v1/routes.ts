/** Every `/v1` route that the sandbox serves (Endpoints), in the order of a journey. */
import { type Configuration, configuration } from '../../contract/upstream-api/configuration.ts';
import { codedError } from '../engine/api-error.ts';
import { defineRoute, type Route } from '../engine/route.ts';
import { appointmentChangeRoutes } from './appointment-changes.ts';
import { appointmentRoutes } from './appointments.ts';
import { artifactRoutes } from './artifacts.ts';
import { consentBundleRoute } from './consent-bundles.ts';
import { consentEvidenceRoutes } from './consent-evidence.ts';
import { consentSessionRoutes } from './consent-sessions.ts';
import { discoveryRoutes } from './discovery.ts';
import { handoffRoute } from './handoffs.ts';
import { identityRoutes } from './identities.ts';
import { orderRoute } from './orders.ts';
import { physicianBundleRoute } from './physician-bundles.ts';
import { physicianEvidenceRoutes } from './physician-evidence.ts';
import { physicianSessionRoutes } from './physician-sessions.ts';
import { prescreenRoutes } from './prescreens.ts';
import { questionnaireRoutes } from './questionnaires.ts';
import { resultRoute } from './results.ts';
import { schedulingRoute } from './scheduling.ts';
import { webhookEndpointRoute } from './webhook-endpoints.ts';

/**
 * GET /v1/integration-configuration (CFG-01..CFG-08, ERR-19, GAP-01).
 */
const configurationRoute = defineRoute({
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
});

/** The routes of `/v1`. */
export const routes: Route[] = [
  configurationRoute,
  ...discoveryRoutes,
  ...identityRoutes,
  consentBundleRoute,
  ...consentSessionRoutes,
  ...consentEvidenceRoutes,
  ...prescreenRoutes,
  orderRoute,
  ...questionnaireRoutes,
  schedulingRoute,
  handoffRoute,
  ...physicianEvidenceRoutes,
  physicianBundleRoute,
  ...physicianSessionRoutes,
  ...appointmentRoutes,
  ...appointmentChangeRoutes,
  ...artifactRoutes,
  resultRoute,
  webhookEndpointRoute,
];
