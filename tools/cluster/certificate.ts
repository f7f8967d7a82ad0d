import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installDebianPackage } from '../test/debian.mjs';

/**
 * Creates a self-signed certificate for `localhost` and `127.0.0.1`; returns the paths of the PEM files.
 */
export async function createCertificate(
  folder: string,
  log: (line: string) => void,
): Promise<{ certificate: string; certificateKey: string }> {
  const [certificate, certificateKey] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const parameters = [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-keyout', certificateKey, '-out', certificate],
  ];
  const runOpenssl = () => spawnSync('openssl', parameters, { encoding: 'utf8' });
  let openssl = runOpenssl();
  if (openssl.error !== undefined && (await installDebianPackage('openssl', log))) openssl = runOpenssl();
  if (openssl.status !== 0) throw new Error(`openssl failed: ${openssl.stderr || openssl.error?.message}`);
  return { certificate, certificateKey };
}
