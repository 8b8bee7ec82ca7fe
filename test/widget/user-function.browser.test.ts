/**
 * `getSubjectToken` and `refreshUser()`: who the user is, asked again as tokens run out, before signing, or at the
 * page's wish.
 */
import '../../widget/physician/physician-order.ts';
import type { Booking } from '../../widget/journey/booking.ts';
import type { Journey } from '../../widget/journey/journey.ts';
import { assert, atRest, equal, nextTask, until } from './assert.ts';
import { begin, end, inside, put, received, server, step, answer as submit } from './mounted.ts';
import { problem, viewAt } from './partner-server.ts';
import { isHidden, jwt, panelOf, subjectOf, tokensOf } from './user-page.ts';

/** An element whose page says who the user is, in this order; the last answer stays. */
function asking(...answers: (string | null | undefined | Error)[]): {
  element: Booking;
  asked: () => number;
} {
  let asked = 0;
  server().keyOf = subjectOf;
  server().view = viewAt('identity', 3);
  const element = put({ 'subject-token': '' });
  element.getSubjectToken = async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { element, asked: () => asked };
}
/** The widget token has run out: the next request renews it. */
function renew(element: Booking): void {
  server().once('GET /journeys', () => problem(401, 'token_expired'));
  void (element as unknown as { model: Journey }).model.reload();
}

