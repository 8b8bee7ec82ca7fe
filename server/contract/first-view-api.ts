/**
 * The first request of a page that books: it exchanges the user token as POST /token does, and opens the booking as
 * POST /journeys does. A browser sends it without a preflight.
 *
 * A refusal to exchange is an error of the token API; any other error is a Problem. The page may then use the two
 * requests, with the same key.
 */
import { z } from 'zod';
import { journeyView } from './journey-api/views.ts';
import { jwtTokenType, tokenRequest, tokenResponse } from './token-api.ts';

const { subject_token, subject_token_type } = tokenRequest.shape;

/** The form of POST /first-view. */
export const firstViewRequest = z.strictObject({
  subject_token,
  subject_token_type: subject_token_type.default(jwtTokenType),
  proof: z
    .string()
    .min(1)
    .describe('A DPoP proof for this request (RFC 9449 4.2), as the header `DPoP` of POST /token has it.'),
  journey: z
    .string()
    .optional()
    .describe('The JSON of `OpenJourney`, as the body of POST /journeys. The default is `{}`.'),
});

/** The response of POST /first-view. */
export const firstView = tokenResponse.extend({ journey: journeyView });
export type FirstView = z.infer<typeof firstView>;
