import { act, fireEvent, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Form } from '@/components/forms/form';
import { emptyFormState } from '@/components/forms/form-state';
import { lookupFormSchema } from '@/lib/domain/forms/lookup-form';
import en from '@/messages/en.json';
import { BankSelect } from './bank-select';

const banks = [
  { id: 'MB2U0227', name: 'Maybank2U', isOnline: true },
  { id: 'MBB0228', name: 'Maybank2E', isOnline: true },
  { id: 'HLB0224', name: 'Hong Leong Bank', isOnline: true },
  { id: 'UOB0226', name: 'UOB', isOnline: false },
  { id: 'RHB0218', name: 'RHB Bank', isOnline: true },
  { id: 'BIMB0340', name: 'Bank Islam', isOnline: true },
  { id: 'BKRM0602', name: 'Bank Rakyat', isOnline: true },
];

interface Options {
  readonly listed?: typeof banks;
  readonly lastBank?: string | null;
}

function Banks({ listed = banks, lastBank = null }: Options) {
  return (
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <Form id="bank" action="/" state={emptyFormState} fieldOrder={[]} loadSchema={async () => lookupFormSchema}>
        <BankSelect
          name="fpxBankID"
          label="Bank"
          banks={listed}
          lastBank={lastBank}
          page={{ outages: {} }}
          form={emptyFormState}
        />
      </Form>
    </NextIntlClientProvider>
  );
}

const select = () => screen.getByLabelText<HTMLSelectElement>('Bank');
const search = () => screen.getByLabelText<HTMLInputElement>(en.payment.searchBank);
const shown = () => [...select().options].map(({ textContent }) => textContent);
const type = (value: string) => fireEvent.input(search(), { target: { value } });
const status = () => screen.getByRole('status').textContent;

test('a search leaves the banks that it finds, and an empty one all of them', () => {
  render(<Banks />);
  type('maybank');
  expect(shown()).toEqual([en.payment.chooseBank, 'Maybank2U', 'Maybank2E']);
  expect(select().value).toBe('');
  type('');
  expect(shown()).toHaveLength(8);
});

test('the matches of a search are announced, and nothing for an empty field', () => {
  render(<Banks />);
  for (const [typed, words] of [
    ['maybank', en.payment.searchedMany.replace('{count}', '2')],
    ['hong', en.payment.searchedOne.replace('{bank}', 'Hong Leong Bank')],
    ['uob', en.payment.searchedNone],
    ['qwerty', en.payment.searchedNone],
    ['', ''],
  ] as const) {
    type(typed);
    expect(status()).toBe(words);
  }
});

test('the only bank that is found is chosen, an offline one is not', () => {
  render(<Banks />);
  type('hongleong');
  expect(select().value).toBe('HLB0224');
  type('uob');
  expect(shown()).toEqual([en.payment.chooseBank, en.payment.bankOffline.replace('{bank}', 'UOB')]);
  expect(select().value).toBe('');
});

test('a bank that is chosen and still found stays chosen', () => {
  render(<Banks />);
  fireEvent.change(select(), { target: { value: 'MBB0228' } });
  type('may');
  expect(select().value).toBe('MBB0228');
});

test('what was typed before hydration is searched for', async () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(<Banks />);
  document.body.append(container);
  search().value = 'hong';
  const root = await act(async () => hydrateRoot(container, <Banks />));
  expect(shown()).toEqual([en.payment.chooseBank, 'Hong Leong Bank']);
  expect(select().value).toBe('HLB0224');
  act(() => root.unmount());
  container.remove();
});

test('Enter in the search does not submit the form', () => {
  render(<Banks />);
  expect(fireEvent.keyDown(search(), { key: 'Enter' })).toBe(false);
});

test('a short list has no search', () => {
  render(<Banks listed={banks.slice(0, 6)} />);
  expect(screen.queryByLabelText(en.payment.searchBank)).toBeNull();
});

test('the last used bank is first and selected, unless it is offline', () => {
  const { rerender } = render(<Banks />);
  // It is read from the device after the first render.
  rerender(<Banks lastBank="UOB0226" />);
  expect(select().value).toBe('');
  rerender(<Banks lastBank="RHB0218" />);
  expect(shown()[1]).toBe('RHB Bank');
  expect(select().value).toBe('RHB0218');
});
