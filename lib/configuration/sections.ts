import type { z } from 'zod';
import {
  acquirerVariables,
  counterVariables,
  duitNowVariables,
  eghlVariables,
  fpxVariables,
} from './gateway-variables';
import {
  addressVariables,
  feedbackVariables,
  shutdownVariables,
  logVariables,
  messageVariables,
  metricsVariables,
  sandboxVariables,
  secretVariables,
  storeVariables,
  tracingVariables,
} from './variables';

/** Every variable of a deployment, in the order in which they are shown. */
export const sections: readonly {
  readonly title: string;
  readonly about?: string;
  readonly schema: z.ZodObject<z.ZodRawShape>;
}[] = [
  { title: 'Addresses', schema: addressVariables },
  { title: 'Leaving', schema: shutdownVariables },
  { title: 'Metrics', schema: metricsVariables },
  { title: 'Traces', schema: tracingVariables },
  { title: 'Sandbox', schema: sandboxVariables },
  { title: 'Stores', schema: storeVariables },
  { title: 'Messages and the account link', schema: messageVariables },
  { title: 'Feedback widget', schema: feedbackVariables },
  { title: 'Log', schema: logVariables },
  {
    title: 'Secrets',
    about:
      '`npm start` makes them at the first start and keeps them in DATA_DIR/secrets.json; set them where several machines must share them, and where each process is started by itself',
    schema: secretVariables,
  },
  { title: 'FPX', about: 'Required without the sandbox, as the card acquirer is', schema: fpxVariables },
  { title: 'Card acquirer', schema: acquirerVariables },
  { title: 'eGHL', about: 'Offered when its host is named, as what follows is', schema: eghlVariables },
  { title: 'Counters', schema: counterVariables },
  { title: 'DuitNow QR', schema: duitNowVariables },
];
