import { customers, firstBasket, firstCustomer, readBasket, withoutBought, type Basket } from './catalogue';
import type { Visit } from './pages/shop-page';

const cookie = 'demo-shop-visit';
const maximumVisits = 500;
const ordersShown = 10;

function firstVisit(): Visit {
  const email = customers[firstCustomer]?.customer?.email ?? '';
  return { basket: firstBasket, customer: firstCustomer, email, orders: [] };
}

/** The shop's visits, in memory, each by a cookie: the oldest are forgotten. */
export function createVisits() {
  const visits = new Map<string, Visit>();

  function readId(header: string | undefined): string | null {
    const id = new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]{36})(?:;|$)`).exec(header ?? '')?.[1] ?? null;
    return id !== null && visits.has(id) ? id : null;
  }

  return {
    /** The visit of a request, by its header Cookie. */
    read(header: string | undefined): Visit {
      return visits.get(readId(header) ?? '') ?? firstVisit();
    },
    /** Keeps a visit. Returns the header Set-Cookie. */
    keep(header: string | undefined, visit: Visit): string {
      const id = readId(header) ?? crypto.randomUUID();
      visits.set(id, visit);
      const [oldest] = visits.keys();
      if (visits.size > maximumVisits && oldest !== undefined) visits.delete(oldest);
      return `${cookie}=${id}; Path=/; HttpOnly; SameSite=Lax`;
    },
    /** Takes what was bought out of the basket of the visit that has the order. `bought` is what the order has. */
    removeBought(orderNumber: string, bought: Basket): void {
      for (const [id, visit] of visits) {
        if (!visit.orders.includes(orderNumber)) continue;
        visits.set(id, { ...visit, basket: withoutBought(visit.basket, bought) });
      }
    },
  };
}

/** What a visit has chosen after a form: another customer brings their own address, unless one was typed with the choice. */
export function readVisit(fields: URLSearchParams, visit: Visit): Visit {
  const chosen = fields.get('customer') ?? '';
  const customer = Object.hasOwn(customers, chosen) ? chosen : visit.customer;
  const typed = fields.get('email') ?? visit.email;
  const own = customers[customer]?.customer?.email ?? typed;
  const isTyped = typed !== '' && typed !== visit.email;
  return {
    ...visit,
    basket: readBasket(fields, visit.basket),
    customer,
    email: customer === visit.customer || isTyped ? typed : own,
  };
}

/** The visit with an order added. */
export function withOrder(visit: Visit, orderNumber: string): Visit {
  return { ...visit, orders: [orderNumber, ...visit.orders].slice(0, ordersShown) };
}
