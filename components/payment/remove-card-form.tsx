import { routes } from '@/lib/routes';

/** The remove buttons of the saved cards belong to this form, which stands outside the one that pays. */
export const removeCardFormId = 'remove-card';

/** Leads to the page that asks whether a card is to be removed. */
export function RemoveCardForm({ refid }: { readonly refid: string }) {
  return (
    <form id={removeCardFormId} action={routes.removeCard}>
      <input type="hidden" name="refid" value={refid} />
    </form>
  );
}
