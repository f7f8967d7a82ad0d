import { deviceStorage } from './device-storage';

const kinds = ['localStorage', 'sessionStorage'] as const;

afterEach(() => {
  jest.restoreAllMocks();
  window.localStorage.clear();
  window.sessionStorage.clear();
});

describe.each(kinds)('%s', (kind) => {
  const storage = deviceStorage<{ readonly email: string | null }>(kind);
  const value = { state: { email: 'a@b.my' }, version: 1 };

  test('returns what was stored', () => {
    void storage.setItem('key', value);
    expect(JSON.parse(window[kind].getItem('key') ?? '')).toEqual(value);
    expect(storage.getItem('key')).toEqual(value);
  });

  test('removes a state without a value', () => {
    void storage.setItem('key', value);
    void storage.setItem('key', { ...value, state: { email: null } });
    expect(window[kind]).toHaveLength(0);
  });

  test('removeItem removes the state', () => {
    void storage.setItem('key', value);
    void storage.removeItem('key');
    expect(window[kind]).toHaveLength(0);
  });

  test.each([null, 'not json', ''])('has nothing where %j is stored', (text) => {
    if (text !== null) window[kind].setItem('key', text);
    expect(storage.getItem('key')).toBeNull();
  });

  test('remembers nothing where storage is refused', () => {
    jest.spyOn(window, kind, 'get').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    expect(storage.getItem('key')).toBeNull();
    expect(() => void storage.setItem('key', value)).not.toThrow();
    expect(() => void storage.removeItem('key')).not.toThrow();
  });

  test('remembers nothing where storage is full', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => void storage.setItem('key', value)).not.toThrow();
  });
});
