/**
 * The messages that the hosted page posts to its parent page, only in `iframe` mode (Hosted page messages;
 * EMB-01..EMB-07). The specification names the messages but not the keys around them, which are the sandbox's (GAP-99,
 * `embed.*`).
 */
import { z } from 'zod';

const none = z.looseObject({});
const url = z.looseObject({ url: z.url() });

/** A message of the hosted page in the sandbox's form, named by `type`. */
export const frameMessage = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('service.embed.ready'), payload: none }),
  /** The page's own height in CSS pixels. */
  z.looseObject({ type: z.literal('service.embed.resize'), payload: z.looseObject({ height: z.number() }) }),
  /** Carries no address and confirms nothing (EMB-03, EMB-14). */
  z.looseObject({ type: z.literal('service.embed.complete'), payload: none }),
  /** HTTPS on a host of the partner. */
  z.looseObject({ type: z.literal('service.embed.return'), payload: url }),
  z.looseObject({ type: z.literal('service.embed.profile'), payload: url }),
  z.looseObject({ type: z.literal('service.embed.exit'), payload: none }),
  /** An open set; `blocked_by_test_offering_policy` is seen (EMB-07, EMB-13). */
  z.looseObject({ type: z.literal('service.embed.error'), payload: z.looseObject({ status: z.string() }) }),
]);
export type FrameMessage = z.infer<typeof frameMessage>;

const names = z.array(z.string()).readonly();

/** The names of messages and their fields, each a list in the order in which the names are tried (GAP-99). */
export const frameNames = z.object({
  type: names.describe('The keys of a message, at any depth.'),
  payload: names,
  height: names,
  url: names,
  status: names,
  types: z
    .object({
      ready: names,
      resize: names,
      complete: names,
      return: names,
      profile: names,
      exit: names,
      error: names,
    })
    .describe('The names of the messages themselves.'),
});
export type FrameNames = z.infer<typeof frameNames>;
