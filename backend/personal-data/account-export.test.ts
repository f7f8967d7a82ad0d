import { freshAccount, payByFpx, setUpTestBackend } from '../test-backend.fixture';
import { sharedKey } from '../operators/model';
import { exportAccount } from './account-export';
import { erasePersonalData } from './erasure';
import { payAsPayer, payer } from './personal-data.fixture';

const backend = setUpTestBackend();

const exportFor = (account: string, ...emails: string[]) =>
  exportAccount(backend.services, { account, emails, by: sharedKey });

test('has the account’s payments, bill, cards and mandates, and the meaning of each part', async () => {
  const account = freshAccount();
  const { refid, number } = await payAsPayer(backend, account);
  await backend.store.db
    .insertInto('saved_cards')
    .values({
      ...{ owner: account, brand: 'visa', last_four: '4242', expiry: '12/39', sealed: 'v1.secret', is_offline: false },
      ...{ unique_card_id: 'card-1', fingerprint: 'digest-of-the-number', created_at: new Date() },
    })
    .execute();
  await backend.store.db
    .insertInto('bill_links')
    .values({
      refid: 'linklinklinklinklinklinkli',
      account_number: account,
      amount: 500,
      order_refid: null,
      created_at: new Date(),
    })
    .execute();
  const { meaning, ...stored } = await exportFor(account);
  expect(stored).toMatchObject({
    account,
    payments: [
      {
        refid,
        total: 13_878,
        state: 'paid',
        attempts: [{ number, amount: 13_878, method: 'fpx', state: 'successful', bank: 'Fake Bank' }],
        posting: { state: 'accepted' },
      },
    ],
    messages: [{ refid, kind: 'receipt', recipient: 'n***@example.com' }],
    savedCards: [{ brand: 'visa', lastFour: '4242' }],
    links: [{ amount: 500 }],
    autoDebit: null,
    mandates: [],
    charges: [],
    erasures: [],
  });
  const parts = Object.keys(stored).filter((name) => name !== 'account' && name !== 'exportedAt');
  expect(Object.keys(meaning)).toEqual(expect.arrayContaining(parts));
  // No secret, no reference that opens anything but a payment, and nothing of a card but what its owner is shown.
  expect(JSON.stringify(stored)).not.toMatch(/secret|digest-of-the-number|linklink|12\/39/);
});

test('row 54: masks the contact data of every payer but of the person who asks', async () => {
  const account = freshAccount();
  await payAsPayer(backend, account);
  const masked = JSON.stringify(await exportFor(account, 'other@example.com'));
  for (const text of Object.values(payer)) expect(masked).not.toContain(text);
  expect(masked).not.toContain('payer@example.com');

  const own = await exportFor(account, payer.email.toUpperCase());
  expect(own.payments[0]?.attempts[0]?.contact).toEqual({
    email: payer.email,
    phoneNumber: payer.phoneNumber,
    clientAddress: payer.address,
    visit: payer.visitId,
  });
  expect(own.messages).toMatchObject([{ recipient: payer.email }]);
  // Typed at the look-up, by another address: it is not known whose it is.
  expect(own.payments[0]?.contact).toEqual({ email: 'p***@example.com', isMasked: true });
});

test('has nothing of another account, and the erasures of this one', async () => {
  const account = freshAccount();
  await payByFpx(backend);
  const refid = await payByFpx(backend, account);
  await backend.jobs.runDue();
  expect((await exportFor(account)).payments.map((payment) => payment.refid)).toEqual([refid]);
  await erasePersonalData(backend.services, {
    subject: { account },
    reason: 'case 4711',
    isDryRun: false,
    by: sharedKey,
  });
  const after = await exportFor(account);
  const actions = await backend.store.db.selectFrom('operator_actions').select('action').orderBy('id').execute();
  expect(actions.map(({ action }) => action)).toEqual(['payer-exported', 'payer-erased', 'payer-exported']);
  expect(after.erasures).toMatchObject([{ reason: 'case 4711', erased: { orders: 1, attempts: 1 } }]);
  expect(after.payments).toMatchObject([{ refid, contact: null, attempts: [{ contact: null, amount: 13_878 }] }]);
  expect(after.messages).toEqual([]);
});
