import { z } from 'zod';
import { cardEntryPlaces } from '@/lib/domain/payment/card-entry-place';
import { billerNames } from './biller';
import { isPaymentMethod } from '@/lib/domain/methods/payment-methods';
import {
  folder,
  host,
  logLevel,
  onOrOff,
  origin,
  pem,
  port,
  encryptionKey,
  sharedSecret,
  webAddress,
  wholeNumber,
} from './value-schemas';
import { notes } from './variable-notes';

/*
 * All variables of a deployment except the gateways' (./gateway-variables.ts). They are the source of each process's configuration, the
 * error messages, the distribution of secrets, `.env.example` and the tables of the documentation.
 */

export const addressVariables = z.object({
  PORT: port.prefault('3000').register(notes, { about: 'Port of the site', isEssential: true }),
  PUBLIC_ORIGIN: origin.optional().register(notes, {
    about: 'The public origin of the site; anything but a localhost address turns the sandbox off',
    fallback: 'http://localhost:$PORT',
    isEssential: true,
  }),
  TRUSTED_PROXIES: wholeNumber(0, 20).prefault('0').register(notes, {
    about: 'The number of trusted reverse proxies that add to X-Forwarded-For',
    expected: 'the number of proxies in front, 0 to 20',
    isEssential: true,
  }),
  HSTS_SUBDOMAINS: onOrOff.prefault('off').register(notes, {
    about:
      'Whether browsers are to use https for every subdomain of the site’s host, too (HSTS with includeSubDomains): only where all of them have it',
  }),
  BACKEND_URL: webAddress.optional().register(notes, {
    about: 'A payment backend of your own, or one that runs elsewhere; nothing embedded starts then',
    fallback: 'http://127.0.0.1:$BACKEND_PORT',
    isEssential: true,
  }),
  BACKEND_PORT: port.prefault('4000').register(notes, { about: 'Port of the embedded backend', isEssential: true }),
  BACKEND_HOST: host.prefault('127.0.0.1').register(notes, { about: 'Address that the backend listens on' }),
  BACKEND_PUBLIC_URL: origin.optional().register(notes, {
    about: 'Where gateways reach the backend with their callbacks',
    fallback: 'http://127.0.0.1:$BACKEND_PORT',
  }),
});

export const metricsVariables = z.object({
  METRICS_PORT: port.optional().register(notes, {
    about: 'Port on which the site shows its metrics to a Prometheus; without it nothing is measured',
    example: '9464',
  }),
  BACKEND_METRICS_PORT: port.optional().register(notes, {
    about: 'Port on which the backend shows its metrics',
    example: '9465',
  }),
  METRICS_HOST: host.prefault('127.0.0.1').register(notes, {
    about:
      'Address that both listen on for it; another than the own machine’s must be in a network that payers cannot reach',
  }),
});

const days = (lowest: number, highest: number) =>
  wholeNumber(lowest, highest).register(notes, { expected: `a number of days, ${lowest} to ${highest}` });

export const retentionVariables = z.object({
  CONTACT_RETENTION_DAYS: days(30, 3_650).prefault('180').register(notes, {
    about:
      'Days after the end of a payment for which its payer’s e-mail address, telephone number, IP address and visit, and what a partner has told of its customer, are stored; the page about privacy says it (the site reads it too)',
  }),
  MESSAGE_RETENTION_DAYS: days(1, 3_650).prefault('30').register(notes, {
    about:
      'Days after its delivery for which an e-mail, text message or webhook is stored; the page about privacy says it (the site reads it too)',
  }),
  BILL_LINK_RETENTION_DAYS: days(30, 3_650).prefault('400').register(notes, {
    about: 'Days after its creation for which a direct link to a bill is stored, and can be opened',
  }),
});

const headerPair = /^[\w-]+=[^,=]+=*$/;

function splitPair(pair: string): [string, string] {
  const end = pair.indexOf('=');
  return [pair.slice(0, end), pair.slice(end + 1)];
}

export const tracingVariables = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional().register(notes, {
    about: 'An OpenTelemetry collector that takes OTLP over HTTP; without it nothing is traced',
    example: 'http://127.0.0.1:4318',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform((text) => text.split(',').map((pair) => pair.trim()))
    .pipe(z.array(z.string().regex(headerPair)))
    .transform((pairs): Readonly<Record<string, string>> => Object.fromEntries(pairs.map(splitPair)))
    .optional()
    .register(notes, {
      about: 'Sent to the collector with each export, for one that requires authentication',
      expected: 'headers such as authorization=secret, with commas between them',
      isSecret: true,
    }),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/)
    .transform(Number)
    .prefault('1')
    .register(notes, { about: 'The share of requests that are traced', expected: 'a share from 0 to 1, such as 0.05' }),
});

export const shutdownVariables = z.object({
  DRAIN_SECONDS: wholeNumber(0, 60).prefault('0').register(notes, {
    about:
      'Seconds after SIGTERM in which a process reports that it is not ready and still accepts requests, so that load balancers notice',
    expected: 'a number of seconds, 0 to 60',
  }),
});

