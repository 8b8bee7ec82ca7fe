/** The attestation that the partner's system, not a clinician, gives with every structured order (Structured physician-order bundle; PHY-03, PHY-33). */
import { contentHash } from '../catalog/content-hash.ts';

const text =
  'The partner certifies that its system verified the identity and the license of the ordering provider before this session was opened, that it showed the provider the whole order unchanged and in the order received, that both acknowledgements were given by the provider in person and apart from each other, and that the record of the approval it sends is complete and was not altered after the provider gave it.';

/** The attestation with its hash. */
export const physicianAttestation = {
  text,
  text_hash: contentHash(text),
  version: '2025-01',
};
