import { z, ZodError } from 'zod';
import { emailSchema } from '@/lib/contract/primitives';
import { parsePhoneNumber } from '@/lib/domain/contact/phone';
import { formatPlainRinggit, sen } from '@/lib/domain/money';
import { quickPayPartnerKey } from '@/lib/domain/quick-pay-partner';
import { failure } from '@/lib/domain/result';
import { html, type Markup } from '../../html/markup';
import { isRegisteredUrl } from '../../../backend/partners/model';
import { sandboxPartners } from '../../services/partners';
import {
  formPath,
  renderFormSection,
  renderInput,
  renderSelect,
  renderCheckbox,
  viewForm,
  type FormView,
} from './fields';
import { orderSchema, type SandboxControls } from '../../controls/controls';
import type { Flash } from '../flash';
import { menu } from '../pages/layout';
import {
  trimFields,
  describeFieldErrors,
  runControl,
  type DescribeFieldError,
  type ConsoleForm,
  type Fields,
} from '../submission';
import { readSen } from './money';
import { paymentPath } from './settle';

const lists = { items: 3, charges: 2 } as const;
type List = keyof typeof lists;
const lineNames = { items: 'Item', charges: 'Charge' } as const satisfies Record<List, string>;

const rowsOf = (list: List) => Array.from({ length: lists[list] }, (_, row) => row);

/** The rows of a list that are not empty, by their number on the form. */
function filledRows(fields: Fields, list: List): readonly number[] {
  return rowsOf(list).filter((row) => `${list}.${row}.name` in fields || `${list}.${row}.amount` in fields);
}

function readLines(fields: Fields, list: List) {
  return filledRows(fields, list).map((row) => ({
    name: fields[`${list}.${row}.name`] ?? '',
    amount: readSen(fields[`${list}.${row}.amount`]),
  }));
}

const describeUnregistered = (field: string) =>
  `Type a ${field} that is registered for the partner: of DEMO-SHOP and PROFILE on http://127.0.0.1 or http://localhost; KIOSK has none.`;

const fieldErrors: Readonly<Record<string, string>> = {
  'customer.accountNumber': 'Account number: type ten digits, such as 1234567809. A customer is known by it.',
  'customer.email': 'Type an e-mail address, such as payer@ebill.example.',
  'customer.phoneNumber': 'Type a mobile number, such as 0123456789.',
  responseURL: describeUnregistered('responseURL'),
  webhookURL: describeUnregistered('webhookURL'),
  responseCode: 'Type a responseCode of at most 20 characters.',
};

/** What the form refuses, and the control takes, as partners' calls do, or refuses after the rest. */
function createFormSchema(partnerKey: string | undefined) {
  const origins = sandboxPartners.find(({ key }) => key === partnerKey)?.registeredOrigins ?? [];
  const registered = z.optional(z.string().refine((url) => isRegisteredUrl(url, origins)));
  const phoneNumber = z.string().refine((typed) => parsePhoneNumber(typed).ok);
  return z.object({
    ...{ responseURL: registered, webhookURL: registered },
    customer: z.optional(z.object({ email: z.optional(emailSchema), phoneNumber: z.optional(phoneNumber) })),
  });
}

/** Creates an order, unless the control or the form refuses it: then for all reasons at once. */
async function createOrder(
  controls: SandboxControls,
  order: Readonly<Record<string, unknown>> & { readonly partnerKey: string | undefined },
) {
  const schemas = [orderSchema, createFormSchema(order.partnerKey)];
  const issues = schemas.flatMap((schema) => schema.safeParse(order).error?.issues ?? []);
  if (issues.length > 0) throw new ZodError(issues);
  const made = await controls.createOrder(order);
  if (made.ok) return made;
  return failure({
    ...made.error,
    field: made.error.why === 'webhook-url-not-registered' ? 'webhookURL' : made.error.field,
  });
}

function describeLineErrors(fields: Fields): DescribeFieldError {
  return (path) => {
    if (path === 'items') return { field: 'items.0.name', message: 'Type at least one item, and its price.' };
    const line = /^(items|charges)\.(\d+)\.(name|amount)$/.exec(path);
    if (line !== null) {
      const list = line[1] === 'items' ? 'items' : 'charges';
      const row = filledRows(fields, list)[Number(line[2])] ?? 0;
      const message = line[3] === 'name' ? 'type a name of at most 100 characters' : 'type an amount, such as 129.00';
      return { field: `${list}.${row}.${line[3]}`, message: `${lineNames[list]} ${row + 1}: ${message}.` };
    }
    return describeFieldErrors(fieldErrors)(path);
  };
}

