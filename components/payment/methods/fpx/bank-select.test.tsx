import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Form } from '@/components/forms/form';
import { emptyFormState } from '@/components/forms/form-state';
import { lookupFormSchema } from '@/lib/domain/forms/lookup-form';
import { listMainBanks } from '@/lib/domain/methods/main-banks';
import type { ProviderWarning } from '@/components/payment/page/provider-warnings';
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
  readonly warning?: ProviderWarning;
}

function Banks({ listed = banks, lastBank = null, warning }: Options) {
  return (
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <Form id="bank" action="/" state={emptyFormState} fieldOrder={[]} loadSchema={async () => lookupFormSchema}>
        <BankSelect
          name="fpxBankID"
          label="Bank"
          banks={listed}
          mainBanks={listMainBanks('personal', listed)}
          lastBank={lastBank}
          page={{ outages: {} }}
          warning={warning}
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

test('a submission that is refused empties a search that leaves no bank to choose', async () => {
  render(<Banks />);
  const submit = async () => {
    fireEvent.submit(select().form!);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('error-summary')));
    act(() => search().focus());
  };
  type('maybank');
  await submit();
  expect([search().value, shown().length]).toEqual(['maybank', 3]);
  type('zzz');
  await submit();
  expect([search().value, shown().length]).toEqual(['', 8]);
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

const tiles = () => within(screen.getByRole('group', { name: en.payment.mainBanks })).getAllByRole('button');
const tile = (name: string) => screen.getByRole('button', { name });
const pressedTiles = () => tiles().flatMap((button) => (button.ariaPressed === 'true' ? [button.textContent] : []));

test('a tile chooses its bank in the list, and shows what the list has chosen', async () => {
  render(<Banks />);
  expect(tiles().map(({ textContent }) => textContent)).toEqual([
    'Maybank2U',
    'RHB Bank',
    'Hong Leong Bank',
    'Bank Islam',
  ]);
  expect(pressedTiles()).toEqual([]);
  await userEvent.click(tile('RHB Bank'));
  expect([select().value, pressedTiles()]).toEqual(['RHB0218', ['RHB Bank']]);
  await userEvent.selectOptions(select(), 'HLB0224');
  expect(pressedTiles()).toEqual(['Hong Leong Bank']);
  await userEvent.selectOptions(select(), 'BKRM0602');
  expect(pressedTiles()).toEqual([]);
  // The same tile as before.
  await userEvent.click(tile('RHB Bank'));
  expect([select().value, pressedTiles()]).toEqual(['RHB0218', ['RHB Bank']]);
});

test('a tile empties the search, and the bank stays as it is chosen afterwards', async () => {
  const { rerender } = render(<Banks />);
  await userEvent.type(search(), 'hong');
  expect(pressedTiles()).toEqual(['Hong Leong Bank']);
  await userEvent.click(tile('Bank Islam'));
  expect([search().value, status(), select().value]).toEqual(['', '', 'BIMB0340']);
  expect(shown()).toHaveLength(8);
  await userEvent.selectOptions(select(), 'MBB0228');
  rerender(<Banks lastBank="RHB0218" />);
  expect(select().value).toBe('MBB0228');
});

test('a tile of a bank that is offline says so, and cannot be pressed', () => {
  render(<Banks listed={banks.map((bank) => ({ ...bank, isOnline: bank.id !== 'RHB0218' }))} />);
  const button = screen.getByRole<HTMLButtonElement>('button', {
    name: en.payment.bankOffline.replace('{bank}', 'RHB Bank'),
  });
  expect(button.disabled).toBe(true);
});

test('a short list has no tiles', () => {
  render(<Banks listed={banks.slice(0, 6)} />);
  expect(screen.queryByRole('group', { name: en.payment.mainBanks })).toBeNull();
});

test('a bank that is slow is marked in the list and on its tile, with the warning, and can be chosen', async () => {
  const warning = { text: 'Hong Leong Bank is slow. UOB works.', names: { HLB0224: 'Hong Leong Bank (slow)' } };
  render(<Banks warning={warning} />);
  expect(screen.getByTestId('provider-warning').textContent).toBe(warning.text);
  expect(shown()).toContain('Hong Leong Bank (slow)');
  await userEvent.click(screen.getByRole('button', { name: 'Hong Leong Bank (slow)' }));
  expect(select().selectedOptions[0]?.textContent).toBe('Hong Leong Bank (slow)');
});
