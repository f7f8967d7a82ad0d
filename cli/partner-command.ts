import { parseArgs } from 'node:util';
import { defaultLocale, localeCodes, type Locale } from '@/lib/domain/locales';
import { OperatorError, type OperatorClient } from './operator-client';

/** The language suffix of an auto-debit text option: none for the default language, `-ms` for Malay, `-zh-Hans` for Chinese. */
const suffixOf = (locale: Locale) => (locale === defaultLocale ? '' : `-${locale}`);
const suffixes = localeCodes.map(suffixOf).filter((suffix) => suffix !== '');

export const usage = `npm run ops -- partner list
npm run ops -- partner set KEY [--name NAME] [--color #RRGGBB] [--logo URL] [--origin ORIGIN]... [--webhook URL] [--token-check URL]
                               [--method METHOD]... [--minimum SEN] [--maximum SEN] [--kiosk] [--accountid] [--ues] [--link-bills]
                               [--registration-number TEXT] [--address TEXT] [--support-email ADDRESS] [--support-phone NUMBER] [--statement TEXT]
                               [--auto-debit-title TEXT] [--auto-debit-message TEXT] [--auto-debit-thanks TEXT], each also with ${suffixes.join(', ')}
npm run ops -- partner key KEY               adds a signing key, and prints its secret once
npm run ops -- partner retire KEY KEY-ID     deactivates a signing key
npm run ops -- partner webhooks KEY          lists undelivered webhooks
npm run ops -- partner resend KEY EVENT-ID   sends a webhook again`;

const settingOptions = {
  name: { type: 'string' },
  color: { type: 'string' },
  logo: { type: 'string' },
  origin: { type: 'string', multiple: true },
  webhook: { type: 'string' },
  'token-check': { type: 'string' },
  method: { type: 'string', multiple: true },
  minimum: { type: 'string' },
  maximum: { type: 'string' },
  kiosk: { type: 'boolean' },
  accountid: { type: 'boolean' },
  ues: { type: 'boolean' },
  'link-bills': { type: 'boolean' },
  'registration-number': { type: 'string' },
  address: { type: 'string' },
  'support-email': { type: 'string' },
  'support-phone': { type: 'string' },
  statement: { type: 'string' },
} as const;

const autoDebitOptions: Record<string, { readonly type: 'string' }> = Object.fromEntries(
  localeCodes.flatMap((locale) =>
    ['title', 'message', 'thanks'].map((name) => [`auto-debit-${name}${suffixOf(locale)}`, { type: 'string' }]),
  ),
);

/** Reads the settings of `partner set`, which the backend validates. Throws an OperatorError for an unknown option. */
export function readSettings(parameters: readonly string[]): Readonly<Record<string, unknown>> {
  const { values } = parse(parameters);
  const texts: ReadonlyMap<string, unknown> = new Map(Object.entries(values));
  return {
    name: values.name,
    themeColor: values.color,
    logoUrl: values.logo,
    registeredOrigins: values.origin,
    webhookUrl: values.webhook === '' ? null : values.webhook,
    tokenCheckUrl: values['token-check'] === '' ? null : values['token-check'],
    providerKeys: values.method?.[0] === 'all' ? null : values.method,
    minimumAmount: values.minimum === undefined ? undefined : Number(values.minimum),
    maximumAmount: values.maximum === undefined ? undefined : Number(values.maximum),
    isKiosk: values.kiosk,
    userKeyFrom: values.accountid === undefined ? undefined : values.accountid ? 'accountid' : 'partneruserkey',
    makeUesCall: values.ues,
    mayLinkBills: values['link-bills'],
    registrationNumber: values['registration-number'] === '' ? null : values['registration-number'],
    address: values.address === '' ? null : values.address,
    supportEmail: values['support-email'] === '' ? null : values['support-email'],
    supportPhone: values['support-phone'] === '' ? null : values['support-phone'],
    statementText: values.statement === '' ? null : values.statement,
    autoDebitTexts: Object.fromEntries(
      localeCodes.map((locale) => {
        const suffix = suffixOf(locale);
        const [title, message, thankYou] = ['title', 'message', 'thanks'].map((name) =>
          texts.get(`auto-debit-${name}${suffix}`),
        );
        return [locale, { title, message, thankYou }];
      }),
    ),
  };
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      options: { ...settingOptions, ...autoDebitOptions },
      allowNegative: true,
    });
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : 'invalid parameters'}\n${usage}`);
  }
}

/** `npm run ops -- partner …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runPartnerCommand(
  backend: OperatorClient,
  [command, key, ...rest]: readonly string[],
): Promise<unknown> {
  if (command === 'list') return backend.call('GET', '/partners');
  if (key === undefined) throw new OperatorError(usage);
  const path = `/partners/${encodeURIComponent(key)}`;
  const [name] = rest;
  if (command === 'set') return backend.call('POST', '/partners', { key, settings: readSettings(rest) });
  if (command === 'key') return backend.call('POST', `${path}/keys`);
  if (command === 'webhooks') return backend.call('GET', `${path}/webhooks?undelivered=true`);
  if (name === undefined) throw new OperatorError(usage);
  if (command === 'retire') return backend.call('DELETE', `${path}/keys/${encodeURIComponent(name)}`);
  if (command === 'resend') return backend.call('POST', `${path}/webhooks/${encodeURIComponent(name)}/send`);
  throw new OperatorError(usage);
}
