import { toMalaysiaDay } from '@/lib/domain/malaysia-time';
import { parseCustomerOwner } from '../../backend/cards/customer-owner';
import type { SavedCards } from '../../backend/cards/saved-cards';
import type { Clock } from '../../backend/clock';
import { inTransaction, type Db } from '../../backend/db/database';
import { scenarioOfAccount } from '../scenarios/accounts';

interface SandboxCard {
  readonly number: string;
  readonly brand: 'visa' | 'mastercard';
  /** Years from now until it expires. */
  readonly years: number;
  readonly isOffline?: boolean;
}

const three: readonly SandboxCard[] = [
  { number: '4111111111111111', brand: 'visa', years: 3 },
  { number: '5555555555554444', brand: 'mastercard', years: -1 },
  { number: '4000000000000077', brand: 'visa', years: 3, isOffline: true },
];
const five: readonly SandboxCard[] = [
  ...three,
  { number: '4242424242424242', brand: 'visa', years: 2 },
  { number: '4000000000000002', brand: 'visa', years: 4 },
];

function cardsOfOwner(owner: string): readonly SandboxCard[] {
  const customer = parseCustomerOwner(owner);
  if (customer === null) return [];
  const { savedCards } = scenarioOfAccount(customer.accountNumber);
  if (savedCards === 'three') return three;
  return savedCards === 'maximum' ? five : [];
}

/** Gives a test account its saved cards at each partner, when they are first read there. */
export function withSandboxCards(savedCards: SavedCards, db: Db, clock: Clock): SavedCards {
  async function seed(owner: string): Promise<void> {
    const cards = cardsOfOwner(owner);
    if (cards.length === 0) return;
    await inTransaction(db, async (trx) => {
      const isFirst = await trx
        .insertInto('sandbox_seeded_accounts')
        .values({ account_number: owner })
        .onConflict((conflict) => conflict.column('account_number').doNothing())
        .returning('account_number')
        .executeTakeFirst();
      if (isFirst === undefined) return;
      const day = toMalaysiaDay(clock.now().toISOString());
      for (const { number, brand, years, isOffline } of cards) {
        const expiry = `${day.slice(5, 7)}/${String((Number(day.slice(2, 4)) + years) % 100).padStart(2, '0')}`;
        const card = savedCards.prepare(owner, brand, { number, expiry, cvv: null, name: 'SANDBOX CUSTOMER' });
        await savedCards.save(trx, card, isOffline);
      }
    });
  }

  return {
    ...savedCards,
    async list(from, owner) {
      await seed(owner);
      return savedCards.list(from, owner);
    },
    async load(owner, uniqueCardId) {
      await seed(owner);
      return savedCards.load(owner, uniqueCardId);
    },
  };
}
