/**
 * Registers a callback that does not exist, and checks whether the response contains a signing secret that decodes
 * (WHK-02..WHK-06, GAP-27, GAP-86..GAP-88). The specification has no request that removes a registration.
 */
import { createHash } from 'node:crypto';
import { registrationOf, secretIn } from '../../../booking/webhooks/registration.ts';
import type { Configuration } from '../../../contract/upstream-api/configuration.ts';
import { createAssumptions } from '../../../upstream/assumptions/assumptions.ts';
import { webhookKey } from '../../../upstream/webhooks/signing-key.ts';
import { guessSecret } from './guess/guess-answers.ts';
import { runPart, type Walk, write } from './walk.ts';

/** A reserved domain: events still go only to the real callback. */
const callbackUrl = 'https://certify.partner.example/webhooks';

/** Registers a callback and compares the response. The secret is neither printed nor stored. */
export async function certifyWebhook(walk: Walk, configuration: Configuration): Promise<void> {
  const { comparison, learning } = walk;
  const body = registrationOf(callbackUrl, configuration);
  await runPart(comparison, 'the registration of webhooks', async () => {
    const what = 'a webhook registration';
    const answer = await write(walk, what, 'webhook_endpoint.register', {}, body, keyOf(body));
    learning.compare(
      'the signing secret of a registration',
      (assumptions) => secretIn(answer, assumptions),
      guessSecret(answer, body),
    );
    compareSecret(walk, secretIn(answer, createAssumptions(learning.values())));
    comparison.skipped(
      `the removal of the registration of ${callbackUrl}`,
      'the specification has no request for it; repeated runs use the same idempotency key, and onboarding can remove it',
    );
  });
}

function compareSecret({ comparison, learning }: Walk, secret: string | null): void {
  if (secret === null) return;
  const { secretEncoding } = learning.values().webhook;
  const what = `the signing secret as ${secretEncoding}`;
  const key = webhookKey(secret, secretEncoding);
  if (key) {
    comparison.same(`${what}, ${key.length} bytes`);
    return;
  }
  learning.leaveOpen('webhook.secretEncoding');
  const others = (['utf8', 'hex', 'base64'] as const).filter((encoding) => webhookKey(secret, encoding));
  comparison.differs(
    what,
    'it does not decode to 16 bytes or more',
    others.length > 0
      ? `Set webhook.secretEncoding: a person has to choose among ${others.map((other) => `"${other}"`).join(', ')}.`
      : 'Ask onboarding for a longer secret.',
  );
}

/** Derived from the registration, so that repeated runs create one endpoint if the service remembers keys. */
function keyOf(body: object): string {
  const hex = createHash('sha256')
    .update(`certify ${JSON.stringify(body)}`)
    .digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
