/** Customers continue on a database that was restored from before what they did. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copySqlite } from '../../../server/core/store/copy-sqlite.ts';
import { accessLogList } from '../../../server/operate/cli/access-log.ts';
import {
  restoredAdopt,
  restoredBegin,
  restoredEnd,
  restoredList,
  restoredWaiting,
} from '../../../server/operate/cli/restored.ts';
import { answerStep, at, choosePlace, pickTimes, profile } from '../../support/booking.ts';
import { folderOfTest } from '../../support/folders.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { serverOfFile } from '../../support/server-of-test.ts';

const service = await serverOfFile();

/**
 * Copies the database, and later starts a server on the copy.
 * @returns starts it; with the settings of the copy
 */
async function backedUp() {
  const folder = folderOfTest();
  const file = join(folder, 'dx.sqlite');
  const time = new Date().toISOString();
  copySqlite(service.env.SQLITE_FILE ?? '', file);
  const env = { ...service.env, SQLITE_FILE: file };
  return async () => {
    await restoredBegin(env, { time }, () => {});
    const server = await service.another({ SQLITE_FILE: file });
    onTestFinished(() => server.stop());
    return { server, env };
  };
}

async function until(step: string, customer: ReturnType<FullApiServer['customer']>) {
  let view = customer.view ?? (await customer.open());
  for (let turns = 0; view.shows.step !== step && turns < 12; turns++)
    view = await answerStep(customer, view);
  return view;
}

it('uses the order that a lost booking has placed, and asks for no second payment', async () => {
  const restore = await backedUp();
  const before = service.customer('unscheduled');
  await choosePlace(before, 'DEXA');
  at(await until('questionnaire', before), 'questionnaire');
  const { server, env } = await restore();
  const ledger = await service.sandbox.ledger();
  const paidBefore = service.payments.asked.length;

  const customer = server.customer('unscheduled');
  await choosePlace(customer, 'DEXA');
  at(await until('identity', customer), 'identity');
  expect((await customer.answer('identity', profile)).notice?.code).toBe('support_needed');

  const lines: string[] = [];
  expect(await restoredList(env, { json: true }, (line) => lines.push(line))).toBe(1);
  const [lost, ...others] = JSON.parse(lines.join(''));
  expect([others, Object.keys(lost)]).toEqual([[], ['appointment_id', 'order_id', 'flow', 'created_at']]);
  const adopt = () =>
    restoredAdopt(env, { appointment: lost.appointment_id, subject: 'user-unscheduled' }, () => {});
  expect(await adopt()).toBe(0);
  await expect(adopt()).rejects.toThrow('is not among the lost appointments');
  expect(await restoredList(env, {}, () => {})).toBe(0);

  lines.length = 0;
  expect(await restoredEnd(env, {}, (line) => lines.push(line))).toBe(1);
  expect(lines.join('\n')).toContain(`user-unscheduled  booking ${customer.view?.journey_id}, stopped`);
  expect(lines.join('\n')).toContain(`user-unscheduled  appointment ${lost.appointment_id}, without a time`);

  await customer.answer('identity', profile);
  const view = await until('sent', customer);
  expect(at(view, 'sent').appointment_id).toBe(lost.appointment_id);
  expect(service.payments.asked).toHaveLength(paidBefore);
  const { orders, schedule_requests: requests } = await service.sandbox.ledger();
  expect([orders, requests]).toEqual([ledger.orders, (ledger.schedule_requests ?? 0) + 1]);
  // As any other appointment: the booking knows the place and the consent.
  const of = `/appointments/${lost.appointment_id}`;
  expect((await customer.call('GET', `${of}/availability`)).status).toBe(200);
  const { body: signed } = await customer.call<{ consents: unknown[] }>('GET', `${of}/consents`);
  expect(signed.consents).toHaveLength(1);
  expect(await restoredEnd(env, {}, () => {})).toBe(0);
});

it('ends a restore for which customers wait only if it is told so', async () => {
  const restore = await backedUp();
  const before = service.customer('never-back');
  await choosePlace(before, 'DEXA');
  at(await until('questionnaire', before), 'questionnaire');
  const { env } = await restore();
  const lines: string[] = [];
  await restoredList(env, { json: true }, (line) => lines.push(line));
  const [{ appointment_id: appointmentId }] = JSON.parse(lines.join(''));
  await restoredAdopt(env, { appointment: appointmentId, subject: 'user-never-back' }, () => {});
  expect(await restoredEnd(env, {}, () => {})).toBe(1);
  expect(await restoredEnd(env, { anyway: true }, () => {})).toBe(0);
});

it('places no second order beside one that was given back and has a requested time', async () => {
  const restore = await backedUp();
  const before = service.customer('requested');
  await choosePlace(before, 'DEXA');
  const { appointment_id: appointmentId } = at(await until('sent', before), 'sent');
  const { server, env } = await restore();
  await restoredAdopt(env, { appointment: appointmentId, subject: 'user-requested' }, () => {});
  const ledger = await service.sandbox.ledger();
  const paidBefore = service.payments.asked.length;

  const customer = server.customer('requested');
  await choosePlace(customer, 'DEXA');
  const view = await answerStep(customer, await until('review', customer));
  expect([view.shows.step, view.notice?.code]).toEqual(['review', 'support_needed']);
  expect(service.payments.asked).toHaveLength(paidBefore);
  expect((await service.sandbox.ledger()).orders).toBe(ledger.orders);
});

