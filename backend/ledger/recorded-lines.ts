import { sql } from 'kysely';

/** The account that is owed for a credit of `orders`, as `payableAccount` says it. */
const payable = sql`case when orders.is_bill or orders.bill_account is not null then 'biller-payable' else 'partner:' || orders.partner_key end`;

/**
 * A query of the journal lines that the other tables call for: what the journal is compared with, and what entries are made of where a backend
 * of a release without journal has written none. Its columns are kind, source, order_refid, currency, at, account and amount.
 */
export const recordedLines = sql`select * from (
  select case when found.is_applied then 'review-applied' else 'payment-credited' end as kind,
    credits.gateway || ' ' || credits.gateway_reference as source, credits.order_refid,
    'MYR' as currency, credits.at, line.account, line.amount
  from credits join orders on orders.refid = credits.order_refid
    cross join lateral (select case account_count when 1 then credits.amount
      else (select sum(part.amount)::bigint from credits part where part.order_refid = credits.order_refid) end as amount) money
    cross join lateral (select exists (
      select from reviews join review_closings on entry = 'money-' || reviews.id
      where reviews.attempt_id = credits.attempt_id and reviews.gateway = credits.gateway
        and reviews.gateway_reference = credits.gateway_reference and decision = 'applied') as is_applied) found
    cross join lateral (values (case when found.is_applied then 'suspense' else 'gateway:' || credits.gateway end, money.amount),
      (${payable}, -money.amount)) line (account, amount)
  -- The credits of a payment of several accounts are one entry: its gateway moves the money once.
  where credits.position = 1
  union all
  select 'payment-held', gateway || ' ' || gateway_reference, order_refid, currency, at, line.account, line.amount
  from reviews cross join lateral (values ('gateway:' || gateway, reviews.amount), ('suspense', -reviews.amount)) line (account, amount)
  union all
  select 'review-same-movement', gateway || ' ' || gateway_reference, order_refid, currency, closed_at, line.account, line.amount
  from reviews join review_closings on entry = 'money-' || reviews.id and decision = 'same-movement'
    cross join lateral (values ('suspense', reviews.amount), ('gateway:' || gateway, -reviews.amount)) line (account, amount)
  union all
  select 'chargeback-opened', gateway || ' ' || dispute, order_refid, 'MYR', opened_at, line.account, line.amount
  from chargebacks
    cross join lateral (values ('chargebacks', chargebacks.amount), ('gateway:' || gateway, -chargebacks.amount)) line (account, amount)
  union all
  select case outcome when 'won' then 'chargeback-won' else 'chargeback-lost' end, gateway || ' ' || dispute || ' ' || number,
    order_refid, 'MYR', at, line.account, line.amount
  from (select chargeback_id, number, outcome, from_held, at,
      lag(outcome) over closings as before, coalesce(lag(from_held) over closings, 0) as held_before
      from chargeback_closings window closings as (partition by chargeback_id order by number)) closing
    join chargebacks on chargebacks.id = chargeback_id
    cross join lateral (values
      ('chargebacks', case when before is null then -chargebacks.amount else 0 end),
      ('gateway:' || gateway, case outcome when 'won' then chargebacks.amount else 0 end - case before when 'won' then chargebacks.amount else 0 end),
      ('suspense', from_held - held_before),
      ('chargeback-losses', case outcome when 'won' then 0 else chargebacks.amount - from_held end
        - case when before is null or before = 'won' then 0 else chargebacks.amount - held_before end)) line (account, amount)
  union all
  select 'posting-accepted', postings.reference, credits.order_refid, 'MYR', coalesce(postings.answered_at, credits.at),
    line.account, line.amount
  from postings join credits on credits.id = postings.credit_id
    cross join lateral (values ('biller-payable', credits.amount), ('biller-posted', -credits.amount)) line (account, amount)
  where postings.state = 'accepted'
  union all
  select 'verification-charged', number, order_refid, 'MYR', approved_at, line.account, line.amount
  from card_verifications checks
    cross join lateral (values ('gateway:' || gateway, checks.amount), ('verification', -checks.amount)) line (account, amount)
  where approved_at is not null and checks.amount > 0
  union all
  select 'verification-differs', number, order_refid, unexpected_currency, unexpected_at, line.account, line.amount
  from card_verifications checks
    cross join lateral (values ('gateway:' || gateway, unexpected_amount), ('verification', -unexpected_amount)) line (account, amount)
  where unexpected_at is not null
  union all
  select 'verification-reversed', number, order_refid, 'MYR', reversed_at, line.account, line.amount
  from card_verifications checks
    cross join lateral (values ('verification', checks.amount), ('gateway:' || gateway, -checks.amount)) line (account, amount)
  where reversed_at is not null and checks.amount > 0
  union all
  select refund.kind, refund.reference, refund.order_refid, 'MYR', refund.at, line.account, refund.sign * line.amount
  from (
    select 'refund-approved' as kind, decided_at as at, 1 as sign, refunds.* from refunds
    where state in ('approved', 'sent', 'manual', 'succeeded', 'failed')
    union all
    select 'refund-failed', ended_at, -1, refunds.* from refunds where state = 'failed'
  ) refund join orders on orders.refid = refund.order_refid
    cross join lateral (values
      (case when refund.review_id is null then ${payable} else 'suspense' end, refund.amount),
      ('refunds-payable', -refund.amount)) line (account, amount)
  union all
  select 'refund-succeeded', refunds.reference, refunds.order_refid, 'MYR', refunds.ended_at, line.account, line.amount
  from refunds join attempts on attempts.id = refunds.attempt_id
    cross join lateral (values
      ('refunds-payable', refunds.amount),
      (case when refunds.sent_at is null then 'bank' else 'gateway:' || attempts.gateway end, -refunds.amount)) line (account, amount)
  where refunds.state = 'succeeded'
  union all
  select 'posting-reversed', reversals.reference, refunds.order_refid, 'MYR', reversals.answered_at, line.account, line.amount
  from reversals join refunds on refunds.id = reversals.refund_id
    cross join lateral (values ('biller-posted', reversals.amount), ('biller-payable', -reversals.amount)) line (account, amount)
  where reversals.state = 'accepted'
  union all
  select 'settlement', trim('run ' || run_id || ' ' || settled.gateway), null, 'MYR', at, line.account, line.amount
  from (
    select run_id, gateway, min(at) as at, sum(gross)::bigint as gross, sum(fee)::bigint as fee
    from (
      select run_id, gateway, settled_at as at, gross, fee from settled_items
      union all
      select gone_run_id, gateway, gone_at, -gross, -fee from settled_items where gone_run_id is not null) change
    group by run_id, gateway) settled
    cross join lateral (values
      ('bank', gross - fee), ('fees', fee), ('gateway:' || settled.gateway, -gross)) line (account, amount)) line
  where amount <> 0`;
