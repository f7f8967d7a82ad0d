import { z } from 'zod';
import { cardBrands } from '@/lib/domain/card/card-fields';

/** A card that waits, sealed, in its attempt until that has succeeded. */
export const cardToSaveSchema = z.object({
  owner: z.string(),
  brand: z.enum(cardBrands),
  lastFour: z.string(),
  expiry: z.string(),
  sealed: z.string(),
  fingerprint: z.string(),
});