describe('the function that names the user', () => {
  beforeEach(begin);
  afterEach(end);

  it('renews silently, with a new token under a new key', async () => {
    const { element, asked } = asking(jwt('ada', 1), jwt('ada', 2));
    const identity = await step(element, 'identity');
    renew(element);
    await until(() => server().tokens === 2, 'the renewal');
    await until(() => server().made('GET /journeys').length === 2, 'the request, made again');
    assert(identity.isConnected && !isHidden(element), 'the same view');
    equal([asked(), server().subjects], [2, [jwt('ada', 1), jwt('ada', 2)]]);
    const keys = server()
      .made('POST /token')
      .map(({ headers }) => JSON.parse(atob((headers.get('dpop') ?? '').split('.')[0] ?? '')).jwk.x);
    assert(keys[0] !== keys[1], 'a subject token is exchanged under one key only');
  });

  for (const nobody of [null, undefined, ''])
    it(`signs out when it returns ${JSON.stringify(nobody) ?? 'undefined'}`, async () => {
      const events = received('dx-signed-out');
      const { element } = asking(jwt('ada', 1), nobody);
      const identity = await step(element, 'identity');
      renew(element);
      await until(() => panelOf(element) === 'You’re signed out', 'the words');
      assert(!identity.isConnected, 'nothing of the user is left');
      equal([server().tokens, events.length], [1, 1], 'exchanges and events');
    });

  it('starts again as another user', async () => {
    const { element } = asking(jwt('ada', 1), jwt('ben', 1));
    const identity = await step(element, 'identity');
    renew(element);
    await until(
      () => server().subjects.length === 2 && !identity.isConnected,
      'the view of the former user is gone',
    );
    const at = server().calls.findIndex(({ body }) => JSON.stringify(body)?.includes(jwt('ben', 1)));
    await step(element, 'identity');
    equal(tokensOf(server(), at), ['ben']);
  });

  it('drops nothing when it rejects, and continues when it resolves again', async () => {
    const { element } = asking(jwt('ada', 1), new Error('the page is offline'), jwt('ada', 2));
    const identity = await step(element, 'identity');
    renew(element);
    const banner = await until(() => inside(element, '.banner.failed'), 'the message');
    assert(identity.isConnected && !isHidden(element), 'the view stays');
    banner.querySelector('button')?.click();
    await until(() => inside(element, '.banner.failed') === null, 'the message is gone');
    assert(identity.isConnected, 'the same view');
  });

  it('rejects while the device is offline: the message says so, and the answer is sent when the connection is back', async () => {
    const { element } = asking(jwt('ada', 1), new TypeError('Failed to fetch'), jwt('ada', 2));
    const identity = await step(element, 'identity');
    const answers = () => server().made('POST /journeys/journey-1 identity').length;
    server().once('POST /journeys/journey-1 identity', () => problem(401, 'token_expired'));
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    try {
      submit(identity, {});
      const banner = await until(() => inside(element, '.banner.failed'), 'the message');
      assert(banner.textContent?.includes('No connection'), banner.textContent ?? '');
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
    equal(answers(), 1, 'answers');
    dispatchEvent(new Event('online'));
    await until(() => answers() === 2, 'the answer');
  });

  it('is not called because another function replaces it', async () => {
    const { element, asked } = asking(jwt('ada', 1));
    await step(element, 'identity');
    for (let renders = 0; renders < 3; renders++) {
      element.getSubjectToken = async () => jwt('ben', 1);
      await nextTask();
    }
    equal([asked(), server().tokens], [1, 1]);
    element.refreshUser();
    await until(() => subjectOf(server().subjects.at(-1) ?? '') === 'ben', 'the newest function is used');
  });

  it('is called at once by refreshUser(), and nothing is shown meanwhile', async () => {
    const { element } = asking(jwt('ada', 1));
    const identity = await step(element, 'identity');
    const answers: ((token: string | null) => void)[] = [];
    element.getSubjectToken = () => new Promise((resolve) => answers.push(resolve));
    /** The function is called again once an exchange that is under way has stopped. */
    const answer = async (question: number, token: string | null) =>
      (await until(() => answers[question - 1], `question ${question}`))(token);
    element.refreshUser();
    await until(() => isHidden(element), 'hidden');
    await answer(1, jwt('ada', 2));
    await until(() => !isHidden(element), 'shown again');
    assert(identity.isConnected, 'the same view');
    await until(() => server().tokens === 2, 'the exchange');
    element.refreshUser();
    await answer(2, null);
    await until(() => panelOf(element) === 'You’re signed out', 'the words');
    element.refreshUser();
    await answer(3, jwt('ben', 1));
    await step(element, 'identity');
    assert(panelOf(element) === null, 'signed in');
  });

  it('is ignored when it resolves too late', async () => {
    const { element } = asking(jwt('ada', 1));
    const identity = await step(element, 'identity');
    const answers: ((token: string | null) => void)[] = [];
    element.getSubjectToken = () => new Promise((resolve) => answers.push(resolve));
    element.refreshUser();
    await until(() => answers.length === 1, 'the first question');
    element.refreshUser();
    await until(() => answers.length === 2, 'the second question');
    answers[0]?.(null);
    answers[1]?.(jwt('ada', 2));
    await until(() => server().tokens === 2 && !isHidden(element), 'decided');
    assert(identity.isConnected, 'the same view');
  });
});

/** The page is on the screen again. */
const shownAgain = {
  'out of the back/forward cache': () =>
    void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  'in its tab': () => void document.dispatchEvent(new Event('visibilitychange')),
};

describe('a page that is shown again', () => {
  beforeEach(begin);
  afterEach(end);

  for (const [how, show] of Object.entries(shownAgain)) {
    it(`asks who is there before it shows or reads anything, ${how}`, async () => {
      const { element } = asking(jwt('ada', 1));
      const identity = await step(element, 'identity');
      const { promise: token, resolve: answer } = Promise.withResolvers<string>();
      element.getSubjectToken = () => token;
      const from = server().calls.length;
      show();
      await nextTask();
      assert(isHidden(element), 'hidden');
      equal(server().calls.length, from, 'requests');
      answer(jwt('ben', 1));
      await until(() => !identity.isConnected, 'the view of the former user is gone');
      await step(element, 'identity');
      equal(tokensOf(server(), from), ['ben']);
    });

    it(`shows the view of the same user again, ${how}`, async () => {
      const { element } = asking(jwt('ada', 1), jwt('ada', 2));
      const identity = await step(element, 'identity');
      show();
      await until(() => server().tokens === 2 && !isHidden(element), 'shown again');
      assert(identity.isConnected, 'the same view');
    });
  }

  it('leaves a signed-out user signed out', async () => {
    const { element, asked } = asking(jwt('ada', 1), null);
    await step(element, 'identity');
    renew(element);
    await until(() => panelOf(element) === 'You’re signed out', 'the words');
    for (const show of Object.values(shownAgain)) show();
    await nextTask();
    equal([asked(), panelOf(element)], [2, 'You’re signed out']);
  });

  it('is hidden before it goes to the cache', async () => {
    const { element } = asking(jwt('ada', 1));
    await step(element, 'identity');
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    await nextTask();
    assert(isHidden(element), 'hidden');
  });

  it('changes nothing where the page names its user by the attribute only', async () => {
    server().keyOf = subjectOf;
    server().view = viewAt('identity', 3);
    const element = put({ 'subject-token': jwt('ada', 1) });
    await step(element, 'identity');
    for (const show of Object.values(shownAgain)) show();
    await nextTask();
    assert(!isHidden(element), 'on show');
    equal(server().tokens, 1, 'exchanges');
  });
});

describe('before a customer pays', () => {
  beforeEach(begin);
  afterEach(end);

  async function pay(...answers: string[]) {
    const { element } = asking(...answers);
    const view = viewAt('review', 5);
    // The payment has not begun: the page does not ask for it by itself.
    Object.assign(view.shows, { payment: { state: 'due', pay_url: null } });
    server().view = view;
    const review = await step(element, 'review');
    submit(review, {});
    return review;
  }
  const paid = () => server().made('POST /journeys/journey-1 review');

  it('sends nothing when another customer has signed in, and starts again as that one', async () => {
    const review = await pay(jwt('ada', 1), jwt('ben', 1));
    await until(() => !review.isConnected, 'the review of the former customer is gone');
    await atRest(() => server().calls.length);
    equal([paid().length, subjectOf(server().subjects.at(-1) ?? '')], [0, 'ben']);
  });

  it('asks and then pays as the same customer', async () => {
    await pay(jwt('ada', 1), jwt('ada', 2));
    await until(() => paid().length === 1, 'the payment');
    equal(paid()[0]?.headers.get('authorization'), 'DPoP widget-2');
  });
});

describe('before a clinician signs', () => {
  beforeEach(begin);
  afterEach(() => {
    for (const element of document.querySelectorAll('dx-physician-order')) element.remove();
    return end();
  });

  const presentation = {
    appointment_id: 'appointment-1',
    test_type: 'DEXA',
    patient: null,
    place: null,
    asked: null,
    scheduled_for: null,
    deadline_at: null,
    contact: { phone: null, email: null, url: null },
    shows: {
      step: 'presentation',
      session_id: 's-1',
      presentation_hash: 'h-1',
      expires_at: null,
      title: 'Order of Ada',
      nodes: [],
      acknowledgements: [],
      signable: false,
      given: null,
    },
    physician_order: { status: 'ready' },
    working: null,
    notice: null,
  };

  async function atSigning(...answers: (string | Error)[]) {
    let asked = 0;
    server().keyOf = subjectOf;
    Object.assign(server(), { view: presentation });
    const element = document.createElement('dx-physician-order');
    Object.assign(element, {
      server: server().base,
      appointmentId: 'appointment-1',
      getSubjectToken: async () => {
        const answer = answers[Math.min(asked++, answers.length - 1)];
        if (answer instanceof Error) throw answer;
        return answer;
      },
    });
    document.body.append(element);
    const signing = await until(() => element.shadowRoot?.querySelector('dx-physician-signing'), 'the order');
    const sign = () => signing.dispatchEvent(new CustomEvent('dx-sign', { detail: { typed_name: 'Ada' } }));
    return { element, signing, sign };
  }
  const signed = () => server().made('POST /physician/appointments/appointment-1/finalize');

  it('signs nothing when a colleague has signed in, and starts again as the colleague', async () => {
    const { signing, sign } = await atSigning(jwt('ada', 1), jwt('ben', 1));
    sign();
    await until(() => !signing.isConnected, 'the order of the former clinician is gone');
    await atRest(() => server().calls.length);
    equal(signed().length, 0, 'signatures');
    equal(subjectOf(server().subjects.at(-1) ?? ''), 'ben');
  });

  it('signs nothing while the user is unknown', async () => {
    const { element, signing, sign } = await atSigning(jwt('ada', 1), new Error('the page is offline'));
    sign();
    await until(() => element.shadowRoot?.querySelector('.message.failed'), 'the message');
    equal([signed().length, signing.isConnected], [0, true]);
  });

  it('asks and then signs as the same clinician', async () => {
    const { signing, sign } = await atSigning(jwt('ada', 1), jwt('ada', 2));
    sign();
    await until(() => signed().length === 1, 'the signature');
    equal([signed()[0]?.headers.get('authorization'), signing.isConnected], ['DPoP widget-2', true]);
  });
});
