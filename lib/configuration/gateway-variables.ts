import { z } from 'zod';
import { cardWallets } from '@/lib/domain/methods/card-wallets';
import { sen } from '@/lib/domain/money';
import { keyName, origin, pem, plainText, sharedSecret, webAddress, wholeNumber } from './value-schemas';
import { notes } from './variable-notes';

/*
 * The addresses of the gateways and our credentials there. Each gateway is optional; outside the sandbox at least one is required. The card
 * acquirer and the counter network of the sandbox have no variables: nobody else speaks their protocols.
 */

const fpxId = z.string().regex(/^[A-Z0-9]{1,10}$/);

/** `ID=Name,ID=Name`; FPX's bank ids are capital letters and digits. */
const bankNames = z
  .string()
  .max(4000)
  .transform((text) =>
    text.split(',').map((entry) =>
      entry
        .trim()
        .split('=')
        .map((part) => part.trim()),
    ),
  )
  .pipe(z.array(z.tuple([z.string().regex(/^[A-Z0-9]{1,20}$/), z.string().regex(/^[^\p{C}]{1,40}$/u)])).max(100))
  .transform((entries) => ({ names: new Map(entries), count: entries.length }))
  .refine(({ names, count }) => names.size === count)
  .transform(({ names }) => names);

/** An amount in sen, up to what an FPX message can hold. */
const amount = wholeNumber(1, 999_999_999).transform(sen);

const fpxVariables = z
  .object({
    FPX_HOST: origin.clone().register(notes, {
      about: 'FPX, through which payers reach their banks',
      expected: "FPX's origin, such as https://www.mepsfpx.com.my",
    }),
    FPX_SELLER_EX_ID: fpxId.clone().register(notes, {
      about: 'Our exchange at FPX',
      expected: 'the exchange id that FPX gave, such as EX00000001',
    }),
    FPX_SELLER_ID: fpxId.clone().register(notes, {
      about: 'Our seller at FPX',
      expected: 'the seller id that FPX gave, such as SE00000001',
    }),
    FPX_SELLER_KEY: pem.clone().register(notes, {
      about: 'Signs what FPX is sent',
      expected: 'our RSA private key for FPX, PEM',
      isSecret: true,
    }),
    FPX_PUBLIC_KEY: pem.clone().register(notes, {
      about: 'Checks what FPX has signed: any of these does that has not expired',
      expected: "FPX's public keys or certificates, PEM, one after the other",
    }),
    FPX_BANK_NAMES: bankNames.optional().register(notes, {
      about:
        'Names of banks that are not in the built-in table, or that it names otherwise; a bank without a name is shown by its id',
      expected:
        "FPX's ids of banks, each once, with names of at most 40 characters, such as TEST0021=SBI Bank A,TEST0022=SBI Bank B",
      example: 'TEST0021=SBI Bank A,TEST0022=SBI Bank B',
    }),
    FPX_MINIMUM: amount.prefault('100').register(notes, {
      about: 'The least that one personal payment can be',
      expected: 'an amount in sen, at most FPX_MAXIMUM',
    }),
    FPX_MAXIMUM: amount.prefault('3000000').register(notes, {
      about: 'The most that one personal payment can be',
      expected: 'an amount in sen, at least FPX_MINIMUM',
    }),
    FPX_CORPORATE_MINIMUM: amount.prefault('200').register(notes, {
      about: 'The least that one payment of a company can be',
      expected: 'an amount in sen, at most FPX_CORPORATE_MAXIMUM',
    }),
    FPX_CORPORATE_MAXIMUM: amount.prefault('100000000').register(notes, {
      about: 'The most that one payment of a company can be',
      expected: 'an amount in sen, at least FPX_CORPORATE_MINIMUM',
    }),
    FPX_SESSION_MINUTES: wholeNumber(1, 1440).prefault('10').register(notes, {
      about: 'How long a payer may take at the bank: an order waits for it after its deadline',
      expected: "how long the banks' pages can be paid, in whole minutes, at most 1440",
    }),
  })
  .refine((values) => values.FPX_MINIMUM <= values.FPX_MAXIMUM, { path: ['FPX_MAXIMUM'] })
  .refine((values) => values.FPX_CORPORATE_MINIMUM <= values.FPX_CORPORATE_MAXIMUM, {
    path: ['FPX_CORPORATE_MAXIMUM'],
  });