export const sandboxVariables = z.object({
  SANDBOX: onOrOff.optional().register(notes, {
    about: 'The sandbox with its controls, simulators and magic values',
    fallback: 'on at localhost, off elsewhere',
    isEssential: true,
  }),
  BANKS_PORT: port.prefault('4001').register(notes, { about: 'Port of the simulators', isEssential: true }),
  BANKS_HOST: host.prefault('127.0.0.1').register(notes, { about: 'Address that the simulators listen on' }),
  BANKS_ORIGIN: origin.optional().register(notes, {
    about: 'Where browsers reach the simulators',
    fallback: 'http://127.0.0.1:$BANKS_PORT',
  }),
  SANDBOX_HOSTS: z
    .string()
    .transform((text) => text.split(/[\s,]+/))
    .pipe(z.array(host))
    .optional()
    .register(notes, {
      about:
        'Further names under which the sandbox’s backend and simulators are called, such as a container’s or a proxy’s; loopback names, IP addresses and the names of the addresses above are served without it',
      expected: 'host names without ports, with commas between them',
      example: 'backend, proxy',
    }),
});

export const storeVariables = z.object({
  DATA_DIR: folder.prefault('.data').register(notes, {
    about: 'The embedded database and the secrets made at the first start; deleted, it makes a fresh sandbox',
    isEssential: true,
  }),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//)
    .optional()
    .register(notes, {
      about: 'A PostgreSQL for the backend in place of the embedded database',
      expected: 'a PostgreSQL address, postgresql://…',
      example: 'postgresql://ebill:password@db.example.com/ebill',
      isSecret: true,
      isEssential: true,
    }),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .register(notes, {
      about:
        'A Redis in which several site processes share rate limits; while it is unreachable each process counts separately',
      expected: 'a Redis address, redis://… or rediss://…',
      example: 'rediss://:password@redis.example.com:6379',
      isSecret: true,
      isEssential: true,
    }),
});

export const billerVariables = z.object({
  BILLER: z
    .enum(billerNames)
    .optional()
    .register(notes, {
      about: 'The connector of the biller: where bills come from, and where payments of bills are posted',
      expected: `one of ${billerNames.join(', ')}`,
      fallback: 'sandbox where the sandbox is on, stored elsewhere',
      isEssential: true,
    }),
  POSTING_MINUTES: z.coerce.number().int().min(1).max(10_080).optional().register(notes, {
    about: 'How long it usually takes until a paid bill is credited at the biller, in minutes. It is shown to payers',
    expected: 'a whole number from 1 to 10080',
    fallback: '1440 with the connector stored, 5 elsewhere',
  }),
  SEVERAL_ACCOUNTS: onOrOff.prefault('on').register(notes, {
    about:
      'on: one payment can pay up to ten accounts, each credited and posted separately; off: one account per payment',
  }),
});

export const refundVariables = z.object({
  REFUND_APPROVAL_ABOVE: z.coerce.number().int().min(0).max(1_000_000_000).prefault('50000').register(notes, {
    about:
      'Refunds of more than this of one payment in all, in sen, need the approval of a second named operator; 0: every refund does',
    expected: 'a whole number of sen, 0 to 1000000000',
  }),
});

/** At most so many days after the first charge: Visa counts repetitions within 30 days. */
const maxRetryDay = 30;
const maxRetries = 10;

const retryDays = z
  .string()
  .transform((text) => (text.trim() === '' || text.trim() === 'none' ? [] : text.split(',').map(Number)))
  .pipe(z.array(z.int().min(1).max(maxRetryDay)).max(maxRetries))
  .refine((days) => days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0)));

export const autoDebitVariables = z.object({
  AUTO_DEBIT_CHARGE: onOrOff.prefault('off').register(notes, {
    about:
      'on: bills of accounts that are registered from now on are charged to their card when they are due; off: registrations are mandates that the biller is given, and collects. It needs a gateway of new cards that charges stored cards: CHIP, Stripe, and the sandbox’s card acquirer',
  }),
  AUTO_DEBIT_NOTICE_DAYS: z.coerce.number().int().min(1).max(30).prefault('3').register(notes, {
    about: 'How many days before a bill is due its payer is told of the charge',
    expected: 'a whole number from 1 to 30',
  }),
  AUTO_DEBIT_RETRY_DAYS: retryDays.prefault('1,3,5').register(notes, {
    about: 'On which days after the first charge a declined one is repeated; none: never',
    expected: `up to ${maxRetries} ascending days from 1 to ${maxRetryDay} with commas between them, or none`,
    example: '1,3,5',
  }),
});

export const reminderVariables = z.object({
  BILL_REMINDERS: onOrOff.prefault('on').register(notes, {
    about:
      'on: payers can ask for an e-mail before the bills of an account are due, where e-mails are sent; off: nobody is asked or reminded',
  }),
  BILL_REMINDER_DAYS: z.coerce.number().int().min(1).max(14).prefault('3').register(notes, {
    about: 'How many days before a bill is due its payers are reminded',
    expected: 'a whole number from 1 to 14',
  }),
  BILL_REMINDER_IDLE_DAYS: z.coerce.number().int().min(30).max(1000).prefault('180').register(notes, {
    about: 'Reminders of an account end once nobody has paid it here for so many days',
    expected: 'a whole number from 30 to 1000',
  }),
});

