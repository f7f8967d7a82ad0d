import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installDebianPackage } from '../test/debian.mjs';

/**
 * Makes a certificate for `localhost` and `127.0.0.1`, signed by itself.
 * Returns PEM files.
 */
export async function makeCertificate(
  folder: string,
  log: (line: string) => void,
): Promise<{ certificate: string; certificateKey: string }> {
  const [certificate, certificateKey] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const parameters = [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-keyout', certificateKey, '-out', certificate],
  ];
  const make = () => spawnSync('openssl', parameters, { encoding: 'utf8' });
  let made = make();
  if (made.error !== undefined && (await installDebianPackage('openssl', log))) made = make();
  if (made.status !== 0) throw new Error(`no certificate could be made: ${made.stderr || made.error?.message}`);
  return { certificate, certificateKey };
}
