import { act, fireEvent, render } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { Profiler, type ComponentType } from 'react';
import { emptyFormState } from '@/components/forms/form-state';
import en from '@/messages/en.json';
import type * as autoDebitOptionModule from './auto-debit-option';
import type * as contactFieldsModule from './contact-fields';
import type * as cardFieldsModule from '../card/card-fields';
import type * as methodOptionModule from '../methods/method-option';
import type * as payBarModule from './pay-bar';
import { fullPaymentPage, getInput, TestPaymentForm } from './payment-form.fixture';
import { OrderSummary } from './order-summary';

/** The components that React has rendered, by their ids. */
const mockRendered: string[] = [];

/** Wraps a component so that its commits are noted; `mock` in the name lets `jest.mock` use it. */
function mockProfile<Props extends object>(name: string, Component: ComponentType<Props>) {
  return function Profiled(props: Props) {
    const id = 'method' in props ? `${name} ${String(props.method)}` : name;
    return (
      <Profiler id={id} onRender={(rendered) => void mockRendered.push(rendered)}>
        <Component {...props} />
      </Profiler>
    );
  };
}

jest.mock('../methods/method-option', () => ({
  MethodOption: mockProfile(
    'MethodOption',
    jest.requireActual<typeof methodOptionModule>('../methods/method-option').MethodOption,
  ),
}));
jest.mock('../card/card-fields', () => ({
  CardFields: mockProfile('CardFields', jest.requireActual<typeof cardFieldsModule>('../card/card-fields').CardFields),
}));
jest.mock('./pay-bar', () => ({
  PayBar: mockProfile('PayBar', jest.requireActual<typeof payBarModule>('./pay-bar').PayBar),
}));
jest.mock('./contact-fields', () => ({
  ReceiptEmailField: mockProfile(
    'ReceiptEmailField',
    jest.requireActual<typeof contactFieldsModule>('./contact-fields').ReceiptEmailField,
  ),
  PhoneNumberField: mockProfile(
    'PhoneNumberField',
    jest.requireActual<typeof contactFieldsModule>('./contact-fields').PhoneNumberField,
  ),
}));
jest.mock('./auto-debit-option', () => ({
  AutoDebitOption: mockProfile(
    'AutoDebitOption',
    jest.requireActual<typeof autoDebitOptionModule>('./auto-debit-option').AutoDebitOption,
  ),
}));

beforeEach(async () => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  render(
    <>
      <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
        <Profiler id="OrderSummary" onRender={(id) => void mockRendered.push(id)}>
          <OrderSummary page={fullPaymentPage} />
        </Profiler>
      </NextIntlClientProvider>
      <TestPaymentForm page={fullPaymentPage} form={emptyFormState} locale="en" />
    </>,
  );
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
});

/** Returns what is rendered by a change of the form. */
async function renderedBy(change: () => void): Promise<readonly string[]> {
  mockRendered.length = 0;
  change();
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  return [...new Set(mockRendered)].sort();
}

const choose = (name: string, value: string) => () => void fireEvent.click(getInput(name, value));

test('choosing another method renders only both methods without their fields, the auto-debit option and the pay bar', async () => {
  expect(await renderedBy(choose('selectedPaymentMethod', 'newCard'))).toEqual([
    'AutoDebitOption newCard',
    'MethodOption newCard',
    'PayBar',
  ]);
  expect(await renderedBy(choose('selectedPaymentMethod', 'fpx'))).toEqual([
    'AutoDebitOption newCard',
    'MethodOption fpx',
    'MethodOption newCard',
    'PayBar',
  ]);
});

test('switching between methods without auto debit does not render its option', async () => {
  await renderedBy(choose('selectedPaymentMethod', 'fpx'));
  expect(await renderedBy(choose('selectedPaymentMethod', 'wallet'))).toEqual([
    'MethodOption fpx',
    'MethodOption wallet',
  ]);
});

test('choosing a provider renders only the pay bar', async () => {
  await renderedBy(choose('selectedPaymentMethod', 'wallet'));
  expect(await renderedBy(choose('selectedWallet', 'boost'))).toEqual(['PayBar']);
});

test('typing an e-mail address renders no method', async () => {
  const type = () => void fireEvent.input(getInput('userEmailAddress'), { target: { value: 'payer@example.com' } });
  const rendered = await renderedBy(type);
  expect(rendered.filter((id) => !['ReceiptEmailField', 'PhoneNumberField'].includes(id))).toEqual([]);
});
