import type { ConfigFieldName } from '../../../backend/config/service';

interface ConfigField {
  readonly label: string;
  readonly hint: string;
}

/** Labels of the common config's fields, the ones most used by tests first. */
export const configFields = {
  isApgDown: { label: 'Maintenance', hint: 'The whole site is closed, with a notice.' },
  quickPayCustomMessageEnabled: { label: 'Custom message', hint: 'The first page shows the message below.' },
  localisationStatus: { label: 'Languages', hint: 'The site offers Malay, Chinese and Tamil besides English.' },
  autoDebitNonLoggedInEnabled: { label: 'Auto debit', hint: 'It is offered after a payment.' },
  autoDebitBannerEnabled: { label: 'Auto debit banner', hint: 'The bill shows the banner.' },
  isUserFeedbackEnabled: {
    label: 'Feedback',
    hint: 'Result pages load the feedback widget. It needs the token below.',
  },
  gaEnabled: { label: 'Analytics', hint: 'Payers are asked for their consent.' },
  quickPayCustomMessageContent: { label: 'Custom message: text', hint: 'Shown as text on the first page.' },
  payAmtLimit: { label: 'Advance limit', hint: 'Ringgit that may be paid beyond the balance; 0: none.' },
  payLimitCustomerType: { label: 'Customer type with the advance limit', hint: 'REGULAR in the sandbox.' },
  ceCustomerType: { label: 'Customer type that may pay no more than the balance', hint: 'CE in the sandbox.' },
  autoDebitType: { label: 'How auto debit is confirmed', hint: 'otp: by a PIN. ulm: at the account-linking service.' },
  autoDebitRebateAmount: { label: 'Auto debit: rebate', hint: 'Ringgit a month; 0: there is none.' },
  autoDebitRebateMonths: { label: 'Auto debit: months of the rebate', hint: 'For so many months at most; 0: none.' },
  autoDebitBannerLink: { label: 'Auto debit banner: link', hint: 'A URL that begins with https://' },
  myastroUrl: { label: 'Promotion: link', hint: 'The target of the image on result pages.' },
  myastroImageUrl: { label: 'Promotion: image', hint: 'Its URL. Empty: no promotion.' },
  userbackAccessToken: { label: 'Feedback: token', hint: 'Of the feedback widget.' },
  ulmAuthorizeUrl: { label: 'Account linking: page', hint: 'Its URL.' },
  ulmClientId: { label: 'Account linking: client id', hint: 'Identifies this site at the service.' },
  ulmAutoDebitRedirectURI: { label: 'Account linking: return', hint: 'The URL to which the service returns.' },
} as const satisfies Record<ConfigFieldName, ConfigField>;

/** Formats a value of the config. */
export function describeConfigValue(value: boolean | number | string): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === '' ? 'empty' : String(value);
}
