import { z } from 'zod';
import { isWholeSen } from '../domain/money';
import { defineCall } from './call';
import { instantSchema } from './primitives';

const ringgitSchema = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine(isWholeSen, 'must be ringgit and whole sen, such as 500 or 12.50');

export const commonConfigSchema = z.object({
  gaEnabled: z.boolean().default(false),
  localisationStatus: z.boolean().default(true),
  payAmtLimit: ringgitSchema.default(0).meta({ description: 'Ringgit' }),
  payLimitCustomerType: z.string().max(40).default('REGULAR'),
  ceCustomerType: z.string().max(40).default('TEST'),
  autoDebitBannerEnabled: z.boolean().default(false),
  autoDebitBannerLink: z.string().max(2000).default('https://rewards.ebill.example/auto-debit'),
  isApgDown: z.boolean(),
  quickPayCustomMessageEnabled: z.boolean().default(false),
  quickPayCustomMessageContent: z.string().max(2000).default(''),
  autoDebitRebateAmount: ringgitSchema.default(3).meta({ description: 'Ringgit a month; 0: there is no rebate' }),
  autoDebitRebateMonths: z.int().min(0).max(120).default(6).meta({ description: 'For so many months at most' }),
  autoDebitNonLoggedInEnabled: z.boolean().default(false),
  autoDebitType: z.string().max(40).default(''),
  ulmAuthorizeUrl: z.string().max(2000).default(''),
  ulmClientId: z.string().max(200).default(''),
  ulmAutoDebitRedirectURI: z.string().max(2000).default(''),
  myastroUrl: z.string().max(2000).default(''),
  myastroImageUrl: z.string().max(2000).default(''),
  userbackAccessToken: z.string().max(200).default(''),
  isUserFeedbackEnabled: z.boolean().default(false),
  isSandbox: z.boolean().default(false),
  contractVersion: z.int().default(1),
  serverTime: instantSchema,
});

export const configGet = defineCall({
  name: 'config.get',
  summary: 'The common config: switches, limits and texts of every page',
  method: 'GET',
  path: '/apg/util/config',
  request: z.object({}),
  response: commonConfigSchema,
  errors: {},
  kind: 'read',
});

/** Returns only the version: the part of the config that every version of the site can read. */
export const versionGet = defineCall({
  ...configGet,
  summary: 'The version of the contract that the backend implements',
  response: commonConfigSchema.pick({ contractVersion: true }),
});