it('continues an adopted booking that was under way at the backup with its order, once the restore is ended', async () => {
  const before = service.customer('under-way');
  await choosePlace(before, 'DEXA');
  await until('review', before);
  const restore = await backedUp();
  const { appointment_id: appointmentId } = at(await until('sent', before), 'sent');
  const { server, env } = await restore();
  await restoredAdopt(env, { appointment: appointmentId, subject: 'user-under-way' }, () => {});
  const ledger = await service.sandbox.ledger();

  const stopped = server.customer('under-way');
  const view = await answerStep(stopped, await until('review', stopped));
  expect([view.shows.step, view.notice?.code]).toEqual(['review', 'support_needed']);
  expect(await restoredEnd(env, { anyway: true }, () => {})).toBe(0);
  const later = await service.another({ SQLITE_FILE: env.SQLITE_FILE });
  onTestFinished(() => later.stop());
  const customer = later.customer('under-way');
  expect(at(await until('sent', customer), 'sent').appointment_id).toBe(appointmentId);
  expect(await service.sandbox.ledger()).toEqual(ledger);
});

it('shows the confirmed time if the lost request was for other times than the new one', async () => {
  const before = service.customer('other-times');
  await choosePlace(before, 'DEXA');
  const restore = await backedUp();
  const sent = at(await until('sent', before), 'sent');
  const { server, env } = await restore();
  const ledger = await service.sandbox.ledger();

  const customer = server.customer('other-times');
  await customer.answer('times', pickTimes(await customer.open(), 3));
  for (let turns = 0; customer.view?.shows.step !== 'schedule' && turns < 12; turns++)
    await answerStep(customer, customer.view as never);
  expect(customer.view?.notice?.code).toBe('support_needed');
  await service.sandbox.transition(sent.appointment_id, { to: 'confirmed' });
  const shown = at(await customer.retry(), 'sent');
  expect([shown.appointment_id, shown.status]).toEqual([sent.appointment_id, 'confirmed']);
  expect(shown.scheduled_for).not.toBeNull();
  expect(shown.requested.primary).toBe(shown.scheduled_for);
  const after = await service.sandbox.ledger();
  expect([after.orders, after.schedule_requests]).toEqual([ledger.orders, ledger.schedule_requests]);
  expect(await restoredEnd(env, {}, () => {})).toBe(0);
});

it('lists who waits, and adopts from a file or as the hook says, all or none', async () => {
  const restore = await backedUp();
  const names = ['filed', 'hooked', 'unknown'];
  const ids: string[] = [];
  for (const name of names) {
    const before = service.customer(name);
    await choosePlace(before, 'DEXA');
    ids.push(at(await until('sent', before), 'sent').appointment_id);
  }
  const [filed = '', hooked = '', unknown = ''] = ids;
  const { server, env } = await restore();
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  expect(await restoredWaiting(env, {}, print)).toBe(0);
  const back = server.customer('filed');
  await choosePlace(back, 'DEXA');
  at(await until('identity', back), 'identity');
  expect((await back.answer('identity', profile)).notice?.code).toBe('support_needed');
  expect(await restoredWaiting(env, { json: true }, print)).toBe(1);
  expect(JSON.parse(lines.pop() ?? '')).toMatchObject([
    { subject: 'user-filed', booking_id: back.view?.journey_id },
  ]);
  expect(await accessLogList(env, { subject: 'user-filed', json: true }, print)).toBe(0);
  expect(JSON.parse(lines.pop() ?? '')).toMatchObject({ role: 'operator', action: 'view' });

  const file = join(env.SQLITE_FILE, '../booked.csv');
  const adopt = async (...rows: string[]) => {
    await writeFile(file, rows.join('\n'));
    return restoredAdopt(env, { file }, print);
  };
  await expect(adopt(`${filed} user-filed`)).rejects.toThrow('Line 1 of');
  await expect(adopt(`${filed},user-filed`, 'another,user-filed')).rejects.toThrow('another is not among');
  expect(await restoredList(env, { json: true }, print)).toBe(1);
  expect(lines.pop()).toContain(filed);
  expect(await adopt(`${filed},user-filed`, '')).toBe(0);

  const adoptByHook = async (name: string, whoBooked: string) => {
    const module = join(env.SQLITE_FILE, `../${name}.mjs`);
    const text = `export const hooks = { async payment() {}, async verifySubject() {}, whoBooked: ${whoBooked} };`;
    await writeFile(module, text);
    return restoredAdopt({ ...env, HOOKS_MODULE: module }, { byHook: true }, print);
  };
  await expect(adoptByHook('failing', '() => { throw new TypeError("a canary") }')).rejects.toThrow(
    /^Nothing is adopted: the hook "whoBooked" failed for \S{36} \(TypeError\)\.$/,
  );
  lines.length = 0;
  const find = `async ({ appointmentId }) => (appointmentId === '${hooked}' ? { subject: 'user-hooked' } : null)`;
  expect(await adoptByHook('finding', find)).toBe(1);
  expect(lines).toContain(`${hooked} belongs to user-hooked.`);
  expect(lines).toContain(`${unknown} is left: nobody knows who booked it.`);
  expect(lines.join()).not.toContain(filed);
});
