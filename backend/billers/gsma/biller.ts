import { z } from 'zod';
import type { Clock } from '../../clock';
import type { Db } from '../../db/database';
import type { Biller } from '../biller';
import { createGsmaApi } from './api';
import { findBill } from './bills';
import { uuidSchema } from './messages';
import { createPostingCalls } from './payments';
import { findReference } from './requests';
import type { GsmaSettings } from './settings';

/** The address that the biller was given has the correlation id; the header has it where the biller follows the API. */
const callbackQuerySchema = z.object({ correlationId: uuidSchema });

/** The connector `gsma`: a biller that speaks the GSMA Mobile Money API 1.2, Bill Payments. README.md */
export function createGsmaBiller(settings: GsmaSettings, db: Db, clock: Clock): Biller {
  const api = createGsmaApi(settings, clock);
  return {
    name: 'gsma',
    findBill: (accountNumber) => findBill(api, settings, clock, accountNumber),
    // The API has none.
    mandates: null,
    postings: createPostingCalls(db, api, settings, clock),
    readCallback: async ({ headers, query }) => {
      const id =
        callbackQuerySchema.safeParse(query).data?.correlationId ??
        uuidSchema.safeParse(headers['x-correlationid']).data;
      return id === undefined ? null : findReference(db, id);
    },
  };
}
