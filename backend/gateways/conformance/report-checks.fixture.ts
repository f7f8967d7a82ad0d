import { bankButtons } from '@/sandbox/scenarios/bank-buttons';
import type { GatewayReport, GatewayStatus } from '../gateway';
import type { Adapter, Button, Fields, Subject } from './adapter.fixture';
import { enquire, isBelieved, type Check } from './check.fixture';
import { replaceIn } from './check.fixture';

const lateMs = 61 * 60_000;
/** Before a code's deadline, and longer than any tolerance of a clock. */
const lateForCodesMs = 10 * 60_000;

function hasButton(adapter: Adapter, button: Button): boolean {
  return Object.hasOwn(adapter.enquired, button);
}

function statusOf(adapter: Adapter, button: Button): GatewayStatus {
  return adapter.enquired[button] ?? adapter.enquired.none;
}

/** Compares what the reports say; the fields of a message that no one reads may differ. */
function meaningOf({ verifyReport }: Subject['gateway'], fields: Fields): GatewayReport | null {
  const report = verifyReport(fields);
  return report.ok ? { ...report.value, bankName: null } : null;
}

/** The genuine messages of a paid attempt: of the browser, if it is signed, and of the server. */
async function payAndCollect(subject: Subject) {
  const { order, returned } = await subject.pay('approve');
  const callback = await subject.waitForCallback(order, 'successful');
  const isSigned = subject.adapter.browserReturn === 'signed' && returned !== null;
  return { order, returned, messages: isSigned ? [returned, callback] : [callback] };
}

/** Every small change of a message: of each field, and its absence. */
function listChanges(fields: Fields): readonly Fields[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const { [name]: _, ...without } = fields;
    const flipped = value.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
    return [without, ...[`${value}1`, `${value} `, '', flipped].map((changed) => ({ ...fields, [name]: changed }))];
  });
}

function checkButton({ value, callback, browserReturn }: (typeof bankButtons)[number]): Check {
  return {
    name: `reports what the payer did: ${value}`,
    isFor: (adapter) => hasButton(adapter, value),
    async run(subject) {
      const { adapter, gateway, harness } = subject;
      const { order, returned } = await subject.pay(value);
      const truth = statusOf(adapter, value);

      const hasReturn = adapter.browserReturn !== null && browserReturn !== 'never';
      expect(returned !== null).toBe(hasReturn);
      if (returned !== null) {
        expect(gateway.readNumber(returned)).toBe(order.number);
        const read = gateway.verifyReport(returned);
        const isForged = browserReturn === 'tampered' || browserReturn === 'replayed';
        if (adapter.browserReturn === 'unsigned') expect(read).toEqual({ ok: false, error: 'unsigned' });
        else if (!isForged) {
          const status = adapter.returned?.[value] ?? truth;
          expect(read).toMatchObject({ ok: true, value: { number: order.number, status, currency: 'MYR' } });
        }
      }
      const reported = adapter.calledBack?.[value] === undefined ? truth : adapter.calledBack[value];
      if (callback !== 'none' && reported !== null) {
        expect(gateway.readNumber(await subject.waitForCallback(order, reported))).toBe(order.number);
      }
      if (browserReturn === 'twice') {
        const visits = harness.received.filter(({ path }) => !path.startsWith('/callbacks/'));
        expect(visits.map(({ fields }) => fields)).toEqual([returned]);
      }
      const report = await enquire(subject, order);
      expect(report).toMatchObject({ number: order.number, status: truth, amount: order.amount, currency: 'MYR' });
      if (truth === 'successful') expect(report).toMatchObject({ gatewayReference: expect.stringMatching(/^.{6,}$/) });
    },
  };
}

