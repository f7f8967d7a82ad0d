import type { Locator, Page } from '@playwright/test';
import { expect, test, type Journey } from '../fixtures/journey';

/** An action on an empty field, and the expected value, in which `|` is the caret. */
interface Case {
  readonly action: string;
  readonly expected: string;
  run(input: FieldInput): Promise<void>;
}

/** Keyboard, clipboard, autofill and input method on one field. */
class FieldInput {
  private readonly page: Page;

  constructor(readonly field: Locator) {
    this.page = field.page();
  }

  /** Presses keys one after another: names such as `Backspace*2` between braces, characters otherwise. */
  async type(keys: string) {
    for (const [, name, times = '1', character = ''] of keys.matchAll(/\{([\w+]+)(?:\*(\d+))?\}|(.)/g)) {
      for (let pressed = 0; pressed < Number(times); pressed += 1) {
        if (name === undefined) await this.page.keyboard.type(character);
        else await this.page.keyboard.press(name);
      }
    }
  }

  async paste(text: string) {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press('ControlOrMeta+v');
  }

  /** Autofills as a browser does: sets the value natively, whether or not the field has the focus. */
  async autofill(text: string) {
    await this.field.evaluate((element, filled) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, filled);
      element.dispatchEvent(new Event('input', { bubbles: true }));
      element.dispatchEvent(new Event('change', { bubbles: true }));
    }, text);
  }

  /** Composes a text in steps as an input method does, and commits it. */
  async compose(...steps: readonly string[]) {
    const devTools = await this.page.context().newCDPSession(this.page);
    for (const text of steps) {
      const { length } = text;
      await devTools.send('Input.imeSetComposition', { text, selectionStart: length, selectionEnd: length });
    }
    await devTools.send('Input.insertText', { text: steps.at(-1) ?? '' });
    await devTools.detach();
  }

  async clear() {
    await this.field.focus();
    await this.type('{ControlOrMeta+a}{Backspace}');
  }

  /**
   * Resolves when the formatter, which loads on the first focus, is attached: it then drops a typed 'x'. Before, an 'x' stays for the parser to
   * reject.
   */
  async waitForFormatter() {
    await expect(async () => {
      await this.clear();
      await this.type('x');
      expect(await this.field.inputValue()).toBe('');
    }).toPass();
  }

  async valueWithCaret(): Promise<string> {
    return this.field.evaluate((element) => {
      if (!(element instanceof HTMLInputElement)) throw new Error('not an input');
      const { value, selectionEnd } = element;
      return `${value.slice(0, selectionEnd ?? 0)}|${value.slice(selectionEnd ?? 0)}`;
    });
  }
}

const typed = (keys: string, expected: string): Case => ({
  action: `typing ${keys}`,
  expected,
  run: (input) => input.type(keys),
});
const pasted = (text: string, expected: string): Case => ({
  action: `pasting ${text}`,
  expected,
  run: (input) => input.paste(text),
});
const filled = (text: string, expected: string): Case => ({
  action: `autofilling ${text}`,
  expected,
  run: (input) => input.autofill(text),
});
const composed = (steps: readonly string[], expected: string): Case => ({
  action: `composing ${steps.join(', ')}`,
  expected,
  run: (input) => input.compose(...steps),
});

const phoneCases = [
  typed('+60 12-345x6789', '+60 12-3456789|'),
  pasted('+60 12-345 6789', '+60 12-345 6789|'),
  pasted('\u202a+60\u00a012-345 6789\u202c', '+60 12-345 6789|'),
  filled('+60123456789', '+60123456789|'),
  typed('60123456{ArrowLeft*3}9', '601239|456'),
  typed('60 12{ArrowLeft*2}{Backspace}', '60|12'),
  typed('60 12{ArrowLeft*3}{Delete}', '60|12'),
  typed('60123456789{ControlOrMeta+a}0', '0|'),
];

