import { certificates } from '../../backend/gateways/fpx/certificates.fixture';
import { vector } from '../../backend/gateways/fpx/vector.fixture';
import { checkKeys } from './check-keys';

const { old, new: next } = certificates;
const secrets = { SITE_SECRET: 's', OPERATOR_KEY: 'o' };
const check = (key: string, instant: string) => checkKeys({ ...secrets, FPX_PUBLIC_KEY: key }, Date.parse(instant));

describe("the check of FPX's certificates", () => {
  it.each(['2026-12-02T00:00:00Z', '2026-12-31T23:59:59Z'])('warns in the 30 days before an expiry: %s', (instant) => {
    for (const key of [old.certificate, `${old.certificate}\n${next.certificate}`.replaceAll('\n', '\\n')]) {
      expect(check(key, instant)).toEqual([
        expect.objectContaining({
          subject: 'FPX_PUBLIC_KEY',
          isOk: true,
          isWarning: true,
          message: expect.stringContaining('2026-12-31'),
        }),
      ]);
    }
  });

  it('says nothing of an expiry in more than 30 days, nor of a bare key', () => {
    const message = 'an RSA key of 2048 bits, until 2026-12-31';
    expect(check(old.certificate, '2026-12-01T00:00:00Z')).toEqual([
      { subject: 'FPX_PUBLIC_KEY', isOk: true, message },
    ]);
  });

  it('warns of an expired certificate beside a valid one', () => {
    const findings = check(`${old.certificate}\n${next.certificate}`, '2027-01-01T00:00:00Z');
    expect(findings).toEqual([
      expect.objectContaining({ isOk: true, isWarning: true, message: expect.stringContaining('remove it') }),
    ]);
  });

  it('is an error when every certificate has expired', () => {
    const findings = check(`${next.certificate}\n${old.certificate}`, '2030-01-01T00:00:00Z');
    expect(findings).toEqual([
      { subject: 'FPX_PUBLIC_KEY', isOk: false, message: expect.stringContaining('has expired on 2029-12-31') },
    ]);
  });

  it.each([
    ['cannot be opened', 'cannot be opened', old.certificate.slice(0, 300)],
    ['is a private key', 'cannot be opened', old.privateKey],
    ['is too short', '2048 bits', vector.publicKey],
  ])('is an error for a key that %s', (_, message, key) => {
    expect(check(key, '2026-11-24T00:00:00Z')).toEqual([
      { subject: 'FPX_PUBLIC_KEY', isOk: false, message: expect.stringContaining(message) },
    ]);
  });
});
