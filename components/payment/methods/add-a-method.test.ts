import { toFieldErrors } from '@/lib/domain/forms/field-errors';
import { paymentFormSchema } from '@/lib/domain/forms/payment-form';
import { methodForms } from '@/lib/domain/methods/forms/method-forms';
import { selectionForm } from '@/lib/domain/methods/forms/selection-form';
import type { MethodDescriptor } from '@/lib/domain/methods/method-descriptor';
import { methodTable } from '@/lib/domain/methods/method-table';
import { paymentMethods, type PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { sen } from '@/lib/domain/money';
import { emptyPaymentPage } from '../page/payment-page.fixture';
import { toPaymentView } from '../page/payment-view';

/*
 * A redirect method that exists in this test only, added to the tables as docs/contribute.md says and removed at the end: nothing else
 * has to know it. That the compiler asks for the same entries is checked by lib/domain/methods/recipes.test.ts.
 */
const demoPay = {
  id: 'demoPay',
  kind: 'redirect',
  category: 'wallet',
  resultRoute: '/bankResultEGHL',
  limits: { minimum: sen(500), maximum: sen(1_000) },
  fields: ['demoBank'],
  selection: {
    field: 'demoBank',
    listOptions: () => [
      { id: 'one', isOnline: true },
      { id: 'two', isOnline: false },
    ],
  },
  card: null,
  autoDebit: false,
  instalments: false,
} as const satisfies MethodDescriptor;

const method = demoPay.id as string as PaymentMethod;
const form = selectionForm(
  demoPay.selection,
  { required: 'validation.required', unavailable: 'validation.bankOffline' },
  (bank) => ({ method: demoPay.id, bank }),
);

beforeAll(() => {
  (paymentMethods as unknown as string[]).push(demoPay.id);
  Object.assign(methodTable, { demoPay });
  Object.assign(methodForms, { demoPay: form });
});
afterAll(() => {
  (paymentMethods as unknown as string[]).pop();
  Reflect.deleteProperty(methodTable, demoPay.id);
  Reflect.deleteProperty(methodForms, demoPay.id);
});

const page = { ...emptyPaymentPage, methods: [method], total: sen(700), now: emptyPaymentPage.serverTime };
const parse = (fields: object) =>
  paymentFormSchema(page).safeParse({
    selectedPaymentMethod: demoPay.id,
    userEmailAddress: 'a@b.my',
    ...fields,
  });
const errorsOf = (fields: object) => toFieldErrors(parse(fields).error?.issues ?? []);

test('its fields are in the order in which errors are listed', async () => {
  const { paymentFieldOrder } = await import('../page/field-order');
  expect(paymentFieldOrder.slice(-3)).toEqual(['demoBank', 'phoneNumber', 'payAgain']);
});

test('its form reads its own fields and names those that are refused', () => {
  expect(parse({ demoBank: 'one', fpxBankID: 'x' }).data).toMatchObject({
    choice: { method: demoPay.id, bank: 'one' },
  });
  expect(errorsOf({})).toEqual({ demoBank: { key: 'validation.required' } });
  expect(errorsOf({ demoBank: 'two' })).toEqual({ demoBank: { key: 'validation.bankOffline' } });
});

test.each([
  [499, 'beyond-limit'],
  [500, 'available'],
  [1_000, 'available'],
  [1_001, 'beyond-limit'],
])('for %i sen it is %s', async (total, state) => {
  const { availabilityOf } = await import('./method-availability');
  const { listMethods } = await import('../page/choices');
  const view = toPaymentView({ ...emptyPaymentPage, methods: [method], total: sen(total) }, 'en');
  expect(listMethods(view, false)).toEqual([method]);
  expect(availabilityOf(method, view).state).toBe(state);
});

test('an outage of it, or of the selection within it, is shown at its field', async () => {
  const { getTargetField, findOutage } = await import('@/lib/domain/forms/payment-outage');
  const downtimes = [{ target: 'one', from: '2000-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' }];
  const outage = findOutage(
    { selectedPaymentMethod: demoPay.id, demoBank: 'one' },
    { downtimes, serverTime: emptyPaymentPage.serverTime },
  );
  expect(outage).toMatchObject({ method: demoPay.id, target: 'one' });
  expect(getTargetField({ method, target: 'one' })).toBe('demoBank');
});
