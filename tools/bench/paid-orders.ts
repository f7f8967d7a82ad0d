import { Client } from 'pg';

/** Rows written by one statement. */
const batch = 50_000;

/**
 * Inserts the rows of paid orders `first` to `last`, one per minute into the past: order, attempt, history, credit, posting, sent receipt, and
 * responses stored under idempotency keys, of which retention has deleted two of three.
 */
const statements = [
  `insert into orders (refid, payment_id, partner_key, product_name, items, charges, total, is_epp, account_number, is_bill, customer_check, email,
     state, created_at, deadline)
   select 'filled' || n, 'filled' || n, (select key from partners order by key limit 1), 'Bill', '[]', '[]', 13878, false,
     lpad((n % 90000000 + 10000000)::text, 8, '0') || '07', true, 'not-needed', 'payer@ebill.example', 'paid',
     now() - n * interval '1 minute', now() - n * interval '1 minute' + interval '15 minutes'
   from generate_series($1::int, $2::int) n`,
  `insert into attempts (order_refid, number, gateway, method, provider, amount, state, result_route, gateway_answered, gateway_reference,
     payer_address, payer_email, payer_language, is_auto_debit, created_at, deadline, confirmed_at)
   select 'filled' || n, 'filled' || n, 'fpx', 'fpx', 'MB2U0227', 13878, 'successful', '/bankResultFPX', true, 'bank' || n,
     '11.0.0.1', 'payer@ebill.example', 'en', false, now() - n * interval '1 minute', now() - n * interval '1 minute',
     now() - n * interval '1 minute'
   from generate_series($1::int, $2::int) n`,
  `insert into payment_history (order_refid, attempt_id, state, moved_by, at)
   select a.order_refid, case when state.n < 5 then a.id end, state.name, 'backend', a.created_at
   from attempts a join generate_series($1::int, $2::int) n on a.number = 'filled' || n,
     (values (1, 'created'), (2, 'initiated'), (3, 'redirected'), (4, 'successful'), (5, 'paid')) state (n, name)`,
  `insert into credits (order_refid, attempt_id, account_number, amount, gateway, gateway_reference, at)
   select a.order_refid, a.id, o.account_number, a.amount, a.gateway, a.gateway_reference, a.created_at
   from attempts a join generate_series($1::int, $2::int) n on a.number = 'filled' || n join orders o on o.refid = a.order_refid`,
  `insert into postings (reference, credit_id, state, biller, receipt_number, sent_at, answered_at)
   select c.gateway_reference, c.id, 'accepted', 'sandbox', 'R' || n, c.at, c.at
   from credits c join generate_series($1::int, $2::int) n on c.gateway = 'fpx' and c.gateway_reference = 'bank' || n`,
  `insert into outbox (kind, recipient, text, created_at, delivered_at)
   select 'receipt', 'payer@ebill.example', '', now() - n * interval '1 minute', now() - n * interval '1 minute'
   from generate_series($1::int, $2::int) n`,
  `insert into idempotency_keys (call, key, body_digest, answer, claimed_until, created_at)
   select 'payment.init', 'filled' || n, 'digest', '{}', now(), now() - (n % 2880) * interval '1 minute'
   from generate_series($1::int, $2::int) n where n % 3 = 0`,
];

/**
 * Fills a migrated store with paid orders.
 *
 * @param payments the number of orders afterwards
 */
export async function insertPaidOrders(databaseUrl: string, payments: number) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`select count(*)::int as stored from orders where refid like 'filled%'`);
    for (let first = rows[0].stored + 1; first <= payments; first += batch) {
      const last = Math.min(first + batch - 1, payments);
      for (const statement of statements) await client.query(statement, [first, last]);
    }
    // As autovacuum would do in time.
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
