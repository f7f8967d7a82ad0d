import { fireEvent, render, screen } from '@testing-library/react';
import { searchBanks } from './bank-search';

function show(typedBefore = '') {
  const { container } = render(
    <form>
      <input aria-label="search" data-bank-search="fpxBankID" defaultValue={typedBefore} />
      <p role="status" data-none="none" data-one="{bank} it is" data-many="{count} of them" />
      <select id="fpxBankID" aria-label="bank" defaultValue="">
        <option value="">Choose a bank</option>
        <option value="MB2U0227">Maybank2U</option>
        <option value="MBB0228">Maybank2E</option>
        <option value="HLB0224">Hong Leong Bank</option>
        <option value="UOB0226" disabled>
          UOB (offline)
        </option>
      </select>
    </form>,
  );
  const form = container.querySelector('form');
  if (form) searchBanks(form, new AbortController().signal);
  return (text: string) => fireEvent.input(screen.getByLabelText('search'), { target: { value: text } });
}

const shown = () => screen.getAllByRole('option').map((option) => option.textContent);

test('a list of banks is narrowed as its name is typed, and widened again', () => {
  const type = show();
  type('maybank');
  expect(shown()).toEqual(['Choose a bank', 'Maybank2U', 'Maybank2E']);
  expect(screen.getByLabelText('bank')).toHaveProperty('value', '');
  type('');
  expect(shown()).toHaveLength(5);
});

test('what a search has found is said, and nothing once the field is empty', () => {
  const type = show();
  const said = () => screen.getByRole('status').textContent;
  for (const [typed, words] of [
    ['maybank', '2 of them'],
    ['hong', 'Hong Leong Bank it is'],
    ['uob', 'none'],
    ['qwerty', 'none'],
    ['', ''],
  ] as const) {
    type(typed);
    expect(said()).toBe(words);
  }
});

test('the only bank that is left is taken, an offline one is not', () => {
  const type = show();
  type('hongleong');
  expect(screen.getByLabelText('bank')).toHaveProperty('value', 'HLB0224');
  type('uob');
  expect(shown()).toEqual(['Choose a bank', 'UOB (offline)']);
  expect(screen.getByLabelText('bank')).toHaveProperty('value', '');
});

test('what was typed before the search was there counts too', () => {
  show('hong');
  expect(shown()).toEqual(['Choose a bank', 'Hong Leong Bank']);
  expect(screen.getByLabelText('bank')).toHaveProperty('value', 'HLB0224');
});