export const reportChecks: readonly Check[] = [
  ...bankButtons.map(checkButton),
  {
    name: 'reads no report and no number from what is not a message',
    async run({ gateway }) {
      const long = 'x'.repeat(100_000);
      for (const fields of [{}, { body: '', signature: '' }, { body: '[', signature: 'x' }, { [long]: long }]) {
        expect([gateway.verifyReport(fields).ok, gateway.readNumber(fields)]).toEqual([false, null]);
      }
    },
  },
  {
    name: 'forged: rejects a message without its signature, and with another’s',
    async run(subject) {
      const { adapter, gateway } = subject;
      const { messages, returned } = await payAndCollect(subject);
      const other = await payAndCollect(subject);
      for (const [index, message] of messages.entries()) {
        const names = adapter.signatureFields.filter((name) => message[name] !== undefined);
        expect(names).not.toEqual([]);
        const unsigned = Object.entries(message).filter(([name]) => !names.includes(name));
        const emptied = names.map((name) => [name, '']);
        const foreign = names.map((name) => [name, other.messages[index]?.[name] ?? '']);
        for (const forged of [unsigned, [...unsigned, ...emptied], [...unsigned, ...foreign]]) {
          expect(gateway.verifyReport(Object.fromEntries(forged)).ok).toBe(false);
        }
      }
      if (adapter.browserReturn === 'unsigned') {
        const claims = { status: 'paid', paid: 'true', amount: '138.78', currency: 'MYR', signature: 'x' };
        expect(gateway.verifyReport({ ...claims, ...returned }).ok).toBe(false);
      }
    },
  },
  {
    name: 'altered: no change of a signed message changes what it says',
    async run(subject) {
      const { adapter, gateway } = subject;
      for (const message of (await payAndCollect(subject)).messages) {
        const genuine = meaningOf(gateway, message);
        expect(genuine).not.toBeNull();
        for (const changed of listChanges(message)) {
          const meaning = meaningOf(gateway, changed);
          // Whose payment it is, an enquiry tells where the signature does not.
          const read = meaning && { ...meaning, ...(!adapter.signsNumber && { number: genuine?.number }) };
          if (read !== null) expect(read).toEqual(genuine);
        }
      }
    },
  },
  {
    name: 'altered: does not believe a payment of another amount',
    isFor: (adapter) => hasButton(adapter, 'tamper'),
    async run(subject) {
      const { order, returned } = await subject.pay('tamper');
      for (const fields of [...(returned === null ? [] : [returned]), ...subject.callbacks()]) {
        expect(await isBelieved(subject, order, fields)).toBe(false);
        const report = subject.gateway.verifyReport(fields);
        expect(report.ok && report.value.status === 'successful').toBe(false);
      }
    },
  },
  {
    name: 'replayed: does not believe an old payment’s messages of another',
    isFor: (adapter) => hasButton(adapter, 'replay'),
    async run(subject) {
      await subject.pay('return-only');
      const { order, returned } = await subject.pay('replay');
      for (const fields of [...(returned === null ? [] : [returned]), ...subject.callbacks()]) {
        expect(await isBelieved(subject, order, fields)).toBe(false);
      }
    },
  },
  {
    name: 'swapped: a message with the number of another attempt does not pay it',
    async run(subject) {
      const { adapter, gateway } = subject;
      const { order: paid, messages } = await payAndCollect(subject);
      const { order } = await subject.begin();
      for (const message of messages) {
        const swapped = replaceIn(message, paid.number, order.number);
        expect(await isBelieved(subject, order, swapped)).toBe(false);
        if (adapter.signsNumber) expect(gateway.verifyReport(swapped).ok).toBe(false);
      }
    },
  },
  {
    name: 'doubled: says the same each time',
    async run(subject) {
      const { order, messages } = await payAndCollect(subject);
      for (const message of messages) {
        const first = subject.gateway.verifyReport(message);
        expect(subject.gateway.verifyReport(message)).toEqual(first);
        expect(first).toMatchObject({ ok: true, value: { number: order.number } });
      }
      expect(await enquire(subject, order)).toEqual(await enquire(subject, order));
    },
  },
  {
    name: 'late: believes a callback about what is decided much later',
    async run(subject) {
      const { adapter, harness } = subject;
      const isOfPage = adapter.start === 'redirect';
      const { order } = isOfPage ? await subject.pay('leave-pending') : await subject.begin();
      const offsetMs = isOfPage ? lateMs : lateForCodesMs;
      await harness.control('clock', { offsetMs });
      expect((await harness.control('settle', { number: order.number, outcome: 'successful' })).status).toBe(200);
      const later = subject.open({ now: () => Date.now() + offsetMs });
      await subject.waitForCallback(order, 'successful', later);
      expect(await later.enquire(order)).toMatchObject({ ok: true, value: { status: 'successful' } });
    },
  },
  {
    name: 'late: what failed later is reported as failed',
    isFor: (adapter) => hasButton(adapter, 'leave-pending'),
    async run(subject) {
      const { order } = await subject.pay('leave-pending');
      await subject.harness.control('settle', { number: order.number, outcome: 'failed' });
      expect(await enquire(subject, order)).toMatchObject({ status: 'failed', number: order.number });
    },
  },
  {
    name: 'reads the dispute of a paid attempt, and no altered one',
    isFor: ({ operations }) => operations.verifyDispute,
    async run(subject) {
      const { gateway, harness } = subject;
      const { order, messages } = await payAndCollect(subject);
      for (const message of messages) expect(gateway.verifyDispute?.(message)).toBeNull();
      const before = subject.callbacks().length;
      await harness.control('dispute', { number: order.number, outcome: 'opened', reason: '10.4' });
      const readDispute = (fields: Fields) => gateway.verifyDispute?.(fields) ?? null;
      while (
        !subject
          .callbacks()
          .slice(before)
          .some((fields) => readDispute(fields) !== null)
      ) {
        await harness.waitFor(harness.received.length + 1);
      }
      const dispute = subject.callbacks().find((fields) => readDispute(fields) !== null) ?? {};
      const genuine = readDispute(dispute);
      expect(genuine).toMatchObject({ ok: true, value: { status: 'opened', amount: order.amount, currency: 'MYR' } });
      const number = genuine?.ok === true ? genuine.value.number : null;
      if (number === null) {
        const report = await enquire(subject, order);
        expect(report).toMatchObject({ gatewayReference: gateway.readGatewayReference?.(dispute) });
      } else expect(number).toBe(order.number);
      for (const changed of listChanges(dispute)) {
        const read = readDispute(changed);
        if (read?.ok === true) expect(read).toEqual(genuine);
      }
    },
  },
];
