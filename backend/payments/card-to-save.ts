import { z } from 'zod';
import { cardBrands } from '@/lib/domain/card/card-fields';

/** An encrypted card, stored in its attempt until the attempt succeeds. */
export const cardToSaveSchema = z.object({
  owner: z.string(),
  brand: z.enum(cardBrands),
  lastFour: z.string(),
  expiry: z.string(),
  sealed: z.string(),
  fingerprint: z.string(),
});
