/** The routes of the admin API (contract/admin-api/). */
import Router from '@koa/router';
import type { Context } from 'koa';
import type { z } from 'zod';
import {
  eraseRequest,
  lookupRequest,
  noteRequest,
  referenceRequest,
  subjectRequest,
} from '../contract/admin-api/views.ts';
import { Problem } from '../errors.ts';
import { readJson } from '../http/body.ts';
import { exactPaths } from '../http/exact-paths.ts';
import { parseInput } from '../http/parse-input.ts';
import { NothingFound, type OperatorActions } from '../support/operator-actions.ts';
import type { OperatorState } from './guards.ts';

/** Creates the routes. They need the operator in the state. @param actionsOf creates the actions of an operator */
export function adminRouter(actionsOf: (operator: OperatorState) => OperatorActions): Router<OperatorState> {
  const router = new Router<OperatorState>(exactPaths);
  router.get('/operator', (ctx) => {
    ctx.body = { operator: ctx.state.operator };
  });

  /** Adds a route whose body has this schema. */
  function post<T>(
    path: string,
    schema: z.ZodType<T>,
    act: (actions: OperatorActions, body: T) => Promise<object>,
    status = 200,
  ): void {
    router.post(path, async (ctx: Context) => {
      const body = parseInput(schema, await readJson(ctx));
      ctx.body = await act(actionsOf(ctx.state as OperatorState), body).catch((error: unknown) => {
        throw error instanceof NothingFound ? new Problem('nothing_found') : error;
      });
      ctx.status = status;
    });
  }

  post('/support/lookup', lookupRequest, (actions, { reference, notes }) =>
    actions.lookup(reference, { notes }),
  );
  post('/support/retry', referenceRequest, (actions, { reference }) => actions.retry(reference));
  post('/support/release', referenceRequest, (actions, { reference }) => actions.release(reference));
  post('/support/note', noteRequest, (actions, { reference, text }) => actions.note(reference, text), 201);
  post('/customers/show', subjectRequest, (actions, { subject }) => actions.show(subject));
  post('/customers/export', subjectRequest, (actions, { subject }) => actions.exportCustomer(subject));
  post('/customers/erase', eraseRequest, (actions, { subject, confirm, even_under_way: evenUnderWay }) => {
    if (confirm !== subject)
      throw new Problem('invalid_fields', {
        fields: [{ path: 'confirm', message: 'Type the id of the customer once more.', code: 'invalid' }],
      });
    return actions.erase(subject, { yes: true, evenUnderWay });
  });
  return router;
}
