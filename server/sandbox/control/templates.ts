/** POST /sandbox/templates: publishes the next version. Workflows keep the version that they are pinned to (VER-06, QST-15). */
import { z } from 'zod';
import { testType } from '../../contract/upstream-api/test-types.ts';
import { consentTemplate } from '../copy/consent-template.ts';
import { physicianTemplate } from '../copy/physician-template.ts';
import { questionnaireDefinition } from '../copy/questionnaire.ts';
import { templateVersion } from '../state.ts';
import { type ControlRoute, parse } from './control-route.ts';

const publishers = {
  consent: consentTemplate,
  questionnaire: questionnaireDefinition,
  physician: physicianTemplate,
};

const templateRequest = z.strictObject({
  kind: z.enum(['consent', 'questionnaire', 'physician']),
  test_type: testType,
});

/** The route that publishes a version. */
export const templateRoutes: ControlRoute[] = [
  {
    method: 'POST',
    path: '/sandbox/templates',
    status: 201,
    handler({ body }, state) {
      const { kind, test_type } = parse(templateRequest, body);
      const next = templateVersion(state, kind, test_type) + 1;
      state.templateVersions.set(`${kind}:${test_type}`, next);
      const { id, version, content_hash } = publishers[kind](test_type, next);
      return { id, version, content_hash };
    },
  },
];