export const eghlVariables = z.object({
  EGHL_HOST: origin.clone().register(notes, {
    about: 'eGHL, for wallets and Maybank2u',
    expected: "eGHL's origin, such as https://securepay.e-ghl.com",
  }),
  EGHL_PATH: z
    .string()
    .regex(/^\/[\w./-]*$/)
    .prefault('/IPG/Payment.aspx')
    .register(notes, {
      about: 'eGHL’s page of payment',
      expected: "the path of eGHL's page, such as /IPG/Payment.aspx",
    }),
  EGHL_SERVICE_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{3}$/)
    .register(notes, {
      about: 'Our service at eGHL',
      expected: 'the service id of three characters that eGHL gave',
    }),
  EGHL_PASSWORD: z.string().min(8).register(notes, {
    about: 'Signs what eGHL is sent, and checks what it sends',
    expected: 'the password that eGHL gave, at least 8 characters',
    isSecret: true,
  }),
  EGHL_MERCHANT: plainText(25).prefault('ebill').register(notes, {
    about: 'The merchant on eGHL’s page',
    expected: "the merchant's name on eGHL's page, at most 25 plain characters",
  }),
  EGHL_CHANNELS: z
    .string()
    .regex(/^(?:wallet|m2u|wallet,m2u|m2u,wallet)$/)
    .transform((text) => text.split(','))
    .prefault('wallet,m2u')
    .register(notes, {
      about: 'What goes through eGHL',
      expected: 'wallet, m2u, or both with a comma between',
    }),
  EGHL_WALLET_METHOD: z
    .string()
    .regex(/^[A-Z]{2,3}$/)
    .prefault('WA')
    .register(notes, {
      about: 'eGHL’s PymtMethod of wallets',
      expected: "eGHL's PymtMethod of wallets, such as WA",
    }),
  EGHL_WALLET_CODES: z
    .string()
    .regex(/^[a-z]+=[\w-]+(?:,[a-z]+=[\w-]+)*$/)
    .transform((text) => Object.fromEntries(new URLSearchParams(text.replaceAll(',', '&'))))
    .optional()
    .register(notes, {
      about: 'eGHL’s codes of wallets where they are not the usual ones',
      expected: "eGHL's codes of wallets, such as boost=BOOST,touchngo=TNG",
      example: 'boost=BOOST,touchngo=TNG',
    }),
  EGHL_M2U_CODE: z
    .string()
    .regex(/^[\w-]{1,30}$/)
    .prefault('M2U')
    .register(notes, {
      about: 'eGHL’s code of Maybank2u',
      expected: "eGHL's code of Maybank2u",
    }),
});

const duitNowVariables = z.object({
  DUITNOW_HOST: origin.clone().register(notes, {
    about: 'The bank that settles the merchant’s DuitNow QR',
    expected: "the origin of the bank that settles the merchant's DuitNow QR",
  }),
  DUITNOW_KEY_ID: keyName.clone().register(notes, {
    about: 'Names the key shared with that bank',
    expected: 'the name of the key shared with that bank',
  }),
  DUITNOW_SECRET: sharedSecret.clone().register(notes, {
    about: 'The key shared with that bank',
    expected: 'the key shared with that bank, at least 32 characters',
    isSecret: true,
  }),
  DUITNOW_ACQUIRER_ID: z
    .string()
    .regex(/^\d{6}$/)
    .register(notes, { about: 'The bank’s number', expected: "the bank's number of six digits" }),
  DUITNOW_MERCHANT_ID: plainText(25).register(notes, {
    about: 'The merchant at that bank',
    expected: 'the merchant id that the bank gave, at most 25 characters',
  }),
  DUITNOW_MERCHANT: plainText(25).register(notes, {
    about: 'The merchant’s name in the QR',
    expected: "the merchant's name in the QR, at most 25 plain characters",
  }),
  DUITNOW_CITY: plainText(15).register(notes, {
    about: 'The merchant’s city in the QR',
    expected: "the merchant's city in the QR, at most 15 plain characters",
  }),
  DUITNOW_CATEGORY: z
    .string()
    .regex(/^\d{4}$/)
    .prefault('4900')
    .register(notes, {
      about: 'The merchant’s category',
      expected: "the merchant's category of four digits, such as 4900",
    }),
});

