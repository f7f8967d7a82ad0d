import type { ReactNode } from 'react';
import { actions } from '@/lib/routes';

interface ConsentFormProps {
  /** The address to come back to. */
  readonly returnTo: string;
  readonly className?: string;
  readonly isHidden?: boolean;
  readonly children: ReactNode;
}

/** A form that answers whether visits may be counted, by its buttons (name `answer`). A script finds it by its mark and spares the page's reload. */
export function ConsentForm({ returnTo, className, isHidden, children }: ConsentFormProps) {
  return (
    <form method="post" action={actions.chooseAnalytics} className={className} hidden={isHidden} data-consent="">
      <input type="hidden" name="returnTo" value={returnTo} />
      {children}
    </form>
  );
}
