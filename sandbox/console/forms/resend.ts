import { html, type Markup } from '../../html/markup';
import { menu } from '../pages/layout';
import { runControl, type ConsoleForm } from '../submission';
import { formPath } from './fields';

/** The id of a webhook's row, which shows what became of it. */
export function webhookRowId(eventId: string): string {
  return `webhook-${eventId.replace(/\W/g, '')}`;
}

export const resendForm: ConsoleForm = {
  name: 'resend',
  returnPath: ({ list = '' }) => `${menu.webhooks.path}?${new URLSearchParams(list).toString()}`,
  section: ({ eventId = '' }) => webhookRowId(eventId),
  submit: (controls, { partnerKey, eventId }) =>
    runControl(
      () => controls.resendWebhook({ partnerKey, eventId }),
      ({ lastFailure }) =>
        lastFailure === null
          ? { message: 'It was sent: delivered.' }
          : { isError: true, message: `It was sent, and not delivered: ${lastFailure}.`, errors: {} },
    ),
};

interface Undelivered {
  readonly partner_key: string;
  readonly event_id: string;
  readonly event: string;
  readonly order_refid: string;
  readonly tries: number;
}

/** Sends a webhook again at once, as an operator can. `list` is the query of the list that it leads back to. */
export function renderResendForm(
  { partner_key: partnerKey, event_id: eventId, event, order_refid: refid, tries }: Undelivered,
  list: string,
): Markup {
  return html`<form method="post" action="${formPath('resend')}">
    <input type="hidden" name="partnerKey" value="${partnerKey}" />
    <input type="hidden" name="list" value="${list}" />
    <button type="submit" name="eventId" value="${eventId}">
      ${tries === 0 ? 'Send now' : 'Send again'}<span class="unseen">: ${event} of ${refid}</span>
    </button>
  </form>`;
}
