/** What the shop sells, and who buys. Amounts are in sen. */

export const products = [
  { id: 'decoder', name: 'Decoder', about: 'Satellite decoder with recording', amount: 12_900 },
  { id: 'remote', name: 'Remote control', about: 'Spare remote, batteries included', amount: 3_900 },
  { id: 'cable', name: 'HDMI cable', about: 'Two metres, 4K', amount: 2_500 },
] as const;
export type ProductId = (typeof products)[number]['id'];

export const delivery = { name: 'Delivery', amount: 800 } as const;

/** A customer as an order of docs/partners.md has one. */
export interface Customer {
  readonly accountNumber: string;
  readonly email: string;
  /** The shop's own id of its customer: cards are saved for it and the account. */
  readonly partneruserkey: string;
}

/** Who may be signed in at the shop. The shop vouches for them by its signature; null: a guest, for whom it vouches in nothing. */
export const customers: Readonly<Record<string, { readonly name: string; readonly customer: Customer | null }>> = {
  siti: {
    name: 'Siti, signed in',
    customer: { accountNumber: '1234567801', email: 'customer@shop.example', partneruserkey: 'u-17' },
  },
  aminah: {
    name: 'Aminah, signed in, three saved cards',
    customer: { accountNumber: '1234567809', email: 'aminah@shop.example', partneruserkey: 'u-9' },
  },
  farid: {
    name: 'Farid, signed in, as many saved cards as allowed',
    customer: { accountNumber: '1234567810', email: 'farid@shop.example', partneruserkey: 'u-10' },
  },
  guest: { name: 'A guest', customer: null },
};
export const firstCustomer = 'siti';

/** How many of each product are in a basket. */
export type Basket = Readonly<Record<ProductId, number>>;

export const firstBasket: Basket = { decoder: 1, remote: 0, cable: 0 };
export const maximumQuantity = 9;

/** Reads the quantities of a form; what it does not have stays. */
export function readBasket(fields: URLSearchParams, basket: Basket): Basket {
  const read = (id: ProductId) => {
    const typed = fields.get(`quantity.${id}`) ?? '';
    const quantity = /^\d$/.test(typed) ? Number(typed) : basket[id];
    const added = fields.get('add') === id ? 1 : 0;
    return fields.get('remove') === id ? 0 : Math.min(quantity + added, maximumQuantity);
  };
  return { decoder: read('decoder'), remote: read('remote'), cable: read('cable') };
}

/** How many pieces a basket has, of all products together. */
export function countPieces(basket: Basket): number {
  return products.reduce((sum, { id }) => sum + basket[id], 0);
}

/** The basket without what was bought; what was added to it since then stays. */
export function withoutBought(basket: Basket, bought: Basket): Basket {
  const rest = (id: ProductId) => Math.max(basket[id] - bought[id], 0);
  return { decoder: rest('decoder'), remote: rest('remote'), cable: rest('cable') };
}

export interface Line {
  readonly name: string;
  readonly amount: number;
}

/** The lines of an order: one for each product, with its quantity in the name. */
export function linesOf(basket: Basket): readonly Line[] {
  return products
    .filter(({ id }) => basket[id] > 0)
    .map(({ id, name, amount }) => ({
      name: basket[id] === 1 ? name : `${name} × ${basket[id]}`,
      amount: amount * basket[id],
    }));
}

/** The total in sen, delivery included. */
export function totalOf(lines: readonly Line[]): number {
  return lines.reduce<number>((sum, { amount }) => sum + amount, delivery.amount);
}

/** Formats sen as ringgit: `RM137.00`. */
export function formatAmount(sen: number): string {
  return `RM${(sen / 100).toFixed(2)}`;
}