export const orderForm: ConsoleForm = {
  name: 'order',
  keepsTyped: true,
  returnPath: () => menu.controls.path,
  submit(controls, typed) {
    const fields = trimFields(typed);
    const { partnerKey, responseURL, webhookURL, responseCode, isEpp } = fields;
    const customer = {
      accountNumber: fields['customer.accountNumber'],
      email: fields['customer.email'],
      phoneNumber: fields['customer.phoneNumber'],
    };
    const isVouched = Object.values(customer).some((value) => value !== undefined);
    return runControl(
      () =>
        createOrder(controls, {
          ...{ partnerKey, responseURL, webhookURL, responseCode, isEpp: isEpp !== undefined },
          items: readLines(fields, 'items'),
          charges: readLines(fields, 'charges'),
          ...(isVouched && { customer }),
        }),
      ({ paymentId, url }) => ({
        message: `The order${partnerKey === undefined ? '' : ` of ${partnerKey}`} is created. Its paymentId is ${paymentId}.`,
        link: { address: url, text: 'Open its payment page' },
        paymentPath: paymentPath(paymentId),
      }),
      describeLineErrors(fields),
    );
  },
};

/** What is ordered for a customer of the overview; the price in sen. */
export const exampleItem = { name: 'TV Pack Prima', amount: sen(5_000) } as const;

/** The same as it is typed. */
const sampleItem = { name: exampleItem.name, amount: formatPlainRinggit(exampleItem.amount) } as const;

/** Opens an order of the demo shop for a customer of the overview, whom the shop vouches for. */
export const openOrderForm: ConsoleForm = {
  name: 'open-order',
  returnPath: () => menu.overview.path,
  submit: (controls, { accountNumber }) =>
    runControl(
      () =>
        controls.createOrder({
          partnerKey: 'DEMO-SHOP',
          items: [exampleItem],
          customer: { accountNumber },
        }),
      ({ url }) => ({ message: '', redirectTo: url }),
    ),
};

function renderLines(view: FormView, list: List, labels: { readonly name: string; readonly amount: string }): Markup {
  const rows = rowsOf(list).map((row) => {
    const sample = list === 'items' && row === 0 ? sampleItem : undefined;
    const label = (text: string) => (row === 0 ? text : `${text} (${row + 1})`);
    return html`<div class="pair">
      ${renderInput(view, { name: `${list}.${row}.name`, label: label(labels.name), value: sample?.name })}
      ${renderInput(view, { name: `${list}.${row}.amount`, label: label(labels.amount), value: sample?.amount, inputmode: 'decimal' })}
    </div>`;
  });
  return html`${rows}`;
}

/** Fields that are always visible. */
const plain = /^(partnerKey|isEpp|items\..*)$/;

/** Whether a field of the collapsed part has a value or an error. */
function isFilled(flash: FormView['flash']): boolean {
  return Object.entries({ ...flash?.typed, ...flash?.errors }).some(([name, text]) => text !== '' && !plain.test(name));
}

/** Creates an order as a partner would, and shows its payment link. */
export function renderOrderForm(flash: Flash | null): Markup {
  const view = viewForm('order', flash);
  const partners = [
    ...sandboxPartners.map(({ key, name }) => ({ value: key, label: `${name} (${key})` })),
    { value: quickPayPartnerKey, label: `Quick pay itself (${quickPayPartnerKey})` },
  ];
  return renderFormSection(
    view,
    'New partner order',
    html`<form method="post" action="${formPath('order')}">
      ${renderSelect(view, { name: 'partnerKey', label: 'Partner', groups: [{ label: null, choices: partners }] })}
      ${renderLines(view, 'items', { name: 'Item', amount: 'Price, RM' })}
      <details ${isFilled(view.flash) ? html`open` : null}>
        <summary>Charges, customer, addresses of the result</summary>
        ${renderLines(view, 'charges', { name: 'Charge', amount: 'Amount, RM' })}
        ${renderInput(view, {
          name: 'customer.accountNumber',
          label: 'Customer: account number',
          hint: 'The partner vouches for this customer: one ending 09 or 10 has saved cards. Needed with an e-mail or phone number.',
          inputmode: 'numeric',
        })}
        ${renderInput(view, { name: 'customer.email', label: 'Customer: e-mail' })}
        ${renderInput(view, { name: 'customer.phoneNumber', label: 'Customer: phone number' })}
        ${renderInput(view, {
          name: 'responseURL',
          label: 'Address of the result (responseURL)',
          hint: 'Of DEMO-SHOP and PROFILE: on http://127.0.0.1 or http://localhost.',
        })}
        ${renderInput(view, {
          name: 'webhookURL',
          label: 'Address of webhooks (webhookURL)',
          hint: 'Of DEMO-SHOP and PROFILE: on http://127.0.0.1 or http://localhost.',
        })}
        ${renderInput(view, { name: 'responseCode', label: 'Code returned with the result (responseCode)' })}
      </details>
      ${renderCheckbox(view, { name: 'isEpp', label: 'May be paid in instalments' })}
      <div class="buttons"><button type="submit" class="first">Create the order</button></div>
    </form>`,
  );
}
