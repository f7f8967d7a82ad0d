import { z } from 'zod';
import { isPlainHttp } from './origins';
import { describeVariable, notes } from './variable-notes';
import { readVariables, type ConfigurationErrors, type Variables } from './read-variables';
import { webAddress, wholeNumber } from './value-schemas';

/* The variables of the connector `gsma`: a biller with the GSMA Mobile Money API 1.2, Bill Payments. */

/** The identifier types that the published definition lists, and `accountno`, which billers use for a customer's account number. */
const identifierTypes = [
  'accountno',
  'accountid',
  'msisdn',
  'walletid',
  'linkref',
  'consumerno',
  'serviceprovider',
  'storeid',
  'accountcategory',
  'bankaccountno',
  'accountrank',
  'identityalias',
  'iban',
  'swiftbic',
  'sortcode',
  'organisationid',
  'bankname',
  'bankaccounttitle',
  'username',
  'emailaddress',
  'mandatereference',
] as const;

const credential = z
  .string()
  .regex(/^[!-~]{8,1000}$/)
  .register(notes, { expected: 'at least 8 printable characters without blanks' });

const metadataKey = z.string().max(256).register(notes, { expected: 'a metadata key of at most 256 characters' });

export const gsmaVariables = z.object({
  GSMA_API_URL: webAddress.optional().register(notes, {
    about: 'The biller’s API, with its version: resources such as /accounts follow',
    expected: 'an https address',
    fallback: 'the simulator where the sandbox is on, required elsewhere',
    example: 'https://biller.example.com/v1.2/mm',
  }),
  GSMA_API_KEY: credential.optional().register(notes, {
    about: 'Our key at the biller, sent as X-API-Key; alternative to the OAuth client below',
    isSecret: true,
  }),
  GSMA_TOKEN_URL: webAddress.optional().register(notes, {
    about: 'Where access tokens are issued to our OAuth client (client credentials)',
    expected: 'an https address',
  }),
  GSMA_CLIENT_ID: z
    .string()
    .regex(/^[!-~]{1,200}$/)
    .optional()
    .register(notes, {
      about: 'Our OAuth client at the biller',
      expected: 'at most 200 printable characters without blanks',
    }),
  GSMA_CLIENT_SECRET: credential.optional().register(notes, {
    about: 'The secret of our OAuth client',
    isSecret: true,
  }),
  GSMA_IDENTIFIER_TYPE: z.enum(identifierTypes).prefault('accountno').register(notes, {
    about: 'The API’s type of our account numbers',
    expected: 'an identifier type of the API, such as accountno, accountid, consumerno or msisdn',
  }),
  GSMA_NOTIFICATION: z.enum(['callback', 'polling']).prefault('callback').register(notes, {
    about:
      'How we learn of payments that the biller decides later: callback asks it to call BACKEND_PUBLIC_URL at /callbacks/biller/gsma, polling does not; both ask at intervals, too',
    expected: 'callback or polling',
  }),
  GSMA_ACCEPTED_STATUSES: z
    .string()
    .max(1000)
    .transform((text) => text.split(',').map((status) => status.trim().toLowerCase()))
    .pipe(z.array(z.string().min(1).max(256)))
    .prefault('completed,paid,partialpaid')
    .register(notes, {
      about: 'Values of billPaymentStatus (of transactionStatus for reversals) that mean that the biller has accepted',
      expected: 'statuses with commas between them',
    }),
  GSMA_MAXIMUM_AMOUNT: wholeNumber(1, 999_999).prefault('30000').register(notes, {
    about: 'The most that can be paid at once, since the API does not say; ringgit',
    expected: 'a whole number of ringgit, 1 to 999999',
  }),
  GSMA_METADATA_HOLDER_NAME: metadataKey.optional().register(notes, {
    about: 'The metadata key of bills that has the account holder’s name, for a biller without /accountname',
  }),
  GSMA_METADATA_CUSTOMER_TYPE: metadataKey.optional().register(notes, {
    about: 'The metadata key of bills that has the customer type',
  }),
  GSMA_METADATA_MOBILE_NUMBER: metadataKey.optional().register(notes, {
    about: 'The metadata key of bills that has the account’s mobile number',
  }),
});

