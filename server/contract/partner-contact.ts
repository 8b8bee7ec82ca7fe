/** How customers reach the partner, on screens that end without a result. */
import { z } from 'zod';

/** How customers reach the partner. Each is null if the partner has not set it. */
export const partnerContact = z.object({
  phone: z.string().nullable(),
  email: z.string().nullable(),
  url: z.string().nullable(),
});
export type PartnerContact = z.infer<typeof partnerContact>;