const cases = {
  accountNumber: [
    typed('123-456 7801', '1234567801|'),
    pasted('123-456-7801', '1234567801|'),
    pasted('No akaun 1234567801 RM138.78', '1234567801|'),
    filled('123 456 7801', '1234567801|'),
    typed('123457801{ArrowLeft*4}6', '123456|7801'),
    typed('12345{ArrowLeft*2}{Backspace}{Delete}', '12|5'),
    typed('1234567801{ControlOrMeta+a}9', '9|'),
    typed('12{ControlOrMeta+z}', '1|'),
    composed(['１', '１２', '１２-３'], '123|'),
  ],
  amount: [
    typed('1,000.50', '1,000.50|'),
    typed('RM10..567', '10.56|'),
    typed('1.000,50', '1.00,50|'),
    typed('-5', '-5|'),
    pasted('RM 1,000.50', '1,000.50|'),
    pasted('1.234,50', '1.234,50|'),
    filled('1000.5', '1000.5|'),
    typed('10.50{ArrowLeft*4}2', '12|0.50'),
    typed('1,000{ArrowLeft*3}{Backspace}', '1|000'),
    typed('1,000{ArrowLeft*4}{Delete}', '1|000'),
    typed('99{ControlOrMeta+a}5', '5|'),
  ],
  phoneNumber: phoneCases,
  mobileNumber: phoneCases,
  cardNumber: [
    typed('4111111111111111', '4111 1111 1111 1111|'),
    typed('4111-1111 1111x1111', '4111 1111 1111 1111|'),
    typed('378282246310005', '3782 822463 10005|'),
    pasted('4111-1111 1111 1111', '4111 1111 1111 1111|'),
    filled('4111111111111111', '4111 1111 1111 1111|'),
    typed('41111111{ArrowLeft*6}9', '4119| 1111 1'),
    typed('41111111{ArrowLeft*4}{Backspace}', '411|1 111'),
    typed('41111111{ArrowLeft*5}{Delete}', '4111| 111'),
    typed('41111{Backspace}', '4111|'),
    typed('4111111111111111{ControlOrMeta+a}5', '5|'),
    typed('41111{ControlOrMeta+z}', '4111|'),
    composed(['4111', '41111'], '4111 1|'),
  ],
  cardExpiry: [
    typed('12/30', '12/30|'),
    typed('1230', '12/30|'),
    typed('12-30', '12/30|'),
    typed('1/30', '01/30|'),
    typed('5', '05/|'),
    typed('12 / 2030', '12/30|'),
    ...['12 / 2030', '12/2030', '1230', '12-30'].map((text) => pasted(text, '12/30|')),
    ...['12/2030', '2030-12', '12/30', '1230'].map((text) => filled(text, '12/30|')),
    typed('12{Backspace}', '1|'),
    typed('5{Backspace*2}', '|'),
    typed('1230{ArrowLeft*2}{Backspace}1', '11|/30'),
    typed('1230{ArrowLeft*3}{Delete}1', '12/1|0'),
    typed('1230{Home}{Shift+ArrowRight*2}11', '11|/30'),
    typed('1230{ControlOrMeta+a}5', '05/|'),
    typed('1230{ControlOrMeta+z}', '12/3|'),
    composed(['1', '12', '1230'], '12/30|'),
  ],
  cardCvv: [
    typed('1x2 34', '1234|'),
    pasted('123 ', '123|'),
    filled('123', '123|'),
    typed('123{ArrowLeft*2}{Backspace}9', '9|23'),
    typed('123{ControlOrMeta+a}4', '4|'),
  ],
  tac: [
    typed('123 456', '123456|'),
    typed('1234567', '123456|'),
    pasted('123 456', '123456|'),
    pasted('Your TAC is 123456.', '123456|'),
    filled('123456', '123456|'),
    typed('12345{ArrowLeft*3}{Backspace}9', '19|345'),
    typed('123456{ControlOrMeta+a}7', '7|'),
  ],
} as const satisfies Record<string, readonly Case[]>;

type FieldName = keyof typeof cases;
type Screens = Pick<Journey, 'account' | 'home' | 'bill' | 'startPayment' | 'payment' | 'payByMobile'>;

async function chooseNewCard({
  account,
  startPayment,
  payment,
}: Pick<Screens, 'account' | 'startPayment' | 'payment'>) {
  await startPayment(account('01'));
  await payment.method('newCard').check();
}

async function payOtherAmount({ account, home, bill }: Screens) {
  await home.open();
  await home.lookUp(account('01'));
  await bill.option('other').check();
}

async function openPayByMobile({ account, startPayment, payment }: Screens) {
  await startPayment(account('01'));
  await payment.chooseProvider('dcb', 'carrier-a');
  await payment.pay.click();
}

/** The fields of each screen, and how to open it. */
const screens: readonly { readonly fields: readonly FieldName[]; open(screens: Screens): Promise<void> }[] = [
  { fields: ['accountNumber'], open: ({ home }) => home.open() },
  { fields: ['amount', 'phoneNumber'], open: payOtherAmount },
  { fields: ['cardNumber', 'cardExpiry', 'cardCvv'], open: chooseNewCard },
  { fields: ['mobileNumber'], open: openPayByMobile },
  {
    fields: ['tac'],
    async open({ payByMobile, ...others }) {
      await openPayByMobile({ payByMobile, ...others });
      await payByMobile.requestTac('60120000081');
      await expect(payByMobile.tac).toBeVisible();
    },
  },
];

for (const { fields, open } of screens) {
  test(`${fields.join(', ')}: formats typed, pasted, autofilled and edited input`, async ({
    page,
    context,
    account,
    home,
    bill,
    startPayment,
    payment,
    payByMobile,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open({ account, home, bill, startPayment, payment, payByMobile });
    for (const name of fields) {
      const input = new FieldInput(page.locator(`[name="${name}"]`));
      await input.waitForFormatter();
      for (const { action, expected, run } of cases[name]) {
        await test.step(`${name}: ${action}`, async () => {
          await input.clear();
          await run(input);
          await expect.poll(() => input.valueWithCaret(), `${name} after ${action}`).toBe(expected);
        });
      }
    }
  });
}

test('formats values autofilled into unfocused fields', async ({ page, account, startPayment, payment }) => {
  await chooseNewCard({ account, startPayment, payment });
  for (const [name, value, shown] of [
    ['cardNumber', '4111111111111111', '4111 1111 1111 1111'],
    ['cardExpiry', '2030-12', '12/30'],
  ] as const) {
    const field = page.locator(`[name="${name}"]`);
    await new FieldInput(field).autofill(value);
    await expect(field).toHaveValue(shown);
  }
});
