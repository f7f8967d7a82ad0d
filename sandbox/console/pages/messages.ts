import type { MessageKind } from '../../../backend/db/tables';
import { html } from '../../html/markup';
import { findMessages } from '../../services/messages';
import { menu } from './layout';
import { describeFilter, hasUnknownChoice, readFilter, renderFilter, type Filter } from '../parts/filter-form';
import { renderMessages } from '../parts/message-list';
import type { ShowPage } from '../page-request';

const kindNames = {
  tac: 'tac',
  otp: 'otp',
  receipt: 'receipt',
  refund: 'refund',
  reminder: 'reminder',
  'auto-debit': 'auto-debit',
  approval: 'approval',
  'bill-reminder': 'bill-reminder',
} as const satisfies { readonly [Kind in MessageKind]: Kind };
const kinds = Object.values(kindNames);

const filter = {
  path: menu.messages.path,
  button: 'Show',
  all: 'All messages',
  fields: [
    { name: 'to', label: 'Sent to', hint: 'A whole e-mail address or mobile number. Empty: everybody.' },
    { name: 'text', label: 'Contains', hint: 'A part of the text or subject.' },
    { name: 'payment', label: 'Payment', hint: 'A whole refid or paymentId.' },
    { name: 'kind', label: 'Kind', choices: kinds },
  ],
} as const satisfies Filter;

/** The messages that would have been sent, newest first: all, or those to one address or number, about one payment, of a kind, or with a text. */
export const showMessages: ShowPage = async ({ settings, query }) => {
  const values = readFilter(filter, query);
  const kind = kinds.find((known) => known === values['kind']);
  const messages = hasUnknownChoice(filter, values)
    ? []
    : await findMessages(settings.services.db, { ...values, kind });
  return {
    title: 'Messages',
    menuEntry: 'messages',
    body: html`${renderFilter(filter, values)}
      <section class="card" aria-labelledby="list">
        <h2 id="list">${describeFilter(filter, values)}</h2>
        ${renderMessages(messages)}
      </section>`,
  };
};
