/** The pages that embed <dx-booking> and <dx-appointments>: each signs a subject token and loads the widget's script. */
import Router from '@koa/router';
import { widgetPolicy } from '../site/content-security-policy.ts';
import { askToSignIn, type Sessions } from '../site/sessions.ts';
import type { SubjectTokens } from '../site/subject-tokens.ts';
import type { Patient } from './patients.ts';
import type { ShowPage } from './views.ts';

interface WidgetPages {
  serverUrl: string;
  sessions: Sessions<Patient>;
  tokens: SubjectTokens;
  show: ShowPage;
}

/** The Trusted Types policies that the widget creates. */
const widgetPolicyNames = ['dx-lit', 'dx-copy'];
const widgetScripts = ['/subject-token.js', '/dx/loader.js'];

/** Creates the routes `/book`, `/appointments` and `/second-lit`, for patients who are signed in. */
export function widgetPages({ serverUrl, sessions, tokens, show }: WidgetPages): Router {
  const router = new Router();
  /** Adds a page. @param own scripts beside those of the widget. @param policyNames as in `widgetPolicy` */
  const page = (
    path: string,
    name: 'book' | 'appointments',
    title: string,
    own: string[] = [],
    policyNames?: string[],
  ) =>
    router.get(path, async (ctx) => {
      const patient = sessions.user(ctx);
      if (!patient) return askToSignIn(ctx);
      ctx.set('content-security-policy', widgetPolicy(serverUrl, { ...(policyNames && { policyNames }) }));
      const embedded = { serverUrl, subjectToken: await tokens.sign(patient.id), showHours: own.length > 0 };
      show(ctx, name, embedded, { title, scripts: [...own, ...widgetScripts] });
    });

  page('/book', 'book', 'Book a test');
  page('/appointments', 'appointments', 'Appointments');
  // Booking on a page with its own copy of Lit, which has created the Trusted Types policy `lit-html`.
  page(
    '/second-lit',
    'book',
    'Book a test',
    ['/scripts/harbor-hours.js'],
    ['lit-html', ...widgetPolicyNames],
  );
  return router;
}
