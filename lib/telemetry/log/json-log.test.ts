import { createRegistry } from '../metrics/registry';
import { createJsonLog, logLineLimits } from './json-log';

const lines: string[] = [];
const open = (level = 'info') => createJsonLog('test', level, { write: (line) => void lines.push(line) });
const read = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

beforeEach(() => {
  lines.length = 0;
});

test.each([
  ['in a text', '4111 1111 1111 1111'],
  ['over lines', '4111\n1111\n1111\n1111'],
  ['in a path', '/pay/4111%201111%201111%201111'],
  ['as a number', 4_111_111_111_111_111],
  ['in a list', [{ deep: ['4111+1111+1111+1111'] }]],
])('row 31: a card number %s is not logged', (_where, value) => {
  open().error({ event: 'fault', call: 'bill.get', value });
  expect(lines.join()).not.toMatch(/1111.{0,3}1111/);
  expect(read()).toMatchObject([{ service: 'test', event: 'fault', call: 'bill.get' }]);
});

test('a request id is logged, whatever its digits', () => {
  // Digits that are read as 4111111111111111.
  const requestId = '4111-1111'.padStart(13, 'a').concat('-1111-1111-abcdefabcdef');
  open().error({ event: 'fault', requestId });
  expect(read()).toMatchObject([{ requestId }]);
});

test('a long text is cut', () => {
  open().error({ event: 'fault', at: 'a'.repeat(100_000) });
  expect(lines.join().length).toBeLessThan(5_000);
});

describe('row 47: what strangers cause', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('is written so many times a minute, and the rest counted', async () => {
    const registry = createRegistry();
    const log = open();
    for (let index = 0; index < 1_000; index += 1) log.error({ event: 'form.refused', reason: 'not-trusted' });
    expect(lines).toHaveLength(logLineLimits.ordinary);
    log.error({ event: 'backend.error' });
    expect(lines).toHaveLength(logLineLimits.ordinary + 1);
    jest.advanceTimersByTime(60_000);
    expect(read().at(-1)).toMatchObject({ event: 'lines left out', of: 'form.refused', count: 940, level: 40 });
    const counted = await registry.getSingleMetricAsString('ebill_log_lines_total');
    expect(counted).toContain('{service="test",event="form.refused",outcome="written"} 60');
    expect(counted).toContain('{service="test",event="form.refused",outcome="left-out"} 940');
  });

  test('has a higher limit for the line of each request, and none where its level is off', () => {
    const log = open();
    for (let index = 0; index < 20_000; index += 1) log.info({ msg: 'request', path: '/' });
    expect(lines).toHaveLength(logLineLimits.requests);
    lines.length = 0;
    const quiet = open('error');
    for (let index = 0; index < 100; index += 1) quiet.info({ event: 'answered' });
    jest.advanceTimersByTime(60_000);
    expect(lines.filter((line) => line.includes('answered'))).toEqual([]);
  });
});
