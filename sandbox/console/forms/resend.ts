import { html, type Markup } from '../../html/markup';
import { menu } from '../pages/layout';
import { runControl, type ConsoleForm } from '../submission';
import { formPath } from './fields';

export const resendForm: ConsoleForm = {
  name: 'resend',
  returnPath: () => menu.webhooks.path,
  submit: (controls, { partnerKey, eventId }) =>
    runControl(
      () => controls.resendWebhook({ partnerKey, eventId }),
      () => ({ message: 'It was sent again: its row says what became of it.' }),
    ),
};

interface Undelivered {
  readonly partner_key: string;
  readonly event_id: string;
  readonly event: string;
}

/** Sends a webhook again at once, as an operator can. */
export function renderResendForm({ partner_key: partnerKey, event_id: eventId, event }: Undelivered): Markup {
  return html`<form method="post" action="${formPath('resend')}">
    <input type="hidden" name="partnerKey" value="${partnerKey}" />
    <button type="submit" name="eventId" value="${eventId}" aria-label="Send ${event} again">Send again</button>
  </form>`;
}
