/** A certificate that no authority has signed, for a server of a test. */
import { execFileSync } from 'node:child_process';

/**
 * Makes a certificate for this machine and a day.
 * @param name the host that it is for. @default localhost
 * @returns its key and itself in one PEM text
 */
export const ownCertificate = (name = 'localhost'): string =>
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
      ...['-keyout', '-', '-out', '-'],
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