const stripeVariables = z.object({
  STRIPE_API_URL: origin.clone().prefault('https://api.stripe.com').register(notes, {
    about: 'Stripe’s API: cards, FPX and GrabPay',
    expected: "the origin of Stripe's API",
  }),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:test|live)_\w{8,240}$/)
    .register(notes, {
      about: 'Our secret or restricted key at Stripe; whether it is a test key says whether payments are real',
      expected: 'the key that Stripe gave, such as sk_live_…',
      isSecret: true,
    }),
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().regex(/^whsec_[\w+/=-]{8,200}$/)).max(2))
    .register(notes, {
      about: 'Checks the events of Stripe; two while the endpoint’s secret is rotated',
      expected: 'one or two signing secrets of the webhook endpoint, such as whsec_…, with a comma between',
      isSecret: true,
    }),
  STRIPE_WALLETS: z
    .string()
    .prefault('')
    .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
    .pipe(z.array(z.enum(cardWallets)))
    .register(notes, {
      about:
        'The wallets that Stripe’s page offers for cards, which the payment page then names: those that are turned on at Stripe',
      expected: 'apple_pay, google_pay, or both with a comma between',
    }),
});

export const billplzVariables = z.object({
  BILLPLZ_API_URL: webAddress.clone().prefault('https://www.billplz.com/api/').register(notes, {
    about: 'Billplz, for online banking by FPX',
    expected: "the address of Billplz's API, such as https://www.billplz.com/api/",
  }),
  BILLPLZ_API_KEY: z
    .string()
    .regex(/^[\w-]{16,100}$/)
    .register(notes, {
      about: 'Our key at Billplz',
      expected: 'the API secret key that Billplz gave, 16 to 100 letters, digits, _ and -',
      isSecret: true,
    }),
  BILLPLZ_COLLECTION_ID: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .register(notes, {
      about: 'The collection of our bills at Billplz',
      expected: "the collection's id at Billplz, such as inbmmepb",
    }),
  BILLPLZ_X_SIGNATURE_KEY: z
    .string()
    .regex(/^[\w-]{16,200}$/)
    .register(notes, {
      about: 'Checks what Billplz has signed',
      expected: 'the X Signature key that Billplz gave, 16 to 200 letters, digits, _ and -',
      isSecret: true,
    }),
});

/** Reads `wallet=method:code,…`: our name of a wallet, CHIP's name of the method, and its `razer_bank_code`. */
function readChipWallets(text: string): Record<string, { readonly method: string; readonly code: string }> {
  const entries = text.split(',').map((entry) => entry.split(/[=:]/));
  return Object.fromEntries(entries.map(([wallet = '', method = '', code = '']) => [wallet, { method, code }]));
}

export const chipVariables = z.object({
  CHIP_API_URL: webAddress.clone().prefault('https://gate.chip-in.asia/api/v1/').register(notes, {
    about: 'CHIP Collect, for FPX, DuitNow QR, wallets and cards',
    expected: "the address of CHIP's API, such as https://gate.chip-in.asia/api/v1/",
  }),
  CHIP_API_KEY: z
    .string()
    .regex(/^[!-~]{20,200}$/)
    .register(notes, {
      about: 'Our key at CHIP; payments by a test key are tests',
      expected: 'the API key that CHIP gave',
      isSecret: true,
    }),
  CHIP_BRAND_ID: z.uuid().register(notes, {
    about: 'Our brand at CHIP',
    expected: 'the brand id that CHIP gave, a UUID',
  }),
  CHIP_PUBLIC_KEY: pem.clone().optional().register(notes, {
    about: 'Checks the callbacks of our webhook at CHIP; the key of other callbacks is asked for at CHIP',
    expected: "the webhook's public key, PEM",
    fallback: 'no webhook',
  }),
  CHIP_WALLET_CODES: z
    .string()
    .regex(/^[a-z]+=\w+:[\w-]+(?:,[a-z]+=\w+:[\w-]+)*$/)
    .transform(readChipWallets)
    .optional()
    .register(notes, {
      about: 'CHIP’s codes of wallets where they are not the usual ones, or more wallets',
      expected: "CHIP's codes of wallets, such as touchngo=razer_tng:TNG-EWALLET",
      example: 'touchngo=razer_tng:TNG-EWALLET,grabpay=razer_grabpay:GrabPay',
    }),
});

/** The variables of each gateway: every list of them comes from here. */
export const gatewayVariables = {
  fpx: fpxVariables,
  eghl: eghlVariables,
  duitnow: duitNowVariables,
  chip: chipVariables,
  stripe: stripeVariables,
  billplz: billplzVariables,
} as const;