/** How we authenticate at the biller. */
export type GsmaCredentials =
  | { readonly kind: 'api-key'; readonly key: string }
  | {
      readonly kind: 'client-credentials';
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
    };

/** The biller's API and our credentials there. */
export interface GsmaEndpoint {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly credentials: GsmaCredentials;
}

/** The configuration of the connector `gsma`. */
export interface GsmaConfiguration {
  /** Null: the sandbox's simulator. */
  readonly endpoint: GsmaEndpoint | null;
  readonly identifierType: (typeof identifierTypes)[number];
  readonly notification: 'callback' | 'polling';
  /** Lower case. */
  readonly acceptedStatuses: readonly string[];
  /** Ringgit. */
  readonly maximumAmount: number;
  /** Metadata keys of bills; undefined: the detail is not read from metadata. */
  readonly metadataKeys: {
    readonly holderName: string | undefined;
    readonly customerType: string | undefined;
    readonly mobileNumber: string | undefined;
  };
}

type GsmaValues = z.output<typeof gsmaVariables>;

function readCredentials(values: GsmaValues): GsmaCredentials | null {
  const { GSMA_API_KEY: key, GSMA_TOKEN_URL: tokenUrl } = values;
  const { GSMA_CLIENT_ID: clientId, GSMA_CLIENT_SECRET: clientSecret } = values;
  if (key !== undefined) return { kind: 'api-key', key };
  if (tokenUrl === undefined || clientId === undefined || clientSecret === undefined) return null;
  return { kind: 'client-credentials', tokenUrl, clientId, clientSecret };
}

/** Returns the settings of the connector from variables without errors of `listGsmaErrors`. */
export function resolveGsma(values: GsmaValues): GsmaConfiguration {
  const credentials = readCredentials(values);
  return {
    endpoint:
      values.GSMA_API_URL === undefined || credentials === null ? null : { apiUrl: values.GSMA_API_URL, credentials },
    identifierType: values.GSMA_IDENTIFIER_TYPE,
    notification: values.GSMA_NOTIFICATION,
    acceptedStatuses: values.GSMA_ACCEPTED_STATUSES,
    maximumAmount: values.GSMA_MAXIMUM_AMOUNT,
    metadataKeys: {
      holderName: values.GSMA_METADATA_HOLDER_NAME,
      customerType: values.GSMA_METADATA_CUSTOMER_TYPE,
      mobileNumber: values.GSMA_METADATA_MOBILE_NUMBER,
    },
  };
}

const oauthNames = ['GSMA_TOKEN_URL', 'GSMA_CLIENT_ID', 'GSMA_CLIENT_SECRET'] as const;
const credentialNames = ['GSMA_API_KEY', ...oauthNames] as const;

/**
 * Lists errors of the connector's variables as a whole: its endpoint and its credentials are required outside the sandbox. Variables with
 * an invalid format are reported elsewhere.
 */
export function listGsmaErrors(environment: Variables, isProduction: boolean): ConfigurationErrors {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const used = ['GSMA_API_URL', ...credentialNames].some(isSet);
  if (!used && !isProduction) return [];
  const errors: string[] = [];
  const { shape } = gsmaVariables;
  if (!isSet('GSMA_API_URL'))
    errors.push(`GSMA_API_URL must be set: ${describeVariable(shape.GSMA_API_URL).expected}.`);
  if (isSet('GSMA_API_KEY')) {
    if (oauthNames.some(isSet)) errors.push(`GSMA_API_KEY must not be set beside ${oauthNames.join(', ')}.`);
  } else if (!oauthNames.some(isSet)) {
    errors.push(`GSMA_API_KEY must be set, or ${oauthNames.join(', ')}.`);
  } else {
    for (const name of oauthNames) {
      if (!isSet(name)) errors.push(`${name} must be set: ${describeVariable(shape[name]).expected}.`);
    }
  }
  const read = readVariables(gsmaVariables.pick({ GSMA_API_URL: true, GSMA_TOKEN_URL: true }), environment);
  if (read.ok) {
    for (const name of ['GSMA_API_URL', 'GSMA_TOKEN_URL'] as const) {
      // Credentials and what is paid travel encrypted, except to this machine itself.
      if (isPlainHttp(read.value[name] ?? '')) errors.push(`${name} must be an https address.`);
    }
  }
  return errors;
}
