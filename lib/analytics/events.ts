import type { Outcome } from '@/lib/domain/payment/outcomes';
import type { MethodCategory, MethodLabel } from '@/lib/domain/methods/method-descriptor';
import { analyticsOfMethod } from '@/lib/domain/methods/method-table';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { redactUrl, redactMessage } from './redact';
import { notAvailable, type PaymentData } from './payment-data';

/** The same in every event. Specification, section 1. */
export const contentType = 'APG';
export const platform = 'ebill';
export const titles = { quickPay: 'Quick Pay', payment: 'Proceed To Payment' } as const;
export type AnalyticsTitle = (typeof titles)[keyof typeof titles];

/** The fields of an event besides its name, title, content type and platform. */
interface EventFields {
  readonly payment: PaymentData;
  readonly methodLabel: MethodLabel | typeof notAvailable;
  readonly methodCategory: MethodCategory | typeof notAvailable;
  readonly outcome: Outcome;
  /** Of an API error: the HTTP method, the path of the call, and the message that the payer saw or, of a call by the server, its own. */
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly message: string;
}

interface EventDefinition {
  readonly title: AnalyticsTitle | 'of the page';
  readonly carries: readonly (keyof EventFields)[];
}

/** All events. docs/analytics.md documents when each is written; a test checks that they match. */
export const eventTable = {
  quick_pay_view: { title: titles.quickPay, carries: [] },
  bill_view: { title: titles.quickPay, carries: ['payment'] },
  proceed_to_payment: { title: titles.payment, carries: ['payment'] },
  payment_view: { title: titles.payment, carries: ['payment'] },
  method_choice: { title: titles.payment, carries: ['payment', 'methodLabel', 'methodCategory'] },
  payment_attempt: { title: titles.payment, carries: ['payment', 'methodLabel', 'methodCategory'] },
  payment_result: { title: titles.payment, carries: ['payment', 'methodLabel', 'methodCategory', 'outcome'] },
  api_error: { title: 'of the page', carries: ['method', 'url', 'message'] },
} as const satisfies Record<string, EventDefinition>;
export type EventName = keyof typeof eventTable;

interface EventHeader<Name extends EventName> {
  readonly event: Name;
  readonly title: AnalyticsTitle;
  readonly contentType: typeof contentType;
  readonly platform: typeof platform;
}
export type EventByName<Name extends EventName> = EventHeader<Name> &
  Pick<EventFields, (typeof eventTable)[Name]['carries'][number]>;
export type AnalyticsEvent = { readonly [Name in EventName]: EventByName<Name> }[EventName];

function makeHeader<Name extends EventName>(event: Name, title: AnalyticsTitle): EventHeader<Name> {
  return { event, title, contentType, platform };
}

/** Quick pay's first page is shown. */
export function quickPayViewEvent(): EventByName<'quick_pay_view'> {
  return makeHeader('quick_pay_view', eventTable.quick_pay_view.title);
}

/** A step with no data but the payment's: it is shown, or the payer submits it. */
export function stepEvent<Name extends 'bill_view' | 'proceed_to_payment' | 'payment_view'>(
  name: Name,
  payment: PaymentData,
): EventHeader<Name> & { readonly payment: PaymentData } {
  return { ...makeHeader(name, eventTable[name].title), payment };
}

function describeMethod(method: PaymentMethod | null, payment: PaymentData) {
  if (method === null) return { payment, methodLabel: notAvailable, methodCategory: notAvailable } as const;
  const { category, label } = analyticsOfMethod(method);
  return { payment: { ...payment, paymentType: category }, methodLabel: label, methodCategory: category };
}

/** A method is chosen, or the payer presses pay with it chosen. */
export function methodEvent<Name extends 'method_choice' | 'payment_attempt'>(
  name: Name,
  method: PaymentMethod,
  payment: PaymentData,
) {
  return { ...makeHeader(name, eventTable[name].title), ...describeMethod(method, payment) };
}

/** A result is shown. The event is sent again when the page is opened again: count results by transactionRefId. */
export function paymentResultEvent(
  outcome: Outcome,
  method: PaymentMethod | null,
  payment: PaymentData,
): EventByName<'payment_result'> {
  return {
    ...makeHeader('payment_result', eventTable.payment_result.title),
    ...describeMethod(method, payment),
    outcome,
  };
}

/** An API call has failed. Takes the page on which it failed, and the call's whole URL. */
export function apiErrorEvent(call: {
  readonly page: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly message: string;
}): EventByName<'api_error'> {
  const { page, method, url, message } = call;
  return {
    ...makeHeader('api_error', getPageTitle(page)),
    method,
    url: redactUrl(url),
    message: redactMessage(message),
  };
}

/** Quick pay ends where the payment begins. */
function getPageTitle(path: string): AnalyticsTitle {
  return path === '/' || path.startsWith('/pay/') ? titles.quickPay : titles.payment;
}
