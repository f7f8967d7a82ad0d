import type { z } from 'zod';
import { gatewayVariables } from './gateway-variables';
import { methodGatewayVariables } from './method-gateways';
import { gsmaVariables } from './gsma';
import { customerServiceVariables } from './customer-service';
import { receiptVariables } from './receipts';
import {
  addressVariables,
  analyticsVariables,
  autoDebitVariables,
  billerVariables,
  cardEntryVariables,
  feedbackVariables,
  shutdownVariables,
  logVariables,
  messageVariables,
  paymentPageVariables,
  refundVariables,
  reminderVariables,
  metricsVariables,
  retentionVariables,
  sandboxVariables,
  secretVariables,
  storeVariables,
  tracingVariables,
} from './variables';

export interface Section {
  readonly title: string;
  readonly about?: string;
  readonly schema: z.ZodObject<z.ZodRawShape>;
}

/** The variables of a deployment, those of its gateways excluded, in the order of the documentation. */
export const generalSections: readonly Section[] = [
  { title: 'Addresses', schema: addressVariables },
  { title: 'Shutdown', schema: shutdownVariables },
  { title: 'Metrics', schema: metricsVariables },
  { title: 'Traces', schema: tracingVariables },
  { title: 'Sandbox', schema: sandboxVariables },
  { title: 'Stores', schema: storeVariables },
  {
    title: 'Retention',
    about: 'How long personal data is stored; docs/personal-data.md lists all of it',
    schema: retentionVariables,
  },
  { title: 'Biller', schema: billerVariables },
  { title: 'GSMA Mobile Money API', about: 'Read where BILLER is gsma', schema: gsmaVariables },
  { title: 'Official receipts', schema: receiptVariables },
  { title: 'Refunds', schema: refundVariables },
  { title: 'Auto debit', schema: autoDebitVariables },
  { title: 'Reminders of bills', schema: reminderVariables },
  { title: 'Messages and the account link', schema: messageVariables },
  { title: 'Customer service', schema: customerServiceVariables },
  { title: 'Payment page', schema: paymentPageVariables },
  { title: 'Cards', schema: cardEntryVariables },
  { title: 'Feedback widget', schema: feedbackVariables },
  { title: 'Analytics', schema: analyticsVariables },
  { title: 'Log', schema: logVariables },
  {
    title: 'Secrets',
    about:
      '`npm start` makes them at the first start and keeps them in DATA_DIR/secrets.json; set them where several machines must share them, and where each process is started by itself',
    schema: secretVariables,
  },
];

/** The variables of the gateways, in the order of the documentation. */
export const gatewaySections: readonly Section[] = [
  { title: 'Gateways of the methods', schema: methodGatewayVariables },
  {
    title: 'FPX',
    about: 'Without the sandbox at least one gateway is required: a gateway is used when one of its variables is set',
    schema: gatewayVariables.fpx,
  },
  { title: 'eGHL', schema: gatewayVariables.eghl },
  { title: 'DuitNow QR', schema: gatewayVariables.duitnow },
  { title: 'Stripe', schema: gatewayVariables.stripe },
  { title: 'Billplz', schema: gatewayVariables.billplz },
  { title: 'CHIP Collect', schema: gatewayVariables.chip },
];

/** Every variable of a deployment, in the order of the documentation. */
export const sections: readonly Section[] = [...generalSections, ...gatewaySections];
