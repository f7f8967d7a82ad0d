import { createPrivateKey } from 'node:crypto';
import { certificates } from './certificates.fixture';
import { signChecksum } from './checksum';
import { createFpxVerifier, readFpxPublicKeys } from './public-keys';
import { vector } from './vector.fixture';

const { old, new: next } = certificates;
const both = `${old.certificate}\n${next.certificate}\n`;
const source = 'a|b||c';
const signedBy = ({ privateKey }: { readonly privateKey: string }) =>
  signChecksum(source, createPrivateKey(privateKey));
const verifyAt = (pem: string, instant: string) => createFpxVerifier(pem, () => Date.parse(instant));

describe('the public keys of FPX', () => {
  it('expire as their certificates say, and never when bare', () => {
    const keys = readFpxPublicKeys(`${both}${vector.publicKey}`);
    expect(keys.map(({ expiresAt }) => expiresAt)).toEqual([Date.parse(old.notAfter), Date.parse(next.notAfter), null]);
  });

  it.each([
    ['2026-12-01T00:00:00Z', true, true],
    ['2026-12-31T23:59:59Z', true, true],
    ['2027-01-01T00:00:00Z', false, true],
    ['2030-01-01T00:00:00Z', false, false],
  ])('at %s the old certificate is accepted: %s, the new one: %s', (instant, isOldAccepted, isNewAccepted) => {
    const verify = verifyAt(both, instant);
    expect(verify(source, signedBy(old))).toBe(isOldAccepted);
    expect(verify(source, signedBy(next))).toBe(isNewAccepted);
    expect(verify(source, vector.checksum)).toBe(false);
  });

  it('are checked by the clock at the time of each message', () => {
    let now = Date.parse('2026-12-31T00:00:00Z');
    const verify = createFpxVerifier(old.certificate, () => now);
    expect(verify(source, signedBy(old))).toBe(true);
    now = Date.parse('2027-01-01T00:00:00Z');
    expect(verify(source, signedBy(old))).toBe(false);
  });

  it('can be a bare key beside a certificate', () => {
    const verify = verifyAt(`${vector.publicKey}\n${next.certificate}`, '2099-01-01T00:00:00Z');
    expect(verify(vector.source, vector.checksum)).toBe(true);
    expect(verify(source, signedBy(next))).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['an incomplete certificate', old.certificate.slice(0, 200)],
    ['a private key', vector.privateKey],
    ['a certificate and a private key', `${old.certificate}\n${vector.privateKey}`],
    ['no certificate inside', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
  ])('are not read from %s', (_, pem) => {
    expect(() => readFpxPublicKeys(pem)).toThrow();
  });
});
