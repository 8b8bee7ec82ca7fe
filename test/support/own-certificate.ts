/** A certificate that no authority has signed, for a server of a test. */
import { execFileSync } from 'node:child_process';

/**
 * Makes a certificate for a day.
 * @param names what it is for. @default this machine
 * @returns its key and itself in one PEM text
 */
export const ownCertificate = (names = 'DNS:localhost,IP:127.0.0.1'): string =>
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=invented', '-addext', `subjectAltName=${names}`],
      ...['-keyout', '-', '-out', '-'],
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
