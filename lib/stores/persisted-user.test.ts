import {
  nobody,
  readRememberedUser,
  rememberedUserKey,
  writeRememberedUser,
  type RememberedUser,
} from './persisted-user';

function makeStorage(text?: string) {
  const items = new Map(text === undefined ? [] : [[rememberedUserKey, text]]);
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const user: RememberedUser = {
  userEmailAddress: 'a@b.my',
  phoneNumber: '60121234567',
  lastMethod: 'fpx',
  lastPersonalBank: 'MB2U0227',
  lastCorporateBank: null,
  rememberedAccount: '1234567801',
};

test('what is written is read again', () => {
  const storage = makeStorage();
  writeRememberedUser(storage, user);
  expect(readRememberedUser(storage)).toEqual(user);
  expect(JSON.parse(storage.items.get(rememberedUserKey) ?? '')).toEqual({ version: 1, user });
});

test('nothing to remember clears the place', () => {
  const storage = makeStorage('{"version": 1, "user": {"phoneNumber": "60121234567"}}');
  writeRememberedUser(storage, nobody);
  expect(storage.items.size).toBe(0);
});

test.each([
  undefined,
  'null',
  'not json',
  '[]',
  '{"version": 2, "user": {"userEmailAddress": "a@b.my"}}',
  '{"user": {"userEmailAddress": "a@b.my"}}',
  '{"version": 1}',
  '{"version": 1, "user": {"userEmailAddress": 1}}',
])('from %j nobody is read', (text) => {
  expect(readRememberedUser(makeStorage(text))).toEqual(nobody);
});

test('values that break their rules are forgotten, the others stay', () => {
  const text = JSON.stringify({
    version: 1,
    user: {
      userEmailAddress: '4111111111111111@b.my',
      phoneNumber: 'x',
      lastMethod: 'cash',
      lastPersonalBank: '4111111111111111',
      rememberedAccount: '1234567801',
    },
  });
  expect(readRememberedUser(makeStorage(text))).toEqual({ ...nobody, rememberedAccount: '1234567801' });
});

test('a card never reaches storage, neither as a field of its own nor in another', () => {
  const storage = makeStorage();
  const typed = {
    ...user,
    rememberedAccount: '4111111111111111',
    userEmailAddress: '4111 1111 1111 1111',
    cardNumber: '4111111111111111',
  };
  writeRememberedUser(storage, typed);
  expect([...storage.items.values()].join()).not.toContain('4111');
});

test('a storage that refuses is no error', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  expect(readRememberedUser(storage)).toEqual(nobody);
  expect(() => writeRememberedUser(storage, user)).not.toThrow();
});
