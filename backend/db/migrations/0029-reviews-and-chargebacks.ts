/** Reviews that end in an action, attempts that are settled by hand, and chargebacks. */
export const reviewsAndChargebacksMigration = `
-- What became of held money; null for an entry that was closed with a note only.
alter table review_closings add column decision text, add column operator text;

-- Other orders that held money was reported for, under the same reference.
create table review_claims (
  review_id bigint not null references reviews (id),
  order_refid text not null references orders (refid),
  primary key (review_id, order_refid)
);
create index review_claims_by_order on review_claims (order_refid);

-- An order is held for review as long as an entry of its money is open. Where it has no entry of its own, nobody knows which one it has.
update orders set held_for_review = false
  where held_for_review
    and exists (select from reviews where reviews.order_refid = orders.refid)
    and not exists (
      select from reviews where reviews.order_refid = orders.refid
        and not exists (select from review_closings where entry = 'money-' || reviews.id)
    );

-- What operators say of attempts whose gateway does not tell their outcome. A success is approved by a second person.
create table manual_settlements (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references attempts (id),
  state text not null check (state in ('requested', 'settled', 'rejected', 'superseded')),
  outcome text not null check (outcome in ('successful', 'failed')),
  -- The gateway's, as the evidence names it; null for a failure.
  reference text,
  evidence text not null,
  reason text not null,
  requested_by text not null,
  requested_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  -- The reference under which the gateway itself confirmed the payment later.
  confirmed_reference text
);
create index manual_settlements_by_attempt on manual_settlements (attempt_id);
create unique index one_requested_settlement on manual_settlements (attempt_id) where state = 'requested';

create table chargebacks (
  id bigint generated always as identity primary key,
  gateway text not null,
  -- The gateway's id of the dispute.
  dispute text not null,
  order_refid text not null references orders (refid),
  attempt_id bigint not null references attempts (id),
  amount bigint not null check (amount > 0),
  reason_code text not null,
  state text not null check (state in ('open', 'won', 'lost', 'accepted')),
  opened_by text not null,
  opened_at timestamptz not null,
  -- Until when the gateway wants our answer; null if it has not said.
  respond_by timestamptz,
  evidence text,
  evidence_at timestamptz,
  -- How the gateway says that it ended, where that is not how an operator closed it.
  contradicted_by text,
  unique (gateway, dispute)
);

-- How a chargeback was closed; again where that was corrected.
create table chargeback_closings (
  chargeback_id bigint not null references chargebacks (id),
  number int not null,
  outcome text not null check (outcome in ('won', 'lost', 'accepted')),
  closed_by text not null,
  at timestamptz not null,
  primary key (chargeback_id, number)
);
create index chargebacks_by_attempt on chargebacks (attempt_id);
create index chargebacks_by_state on chargebacks (state, id);
create index contradicted_chargebacks on chargebacks (contradicted_by) where contradicted_by is not null;
`;
