import { captureConsole } from './capture-console';
import { createJsonLog, logLineLimits } from './json-log';

const lines: string[] = [];
let release: () => void;

beforeEach(() => {
  lines.length = 0;
  release = captureConsole(createJsonLog('test', 'info', { write: (line) => void lines.push(line) }));
});
afterEach(() => release());

const read = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

test('row 47: what packages print is a line of the log, within the limit of its event', () => {
  for (let index = 0; index < 1_000; index += 1)
    console.error('Error: Route "/": printed by any request\n  at somewhere');
  expect(lines).toHaveLength(logLineLimits.ordinary);
  expect(read()[0]).toMatchObject({ level: 50, event: 'console', text: 'Error: Route "/": printed by any request' });
});

test('row 31: a printed error is named without its message', () => {
  console.error('⨯', new RangeError('payer@example.com 4111 1111 1111 1111'));
  console.warn('see', { card: '4111111111111111' }, '4111-1111-1111-1111');
  console.log('4111111111111111');
  expect(lines.join()).not.toMatch(/payer@|1111.{0,3}1111/);
  expect(read()).toMatchObject([
    { event: 'console', name: 'RangeError', at: expect.stringMatching(/^at /) },
    { level: 40, text: '[card number]' },
    { level: 30, text: '[card number]' },
  ]);
});