export const messageVariables = z.object({
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .register(notes, {
      about:
        'A mail server for receipts, with TLS outside the sandbox unless the address ends with ?requireTLS=false; without one they are sent like text messages, by MESSAGES_URL',
      expected: 'a mail server such as smtps://user:password@mail.example.com',
      example: 'smtps://user:password@mail.example.com',
      isSecret: true,
      isEssential: true,
    }),
  MAIL_FROM: z.email().optional().register(notes, {
    about: 'The address that receipts come from',
    expected: 'an e-mail address',
    fallback: 'no-reply@ the host of PUBLIC_ORIGIN',
  }),
  MESSAGES_URL: webAddress.optional().register(notes, {
    about: 'A service of your own that sends texts, given each as JSON; without one they go to the sandbox’s list',
    isSecret: true,
  }),
  ACCOUNT_LINK_TOKEN_URL: webAddress.optional().register(notes, {
    about:
      'Where codes of the account-linking service are exchanged; its other addresses are in the common config (ulmAuthorizeUrl, ulmClientId, ulmAutoDebitRedirectURI), and the sandbox plays the service itself',
  }),
});

const originPattern = /^(?:https?|wss?):\/\/[\w.*:-]+$/;

export const feedbackVariables = z.object({
  FEEDBACK_SCRIPT_URL: webAddress.prefault('https://static.userback.io/widget/v1.js').register(notes, {
    about:
      'The script of the feedback widget, loaded only on result pages and only while the common config says isUserFeedbackEnabled and names a userbackAccessToken',
  }),
  FEEDBACK_ORIGINS: z
    .string()
    .transform((text) => text.split(/\s+/))
    .pipe(z.array(z.string().regex(originPattern)))
    .prefault('https://static.userback.io https://api.userback.io')
    .register(notes, {
      about: 'The origins that the widget loads from and talks to',
      expected: 'origins such as https://static.userback.io, with blanks between them',
    }),
});

export const cardEntryVariables = z.object({
  CARD_ENTRY: z.enum(cardEntryPlaces).optional().register(notes, {
    about:
      'Where cards are typed in. gateway: on the page of a gateway only (PCI DSS: SAQ A). direct: where a gateway has a direct post, in a form of this site that the browser posts straight to the gateway (PCI DSS: SAQ A-EP). With both no card number reaches our servers. own: on this site, too, where the backend takes them (PCI DSS: SAQ D)',
    expected: 'own, gateway or direct',
    fallback: 'own with the sandbox, else gateway',
  }),
});

/** Payment methods, separated by commas. */
const methodList = z
  .string()
  .transform((text) => text.split(',').map((method) => method.trim()))
  .pipe(z.array(z.string().refine(isPaymentMethod)).refine((methods) => new Set(methods).size === methods.length))
  .register(notes, { expected: 'payment methods with commas between them' });

export const paymentPageVariables = z.object({
  MAIN_METHODS: methodList.prefault('savedCard,fpx,duitnowQr,wallet,newCard').register(notes, {
    about:
      'The payment methods that the payment page lists first, in this order; the others follow under “More ways to pay”',
    example: 'fpx,wallet,newCard',
  }),
});

export const analyticsVariables = z.object({
  ANALYTICS_PERSONAL_DATA: onOrOff.prefault('off').register(notes, {
    about:
      'After consent analytics gets account number, e-mail address and user id in clear; off: a keyed digest of each',
  }),
});

export const logVariables = z.object({
  LOG_LEVEL: logLevel
    .prefault('warn')
    .register(notes, { about: 'How much is logged: info shows each request', isEssential: true }),
});

export const secretVariables = z.object({
  SITE_SECRET: sharedSecret.optional().register(notes, {
    about: 'Seals the site’s cookies and tokens',
    isSecret: true,
  }),
  CARD_KEY: encryptionKey.optional().register(notes, { about: 'Encrypts saved cards at rest', isSecret: true }),
  CARD_KEYS_REPLACED: z
    .string()
    .transform((text) => text.split(/[\s,]+/))
    .pipe(z.array(encryptionKey))
    .optional()
    .register(notes, {
      about: 'Keys that CARD_KEY has replaced, the latest first; never made here',
      expected: 'keys such as CARD_KEY, with commas between them',
      isSecret: true,
    }),
  CARD_DATA_PRIVATE_KEY: pem.optional().register(notes, {
    about: 'Opens the card data that browsers encrypt to its public half',
    expected: 'an RSA private key of at least 2048 bits, PEM, and after it any that it has replaced',
    isSecret: true,
  }),
  OPERATOR_KEY: sharedSecret.optional().register(notes, {
    about: 'Lets an operator’s commands into the backend',
    isSecret: true,
  }),
});
