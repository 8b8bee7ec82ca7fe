/** `webhooks list` and `webhooks delete`: a deleted secret is gone, also from the response in which it came. */
import { expect, it } from 'vitest';
import { webhooksDelete, webhooksList, webhooksRegister } from '../../../server/operate/cli/webhooks.ts';
import { operator } from '../../support/operator.ts';

interface Registration {
  id: string;
  callback_url: string;
  registered_at: string;
}

it('deletes the secret of one registration, and never restores it', async () => {
  const installation = await operator();
  const list = async (): Promise<Registration[]> =>
    JSON.parse((await installation.run((env, _, print) => webhooksList(env, { json: true }, print))).output);
  const remove = (id: string, json = false) =>
    installation.run((env, _, print) => webhooksDelete(env, { id, json }, print));
  await installation.run(webhooksRegister);
  await installation.run(webhooksRegister, { again: true });
  const [newer, older] = await list();
  if (!newer || !older) throw new Error('two registrations are expected');
  await expect(remove('other')).rejects.toThrow('No registration has the id other.');

  const { code, output } = await remove(older.id, true);
  expect([code, JSON.parse(output)]).toEqual([
    0,
    { id: older.id, callback_url: `${installation.env.PUBLIC_URL}/webhooks`, secrets_left: 1 },
  ]);
  expect(await list()).toEqual([newer]);
  await expect(remove(older.id)).rejects.toThrow('No registration');

  const last = await remove(newer.id);
  expect(last.output).toMatch(/its API cannot end a registration.*\n.*Run dx-booking webhooks register\./);
  // The response with the deleted secret is gone too, so the address is registered again.
  expect((await installation.run(webhooksRegister)).output).toContain('is registered for');
  expect((await installation.sandbox.ledger()).webhook_endpoints).toBe(3);
  expect((await list()).map(({ id }) => [newer.id, older.id].includes(id))).toEqual([false]);
});
