/** How held money ends that was lost in a dispute; `operator_actions` cannot be changed. */
export const endedMoneyMigration = `
-- Sen of a lost dispute that were held for review: they are taken from suspense, the rest is a loss. Before this release all was booked as a loss.
alter table chargeback_closings add column from_held bigint not null default 0;

create function refuse_action_change() returns trigger language plpgsql as $$ begin if tg_op = 'DELETE' and current_setting('ebill.is_sandbox_reset', true) = 'on' then return null; end if; raise exception 'records of operators'' actions are append-only'; end $$;
create trigger operator_actions_are_append_only before update or delete or truncate on operator_actions for each statement execute function refuse_action_change();
`;
