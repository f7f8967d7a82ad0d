import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { actions } from '@/lib/routes';
import { LeaveFrame } from './leave-frame';

interface EnableFormProps {
  /** Tells this form from others of the page. */
  readonly id: string;
  readonly autoDebit: Pick<AutoDebit, 'refid' | 'way'>;
  readonly idempotencyKey: string;
  /** The button. */
  readonly children: ReactNode;
}

/** Begins a registration: a PIN is sent, or the way to the account-linking service begins, outside of any frame. */
export function EnableForm({ id, autoDebit: { refid, way }, idempotencyKey, children }: EnableFormProps) {
  const errors = useTranslations('errors');
  const leavesFrame = way === 'ulm';
  return (
    <form
      id={id}
      method="post"
      action={actions.enableAutoDebit}
      target={leavesFrame ? '_top' : undefined}
      className="grid gap-3"
    >
      <input type="hidden" name="refid" value={refid} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      {leavesFrame ? <LeaveFrame formId={id} blocked={errors('enablePopups')} /> : null}
      {children}
    </form>
  );
}
