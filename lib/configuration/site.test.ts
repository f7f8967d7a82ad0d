import { readSiteConfiguration } from './site';

test('runs the sandbox on localhost without variables', () => {
  expect(readSiteConfiguration({ PORT: '', LOG_LEVEL: undefined })).toEqual({
    ok: true,
    value: {
      analyticsHasPersonalData: false,
      port: 3000,
      publicOrigin: 'http://localhost:3000',
      isHttps: false,
      cardEntry: 'own',
      hstsIncludesSubdomains: false,
      isLocal: true,
      tracing: null,
      trustedProxies: 0,
      backendUrl: 'http://127.0.0.1:4000',
      banksOrigin: 'http://127.0.0.1:4001',
      billerName: 'Example TV Sdn. Bhd.',
      redisUrl: null,
      siteSecret: null,
      feedback: {
        scriptUrl: 'https://static.userback.io/widget/v1.js',
        origins: ['https://static.userback.io', 'https://api.userback.io'],
      },
      customerService: { phone: null, whatsApp: null, email: 'help@ebill.example', hours: null },
      retention: { contactDays: 180, messageDays: 30 },
      isPciDssCompliant: true,
      drainSeconds: 0,
      metrics: null,
      logsRequests: false,
      mainMethods: ['savedCard', 'fpx', 'duitnowQr', 'wallet', 'newCard'],
    },
  });
});

test('derives the addresses from the ports, and treats an empty variable as unset', () => {
  const ports = { PORT: '3700', BACKEND_PORT: '4700', BANKS_PORT: '4701', BACKEND_URL: '', SANDBOX: ' ' };
  expect(readSiteConfiguration(ports)).toMatchObject({
    value: {
      publicOrigin: 'http://localhost:3700',
      backendUrl: 'http://127.0.0.1:4700',
      banksOrigin: 'http://127.0.0.1:4701',
    },
  });
});

test('turns the sandbox off for a public origin unless SANDBOX is on', () => {
  const variables = { PUBLIC_ORIGIN: 'https://pay.example.com/', SITE_SECRET: 's'.repeat(32) };
  expect(readSiteConfiguration(variables)).toMatchObject({
    value: {
      publicOrigin: 'https://pay.example.com',
      isHttps: true,
      banksOrigin: null,
      billerName: null,
      customerService: { email: null },
    },
  });
  expect(readSiteConfiguration({ ...variables, SANDBOX: 'on' })).toMatchObject({
    value: { banksOrigin: 'http://127.0.0.1:4001' },
  });
});

test.each([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', 'http'],
  ['PUBLIC_ORIGIN', 'pay.example.com'],
  ['PUBLIC_ORIGIN', 'https://pay.example.com/site'],
  ['PUBLIC_ORIGIN', 'ftp://pay.example.com'],
  ['BACKEND_URL', 'file:///etc'],
  ['TRUSTED_PROXIES', '-1'],
  ['TRUSTED_PROXIES', '1.5'],
  ['SANDBOX', 'yes'],
  ['MAIN_METHODS', 'fpx,cash'],
  ['MAIN_METHODS', 'fpx,fpx'],
  ['SUPPORT_PHONE', '03-1234 5678'],
  ['SUPPORT_WHATSAPP', '60123456789'],
  ['SUPPORT_EMAIL', 'customer service'],
  ['FEEDBACK_ORIGINS', "'self' https://x.example"],
  ['LOG_LEVEL', 'loud'],
])('rejects %s=%s with a one-line message', (name, value) => {
  const read = readSiteConfiguration({ [name]: value });
  expect(read.ok || read.error).toEqual([expect.stringMatching(new RegExp(`^${name} must be .*, not '`))]);
  expect(read.ok || read.error.join()).toContain(`not '${value}'.`);
});

test('shows the mark of PCI DSS in the sandbox, else only if the operator says so', () => {
  const variables = { PUBLIC_ORIGIN: 'https://pay.example.com', SITE_SECRET: 's'.repeat(32) };
  expect(readSiteConfiguration({})).toMatchObject({ value: { isPciDssCompliant: true } });
  expect(readSiteConfiguration(variables)).toMatchObject({ value: { isPciDssCompliant: false } });
  expect(readSiteConfiguration({ ...variables, PCI_DSS_COMPLIANT: 'on' })).toMatchObject({
    value: { isPciDssCompliant: true },
  });
});

test('has cards typed in on our own pages in the sandbox, else only where the operator says so', () => {
  const variables = { PUBLIC_ORIGIN: 'https://pay.example.com', SITE_SECRET: 's'.repeat(32) };
  expect(readSiteConfiguration(variables)).toMatchObject({ value: { cardEntry: 'gateway' } });
  expect(readSiteConfiguration({ CARD_ENTRY: 'gateway' })).toMatchObject({ value: { cardEntry: 'gateway' } });
  expect(readSiteConfiguration({ ...variables, CARD_ENTRY: 'own' })).toMatchObject({
    value: { cardEntry: 'own' },
  });
  expect(readSiteConfiguration({ ...variables, CARD_ENTRY: 'direct' })).toMatchObject({
    value: { cardEntry: 'direct' },
  });
  expect(readSiteConfiguration({ CARD_ENTRY: 'none' })).toMatchObject({ ok: false });
});

test('requires a site secret for a public origin', () => {
  expect(readSiteConfiguration({ PUBLIC_ORIGIN: 'https://pay.example.com' })).toMatchObject({
    error: [expect.stringMatching(/^SITE_SECRET must be set/)],
  });
});

test('reads the endpoint, headers and sample ratio of tracing', () => {
  const read = readSiteConfiguration({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic eA==, x-team=pay',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  });
  expect(read.ok && read.value.tracing).toEqual({
    endpoint: 'http://collector:4318',
    headers: { authorization: 'Basic eA==', 'x-team': 'pay' },
    sampleRatio: 0.05,
  });
});

test('rejects an invalid header without printing its value, and a ratio above 1', () => {
  const read = readSiteConfiguration({ OTEL_EXPORTER_OTLP_HEADERS: 'c4n4ry', OTEL_TRACES_SAMPLER_ARG: '5' });
  expect(read).toEqual({
    ok: false,
    error: [
      'OTEL_EXPORTER_OTLP_HEADERS must be headers such as authorization=secret, with commas between them.',
      "OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, such as 0.05, not '5'.",
    ],
  });
});
