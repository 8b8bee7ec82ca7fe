/** A service whose ids are no UUIDs (VER-02). */
import { expect, it, onTestFinished } from 'vitest';
import { book } from '../support/booked-appointment.ts';
import { startFullApiServer } from '../support/full-api-server.ts';
import type { RecordedRequest } from '../support/recording-proxy.ts';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const isOfUpload = /-evidence|storage/;
/** The service's own id of an address or a body. */
const given = (text: string) => text.replaceAll(new RegExp(`svc(?:/|%2F)(${uuid})`, 'g'), '$1');

it('books, and lists the appointment, with the ids as the service gave them', async () => {
  const service = await startFullApiServer({
    rewrite: ({ url }, answer) => ({
      ...answer,
      body:
        answer.body === undefined || isOfUpload.test(url)
          ? answer.body
          : JSON.parse(
              JSON.stringify(answer.body).replaceAll(
                new RegExp(`"(\\w*id)":"(${uuid})"`, 'g'),
                '"$1":"svc/$2"',
              ),
            ),
    }),
    change(request: RecordedRequest) {
      request.url = given(request.url);
      request.body = given(request.body);
    },
  });
  onTestFinished(() => service.stop());
  const booked = await book(service, 'ines', 'CALST');
  expect(booked.id).toMatch(/^svc\//);
  expect(await service.sandbox.ledger()).toMatchObject({ orders: 1, schedule_requests: 1 });
  const customer = booked.customer;
  const listed = await customer.call<{ appointments: object[] }>('GET', '/appointments');
  expect(listed.body.appointments).toMatchObject([
    { appointment_id: booked.id, status: 'requested', stale: false },
  ]);
});
