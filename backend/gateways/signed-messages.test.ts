import { signReport, signRequest, verifyResponse, verifyReport } from './signed-messages';
import { checkRequest, signAnswer, signReportFields } from '@/sandbox/simulators/acquirer/signature';

const key = { keyId: 'ebill', secret: '0123456789abcdef0123456789abcdef' };
const body = '{"number":"a1b2c3d4e5f6a7b8c9d0"}';

describe('the acquirer’s signatures', () => {
  it('are those that openssl computes for the documented text', () => {
    const { header, mac } = signRequest(key, '/acquirer/enquire', body, 1_790_000_000_999);
    expect(mac).toBe('d3ae21cc5ce9570ff6d748922ff7a6abc6f3a6fdb50415a9790836baf3f6d3d2');
    expect(header).toBe(`keyId=ebill,timestamp=1790000000,mac=${mac}`);
  });

  it('of requests are accepted by the simulator, and rejected when altered or old', () => {
    const now = Date.now();
    const { header, mac } = signRequest(key, '/acquirer/void', body, now);
    expect(checkRequest(key, header, '/acquirer/void', body)).toBe(mac);
    for (const [path, sent, secret] of [
      ['/acquirer/enquire', body, key.secret],
      ['/acquirer/void', `${body} `, key.secret],
      ['/acquirer/void', body, 'another secret'],
    ] as const) {
      expect(checkRequest({ ...key, secret }, header, path, sent)).toBeNull();
    }
    const stale = signRequest(key, '/acquirer/void', body, now - 301_000);
    expect(checkRequest(key, stale.header, '/acquirer/void', body)).toBeNull();
  });

  it('of a response are bound to their request and expire', () => {
    const nowMs = Date.now();
    const answer = {
      header: signAnswer(key, '/acquirer/void', 'aa', body),
      path: '/acquirer/void',
      requestMac: 'aa',
      body,
      nowMs,
    };
    expect(verifyResponse(key, answer)).toBe(true);
    for (const altered of [
      { requestMac: 'bb' },
      { path: '/acquirer/enquire' },
      { body: '{}' },
      { header: '' },
      { header: answer.header.replace('ebill', 'other') },
      { nowMs: nowMs + 302_000 },
    ]) {
      expect(verifyResponse(key, { ...answer, ...altered })).toBe(false);
    }
  });

  it('row 4: of reports cover all fields', () => {
    const fields = { keyId: 'ebill', number: 'a=1&b', amount: '100', empty: '' };
    const signed = signReportFields(key, fields);
    expect(signed.signature).toBe(signReport(key, fields));
    expect(verifyReport(key, signed)).toBe(true);
    const alterations: Record<string, string>[] = [
      { amount: '101' },
      { empty: 'x' },
      { more: '' },
      { signature: '' },
      { keyId: 'other' },
    ];
    for (const altered of alterations) {
      expect(verifyReport(key, { ...signed, ...altered })).toBe(false);
    }
  });
});
