import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@/lib/contract/calls';
import { startTestBackend, succeed, testOperatorKey, type TestBackend } from '../../backend/test-backend.fixture';
import { createOperatorClient } from '../operator-client';
import { runConfigCommand } from './config-command';
import { runDowntimeCommand } from './downtime-command';
import { runPlansCommand } from './plans-command';

/* The common config, downtimes and instalment plans outside the sandbox: docs/operate.md, "Settings". */

const folder = mkdtempSync(join(tmpdir(), 'ebill-settings-'));
let backend: TestBackend;
let address: string;
const start = Date.now();

beforeAll(async () => {
  backend = await startTestBackend({ sandbox: null });
  address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  for (const table of ['stored_config', 'setting_changes', 'downtimes'] as const)
    await backend.store.db.deleteFrom(table).execute();
});
afterAll(async () => {
  await backend.close();
  rmSync(folder, { recursive: true });
});

const operator = () => createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: testOperatorKey });
const config = (...parameters: string[]) => runConfigCommand(operator(), parameters);
const downtime = (...parameters: string[]) => runDowntimeCommand(operator(), parameters);
const plans = (...parameters: string[]) => runPlansCommand(operator(), parameters);
const readConfig = () => succeed(backend, calls['config.get'], {});
/** An instant after the start of the tests. */
const fromNow = (minutes: number) => new Date(start + minutes * 60_000).toISOString();

describe('config', () => {
  test('sets fields, which every page then reads, and unsets them', async () => {
    await config('set', 'isApgDown=true', 'payAmtLimit=500', 'quickPayCustomMessageContent=Closed on Friday');
    const changed = { isApgDown: true, payAmtLimit: 500, quickPayCustomMessageContent: 'Closed on Friday' };
    expect(await readConfig()).toMatchObject(changed);
    expect(await config('get', 'isApgDown', 'payAmtLimit')).toEqual({ isApgDown: true, payAmtLimit: 500 });
    await config('unset', 'isApgDown', 'payAmtLimit');
    expect(await readConfig()).toMatchObject({ ...changed, isApgDown: false, payAmtLimit: 0 });
  });

  test('keeps a history, the latest change first', async () => {
    await config('set', 'payAmtLimit=500');
    await config('unset', 'payAmtLimit', 'gaEnabled');
    await downtime('add', 'fpx', '--until', fromNow(60));
    expect(await config('history')).toMatchObject([
      { setting: 'downtime fpx', value: { until: fromNow(60) } },
      { setting: 'payAmtLimit', value: null },
      { setting: 'payAmtLimit', value: 500, at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
  });

  test('changes concurrently without losing a field', async () => {
    await Promise.all([
      config('set', 'payAmtLimit=500'),
      config('set', 'gaEnabled=true'),
      config('set', 'isApgDown=true'),
    ]);
    expect(await readConfig()).toMatchObject({ payAmtLimit: 500, gaEnabled: true, isApgDown: true });
  });

  test.each([
    ['a field that does not exist', ['set', 'unheardOf=1']],
    ['a value of another type', ['set', 'payAmtLimit=much']],
    ['a value beyond its limit', ['set', 'payAmtLimit=1000001']],
    ['a fraction of a sen', ['set', 'payAmtLimit=12.345']],
    ['a field that the backend computes', ['set', 'isSandbox=true']],
    ['no value', ['set', 'isApgDown']],
    ['an unknown field to unset', ['unset', 'unheardOf']],
    ['an unknown field to get', ['get', 'unheardOf']],
  ])('rejects %s, and changes nothing', async (_what, parameters) => {
    const { serverTime: _time, ...before } = await readConfig();
    await expect(config(...parameters)).rejects.toThrow();
    expect(await readConfig()).toMatchObject(before);
    expect(await config('history')).toEqual([]);
  });
});

describe('downtime', () => {
  test('is added, replaced, listed and ended', async () => {
    await downtime('add', 'MB2U0227', '--from', fromNow(30), '--until', fromNow(60));
    await downtime('add', 'MB2U0227', '--from', fromNow(40), '--until', fromNow(90), '--message', ' Being upgraded. ');
    const message = 'Being upgraded.';
    expect(await downtime('list')).toEqual([{ target: 'MB2U0227', from: fromNow(40), until: fromNow(90), message }]);
    expect(await downtime('end', 'MB2U0227')).toEqual([]);
  });

  test.each([
    ['an unknown target', ['add', 'nowhere', '--until', '2099-01-01T00:00:00Z']],
    ['an end in the past', ['add', 'fpx', '--until', '2020-01-01T00:00:00Z']],
    ['no end', ['add', 'fpx']],
    ['the end of one that there is not', ['end', 'fpx']],
  ])('rejects %s', async (_what, parameters) => {
    await expect(downtime(...parameters)).rejects.toThrow();
    expect(await downtime('list')).toEqual([]);
  });
});

describe('instalment plans', () => {
  const write = (text: string) => {
    const file = join(folder, 'plans.csv');
    writeFileSync(file, text);
    return file;
  };

  test('are imported from the example file, and reset', async () => {
    expect(await plans('list')).toEqual([]);
    expect(await plans('import', join(__dirname, '../../examples/biller-files/instalment-plans.csv'))).toEqual([
      { bank: 'MBB', bankName: 'Maybank', months: [6, 12, 24], minimum: 50_000 },
      { bank: 'CIMB', bankName: 'CIMB Bank', months: [6, 12], minimum: 100_000 },
    ]);
    expect(await plans('reset')).toEqual([]);
  });

  test.each([
    ['months that are no list', 'MBB,Maybank,6-12,500', 'line 2: months'],
    ['a minimum that is no amount', 'MBB,Maybank,6 12,much', 'line 2: minimum'],
    ['a month twice', 'MBB,Maybank,6 6,500', 'months'],
    ['a bank without a name', 'MBB,,6,500', 'bankName'],
    ['a bank twice', 'MBB,Maybank,6,500\nMBB,Maybank,12,500', 'twice'],
  ])('rejects %s, and changes nothing', async (_what, lines, message) => {
    await expect(plans('import', write(`bank,bank_name,months,minimum\n${lines}\n`))).rejects.toThrow(message);
    expect(await plans('list')).toEqual([]);
  });

  test('rejects other columns', async () => {
    await expect(plans('import', write('bank,months\nMBB,6\n'))).rejects.toThrow('The columns must be');
  });
});
