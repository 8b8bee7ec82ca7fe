/** One public error code: its meaning and what the partner does about it. */
interface ErrorCodeEntry {
  meaning: string;
  /** Shown on the console of the page when the partner has to change something. */
  partner: string;
}

/**
 * Every public `code` of the event `dx-error`. A test compares the table in widget/errors.md with it. The page loads it
 * only to write a warning on the console, so its words cost a working page nothing. The modules of the elements import its
 * types only; the headless client has the words.
 */
export const errorCodes = {
  offline: {
    meaning: 'A request did not reach the server.',
    partner:
      'Nothing, unless it lasts: check that the address in `server` is right, and that your server runs.',
  },
  timeout: {
    meaning: 'The server did not respond in time. It may have received the request.',
    partner: 'Nothing, unless it lasts: see the log of the server.',
  },
  unavailable: {
    meaning: 'The server responded with a temporary error. `problem` is the code of its response, if any.',
    partner: 'Look up `reference` in the log of the server.',
  },
  refused: {
    meaning: "The server refused the element's request. `problem` is the code of its response.",
    partner: 'Look up `reference` in the log of the server.',
  },
  sign_in_ended: {
    meaning: 'The user token has expired or was refused, and the page has no other.',
    partner:
      'Set a new `subject-token`, or set `getSubjectToken` so that the element can ask for one. If the server refused a new token, its log event `token.refused` says why.',
  },
  load_failed: {
    meaning: 'A file of the widget did not load.',
    partner:
      'If it lasts, allow the address of the files in `script-src`, and keep the files of the last release in place.',
  },
  insecure_page: {
    meaning: 'The page is not served over https, so the browser creates no keys.',
    partner: 'Serve the page over https.',
  },
  browser_not_supported: {
    meaning: 'The browser lacks a feature that the widget needs.',
    partner: 'Nothing: the customer is asked to use Safari 16.4, Chrome 111, Firefox 115 or newer.',
  },
  server_missing: {
    meaning: 'The attribute `server` is missing or is not an http(s) address.',
    partner: 'Set the attribute `server` to the address of your server.',
  },
  server_not_found: {
    meaning: 'The address in `server` responds, but no booking server is there.',
    partner: 'Correct the attribute `server`: it ends with the path under which your server is mounted.',
  },
  public_url_differs: {
    meaning: 'The page calls the server by another address than its setting PUBLIC_URL.',
    partner:
      'Make the attribute `server` and the setting PUBLIC_URL of the server equal: scheme, host, port and path.',
  },
  subject_token_missing: {
    meaning: 'The page has named no user.',
    partner: 'Set `subject-token` or `getSubjectToken` (a property: frameworks may need a ref to set it).',
  },
  appointment_id_missing: {
    meaning: 'The attribute `appointment-id` is missing.',
    partner: 'Set `appointment-id` to the appointment that the physician orders.',
  },
  handoff_missing: {
    meaning: 'The page gave the element nothing to hand over.',
    partner: 'Set the property `handoff`, or the attribute `handoff-id` to one that your backend opened.',
  },
  attribute_refused: {
    meaning: 'The server refused the value of an attribute.',
    partner: 'Correct the attribute that the warning names.',
  },
  origin_not_listed: {
    meaning: 'The server is reachable but does not accept requests from the origin of this page.',
    partner:
      'Add the origin of the page to the setting ORIGINS of the server. If it is listed already, check whether a proxy in front of the server sends its own error responses.',
  },
  fetch_changed: {
    meaning:
      'A script of the page has replaced `fetch` and changes the requests, so the browser refuses the responses.',
    partner:
      'Let that script pass on requests to the server as they are. Often it adds `credentials`, which the server does not need: it sets no cookie.',
  },
  blocked_by_policy: {
    meaning:
      'The Content Security Policy of the page blocks requests to the server, or the Trusted Types policies of the widget.',
    partner:
      'Add the address of the server to the directive `connect-src` of the policy, or the names of widget/README.md to `trusted-types`.',
  },
  token_audience: {
    meaning: 'The user token is for another recipient.',
    partner: 'Make the claim `aud` of the user token and the setting SUBJECT_AUDIENCE of the server equal.',
  },
  token_issuer: {
    meaning: 'The user token is from another issuer.',
    partner: 'Make the claim `iss` of the user token and the setting SUBJECT_ISSUER of the server equal.',
  },
  token_lifetime: {
    meaning: 'The user token lives too long, has no `exp`, or has an `iat` in the future.',
    partner:
      'Sign user tokens with `iat` and `exp` at most as far apart as the setting SUBJECT_TOKEN_MAX_SECONDS of the server says, set `getSubjectToken`, and compare the clocks of your backend and of the server.',
  },
  token_type: {
    meaning: 'The token is not a user token: its header `typ` has another value.',
    partner: 'Sign user tokens with a `typ` that the setting SUBJECT_TOKEN_TYPES of the server lists.',
  },
  role_not_allowed: {
    meaning: 'The signed-in user has another role than the element needs.',
    partner:
      'Only <dx-physician-order> accepts the token of a physician. All others accept the token of a customer. The hook `verifySubject` decides the role.',
  },
  flow_not_configured: {
    meaning: 'The server has no API key for what this element does.',
    partner:
      'Set the API key of this flow on the server (UPSTREAM_API_KEY, or HANDOFF_API_KEY for <dx-handoff>).',
  },
  assumption_unmet: {
    meaning: 'The testing service responds differently than the server assumes.',
    partner:
      'Run `npx dx-booking conformance --assumptions FILE`, and correct the entry that the log of the server names in ASSUMPTIONS_FILE.',
  },
  upstream_unreadable: {
    meaning: 'The testing service sent a response that the server cannot read.',
    partner: 'Look up the log event `upstream.unreadable` on the server: it names the field.',
  },
  frame_silent: {
    meaning: 'The hosted page in the frame of <dx-handoff> did not report that it is ready.',
    partner: 'If it lasts, allow the origin of the hosted page in `frame-src`.',
  },
  frame_error: {
    meaning: 'The hosted page reported an error. `status` is the status that it reported, if any.',
    partner: 'Ask the testing service, and include `status`.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;

/** A public code of `dx-error`. */
export type ErrorCode = keyof typeof errorCodes;
