/** The public problem codes of the admin API; contract/problem-codes.ts lists them with the others. */

/** Every code with its status, title and remedy. */
export const adminProblemCodes = {
  operator_key_invalid: {
    status: 401,
    title: 'A valid key of an operator is required.',
    remedy: 'Sign in with a key whose hash is in ADMIN_KEYS.',
  },
  operator_not_allowed: {
    status: 403,
    title: 'Your role does not allow this.',
    remedy: 'Ask an operator whose role may do it; the role is in the entry of ADMIN_KEYS.',
  },
  host_not_allowed: {
    status: 421,
    title: 'This server has another name.',
    remedy: 'Use the loopback address, or a name in the certificate of ADMIN_TLS_CERT_FILE.',
  },
  nothing_found: {
    status: 404,
    title: 'Nothing is stored under this reference.',
    remedy: 'Check the reference. The reference of a failed request is only in the log.',
  },
};
