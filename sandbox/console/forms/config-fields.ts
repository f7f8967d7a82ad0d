import type { ConfigFieldName } from '../../../backend/config/service';

interface ConfigField {
  readonly words: string;
  readonly hint: string;
}

/** Labels of the common config's fields, those first that tests need most. */
export const configFields = {
  isApgDown: { words: 'Maintenance', hint: 'The whole site is closed and says so.' },
  quickPayCustomMessageEnabled: { words: 'Custom message', hint: 'The first page shows the message below.' },
  localisationStatus: { words: 'Malay', hint: 'The site speaks Malay beside English.' },
  autoDebitNonLoggedInEnabled: { words: 'Auto debit', hint: 'It is offered after a payment.' },
  autoDebitBannerEnabled: { words: 'Auto debit banner', hint: 'The bill shows the banner.' },
  isUserFeedbackEnabled: {
    words: 'Feedback',
    hint: 'Result pages load the feedback widget. It needs the token below.',
  },
  gaEnabled: { words: 'Analytics', hint: 'Payers are query whether their visit may be counted.' },
  quickPayCustomMessageContent: { words: 'Custom message: the words', hint: 'Shown as text on the first page.' },
  payAmtLimit: { words: 'Advance limit', hint: 'Ringgit that may be paid beyond the balance; 0: none.' },
  payLimitCustomerType: { words: 'Customer type with the advance limit', hint: 'REGULAR in the sandbox.' },
  ceCustomerType: { words: 'Customer type that may pay no more than the balance', hint: 'CE in the sandbox.' },
  autoDebitType: { words: 'How auto debit is agreed to', hint: 'otp: by a PIN. ulm: at the account-linking service.' },
  autoDebitBannerLink: { words: 'Auto debit banner: link', hint: 'An address that begins with https://' },
  myastroUrl: { words: 'Promotion: link', hint: 'Where the picture on result pages leads.' },
  myastroImageUrl: { words: 'Promotion: picture', hint: 'Its address. Empty: no promotion.' },
  userbackAccessToken: { words: 'Feedback: token', hint: 'Of the feedback widget.' },
  ulmAuthorizeUrl: { words: 'Account linking: page', hint: 'Its address.' },
  ulmClientId: { words: 'Account linking: client id', hint: 'By which the service knows this site.' },
  ulmAutoDebitRedirectURI: { words: 'Account linking: return', hint: 'The address that the service comes back to.' },
} as const satisfies Record<ConfigFieldName, ConfigField>;

/** Formats a value of the config. */
export function describeConfigValue(value: boolean | number | string): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === '' ? 'empty' : String(value);
}
