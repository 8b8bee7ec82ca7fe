/** Every `/v1` route that the sandbox serves (Endpoints), in the order of a journey. */
import type { Route } from '../engine/route.ts';
import { appointmentChangeRoutes } from './appointment-changes.ts';
import { appointmentRoutes } from './appointments.ts';
import { artifactRoutes } from './artifacts.ts';
import { configurationRoutes } from './configuration.ts';
import { consentBundleRoutes } from './consent-bundles.ts';
import { consentEvidenceRoutes } from './consent-evidence.ts';
import { consentSessionRoutes } from './consent-sessions.ts';
import { discoveryRoutes } from './discovery.ts';
import { handoffRoutes } from './handoffs.ts';
import { identityRoutes } from './identities.ts';
import { orderRoutes } from './orders.ts';
import { physicianBundleRoutes } from './physician-bundles.ts';
import { physicianEvidenceRoutes } from './physician-evidence.ts';
import { physicianSessionRoutes } from './physician-sessions.ts';
import { prescreenRoutes } from './prescreens.ts';
import { questionnaireRoutes } from './questionnaires.ts';
import { resultRoutes } from './results.ts';
import { schedulingRoutes } from './scheduling.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';

/** The routes of `/v1`. */
export const routes: Route[] = [
  ...configurationRoutes,
  ...discoveryRoutes,
  ...identityRoutes,
  ...consentBundleRoutes,
  ...consentSessionRoutes,
  ...consentEvidenceRoutes,
  ...prescreenRoutes,
  ...orderRoutes,
  ...questionnaireRoutes,
  ...schedulingRoutes,
  ...handoffRoutes,
  ...physicianEvidenceRoutes,
  ...physicianBundleRoutes,
  ...physicianSessionRoutes,
  ...appointmentRoutes,
  ...appointmentChangeRoutes,
  ...artifactRoutes,
  ...resultRoutes,
  ...webhookEndpointRoutes,
];
