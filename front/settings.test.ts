import { readFrontSettings } from './settings';

test('has a default for everything', () => {
  expect(readFrontSettings({ PORT: '', LOG_LEVEL: undefined })).toEqual({
    ok: true,
    value: { port: 3000, publicOrigin: 'http://localhost:3000', trustedProxies: 0, logsRequests: false },
  });
});

test('reads what is set', () => {
  const environment = {
    PORT: '8080',
    PUBLIC_ORIGIN: 'https://pay.example.com/',
    TRUSTED_PROXIES: '2',
    LOG_LEVEL: 'info',
  };
  expect(readFrontSettings(environment)).toEqual({
    ok: true,
    value: { port: 8080, publicOrigin: 'https://pay.example.com', trustedProxies: 2, logsRequests: true },
  });
});

test.each([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', 'http'],
  ['PUBLIC_ORIGIN', 'pay.example.com'],
  ['PUBLIC_ORIGIN', 'https://pay.example.com/site'],
  ['PUBLIC_ORIGIN', 'ftp://pay.example.com'],
  ['TRUSTED_PROXIES', '-1'],
  ['TRUSTED_PROXIES', '1.5'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is named in one line', (name, value) => {
  const read = readFrontSettings({ [name]: value });
  expect(read).toEqual({ ok: false, error: expect.stringMatching(new RegExp(`^${name} must be .*'${value}'\\.$`)) });
});
