import { parseRememberedUser } from './parse-remembered-user';
import type { RememberedUser } from './remembered-user';
import { createUserStore, emptyUser, userStorageKey } from './user-store';

const user = parseRememberedUser({ userEmailAddress: 'a@b.my', rememberedAccount: '1234567801' });

function storedText(): string | null {
  return window.localStorage.getItem('ebill.user');
}

/** Creates a store that has read the storage. */
async function openStore() {
  const store = createUserStore();
  await store.persist.rehydrate();
  return store;
}

/** Returns what a store of a later visit remembers. */
async function readUser(): Promise<RememberedUser> {
  const store = await openStore();
  const { remember: _remember, ...remembered } = store.getState();
  return remembered;
}

afterEach(async () => {
  jest.restoreAllMocks();
  window.localStorage.clear();
  // Removes the cookie, too.
  await openStore();
});

test('is stored as ebill.user', () => {
  expect(userStorageKey).toBe('ebill.user');
});

test('remember writes the user part, and a later visit reads it', async () => {
  (await openStore()).getState().remember(user);
  expect(JSON.parse(storedText() ?? '')).toEqual({ state: user, version: 1 });
  expect(await readUser()).toEqual(user);
});

test('remember changes the named fields only', async () => {
  const store = await openStore();
  store.getState().remember(user);
  store.getState().remember({ lastMethod: 'wallet', rememberedAccount: null });
  expect(await readUser()).toEqual({ ...user, lastMethod: 'wallet', rememberedAccount: null });
});

test('an edit before the storage is read keeps what is stored', async () => {
  window.localStorage.setItem('ebill.user', JSON.stringify({ state: user, version: 1 }));
  const store = createUserStore();
  const isRead = store.persist.rehydrate();
  store.getState().remember({ lastMethod: 'wallet', rememberedAccount: null });
  await isRead;
  const edited = { ...user, lastMethod: 'wallet', rememberedAccount: null };
  expect(store.getState()).toMatchObject(edited);
  expect(await readUser()).toEqual(edited);
});

test('nothing is left in storage when nothing is remembered', async () => {
  const { remember } = (await openStore()).getState();
  remember(user);
  remember(emptyUser);
  expect(window.localStorage).toHaveLength(0);
});

test('a cookie tells the server whether an account is remembered, and nothing of it', async () => {
  const hasHint = () => document.cookie.includes('ebill-keeps-account=1');
  expect(hasHint()).toBe(false);
  const { remember } = (await openStore()).getState();
  remember(user);
  expect(hasHint()).toBe(true);
  expect(document.cookie).not.toContain('1234567801');
  remember({ rememberedAccount: null });
  expect([hasHint(), await readUser()]).toEqual([false, { ...user, rememberedAccount: null }]);
});

test('another tells whether a method is remembered', async () => {
  const { remember } = (await openStore()).getState();
  expect(document.cookie).not.toContain('ebill-keeps-method');
  remember({ lastMethod: 'fpx' });
  expect(document.cookie).toContain('ebill-keeps-method=1');
  remember({ lastMethod: null });
  expect(document.cookie).not.toContain('ebill-keeps-method');
});

test.each([null, '{"version":1,"state":{"rememberedAccount":"12"}}'])(
  'a cookie of an account that is no longer stored (%s) is removed when the storage is read',
  async (text) => {
    document.cookie = 'ebill-keeps-account=1; path=/';
    if (text !== null) window.localStorage.setItem('ebill.user', text);
    await openStore();
    expect(document.cookie).not.toContain('ebill-keeps-account');
  },
);

test('the cookie comes back with an account that is stored', async () => {
  window.localStorage.setItem('ebill.user', JSON.stringify({ state: user, version: 1 }));
  await openStore();
  expect(document.cookie).toContain('ebill-keeps-account=1');
});

test('is read by rehydrate only: the first render matches the HTML of the server', async () => {
  window.localStorage.setItem('ebill.user', JSON.stringify({ state: user, version: 1 }));
  const store = createUserStore();
  expect(store.getState()).toMatchObject(emptyUser);
  await store.persist.rehydrate();
  expect(store.getState()).toMatchObject(user);
});

test('returns an empty user from an empty storage', async () => {
  expect(await readUser()).toEqual(emptyUser);
});

test.each(['null', 'not json', '[]', '1', '{"version":1}', '{"version":1,"state":{"userEmailAddress":1}}'])(
  'reads nobody from %s',
  async (text) => {
    window.localStorage.setItem('ebill.user', text);
    expect(await readUser()).toEqual(emptyUser);
  },
);

test.each([0, 2])('reads nobody from version %d', async (version) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  window.localStorage.setItem('ebill.user', JSON.stringify({ state: user, version }));
  expect(await readUser()).toEqual(emptyUser);
});

test('works without storage', async () => {
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  const store = createUserStore();
  await store.persist.rehydrate();
  store.getState().remember(user);
  expect(store.getState()).toMatchObject(user);
});

test.each(Object.keys(emptyUser))('reads no card number as %s', async (name) => {
  for (const cardNumber of ['4111111111111111', '4111 1111 1111 1111']) {
    const stored = { state: { ...emptyUser, [name]: cardNumber }, version: 1 };
    window.localStorage.setItem('ebill.user', JSON.stringify(stored));
    expect(await readUser()).toEqual(emptyUser);
  }
});

test('only parsed values can be written: the types refuse a text', () => {
  const { remember } = createUserStore().getState();
  const refused = [
    // @ts-expect-error: an address comes from its parser
    () => remember({ userEmailAddress: '4111111111111111' }),
    // @ts-expect-error: a phone number comes from its parser
    () => remember({ phoneNumber: '4111111111111111' }),
    // @ts-expect-error: a method is one of ours
    () => remember({ lastMethod: '4111111111111111' }),
    // @ts-expect-error: a wallet is one of ours
    () => remember({ lastWallet: '4111111111111111' }),
    // @ts-expect-error: an account number comes from its parser
    () => remember({ rememberedAccount: '4111111111111111' }),
  ];
  expect(refused).toHaveLength(5);
});

test.each(['lastPersonalBank', 'lastCorporateBank'])('never writes a card number as %s', async (name) => {
  const { remember } = (await openStore()).getState();
  for (const cardNumber of ['4111111111111111', '4111 1111 1111 1111']) {
    remember({ [name]: cardNumber });
    expect(storedText()).toBeNull();
  }
});

test('never writes a field that is not listed', async () => {
  const cardDetails = { cardNumber: '4111111111111111', cvv: '123' };
  const { remember } = (await openStore()).getState();
  remember({ ...user, ...cardDetails });
  expect(storedText()).not.toMatch(/4111|cvv/);
});
