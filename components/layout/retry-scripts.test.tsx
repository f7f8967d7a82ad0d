import { retryScripts } from './retry-scripts';

const src = '/_next/static/chunks/a.js';
/** As Next's loader, which listens to the failures of the page's scripts. */
const loader = jest.fn();
let added: jest.SpyInstance<void, Parameters<typeof window.addEventListener>>;

function addScript(changes: Partial<HTMLScriptElement> = {}): HTMLScriptElement {
  const script = Object.assign(document.createElement('script'), { src, ...changes });
  script.addEventListener('error', loader);
  document.head.append(script);
  return script;
}
const fail = (script: HTMLScriptElement | undefined) => script?.dispatchEvent(new Event('error'));
const requests = () => [...document.head.querySelectorAll('script')];

beforeEach(() => {
  jest.useFakeTimers();
  loader.mockClear();
  document.head.innerHTML = '';
  added = jest.spyOn(window, 'addEventListener');
  // As the browser runs it.
  window.eval(retryScripts);
});
afterEach(() => {
  for (const [type, listener, options] of added.mock.calls) window.removeEventListener(type, listener, options);
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('requests a script of the page again after a second, and keeps its failure from the loader', () => {
  fail(addScript());
  jest.advanceTimersByTime(999);
  expect(requests()).toHaveLength(1);
  jest.advanceTimersByTime(1);
  expect(requests().map((script) => script.getAttribute('src'))).toEqual([src, src]);
  expect(loader).not.toHaveBeenCalled();
});

test('waits a second longer each time', () => {
  addScript();
  const waited: number[] = [];
  for (let count = 1; count <= 5; count += 1) {
    fail(requests().at(-1));
    let seconds = 0;
    while (requests().length === count) {
      jest.advanceTimersByTime(1000);
      seconds += 1;
    }
    waited.push(seconds);
  }
  expect(waited).toEqual([1, 2, 3, 4, 5]);
  expect(loader).not.toHaveBeenCalled();
});

test.each([
  ['a script that the loader has inserted itself', { onerror: () => undefined }],
  ['a script that is not of the site’s build', { src: 'https://analytics.example/a.js' }],
])('leaves the failure of %s to others', (_script, changes) => {
  fail(addScript(changes));
  jest.advanceTimersByTime(60_000);
  expect(requests()).toHaveLength(1);
  expect(loader).toHaveBeenCalledTimes(1);
});
