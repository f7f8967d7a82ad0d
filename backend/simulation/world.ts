import { randomUUID } from 'node:crypto';
import { CompactEncrypt, importJWK } from 'jose';
import { sql } from 'kysely';
import { calls } from '@/lib/contract/calls';
import type { Call } from '@/lib/contract/call';
import { assembleBackend, type AssembledBackend } from '../assemble';
import { createCardDataKey } from '../cards/encryption';
import { minuteMs } from '../clock';
import type { Db } from '../db/database';
import { createGateways } from '../gateways-wiring';
import type { Gateway } from '../gateways/gateway';
import type { GatewaysInUse } from '../gateways-in-use';
import { silentLog } from '../http/log';
import { describeSandboxGateways } from '../sandbox/gateway-settings';
import { moveClock } from '../sandbox/clock-state';
import { send } from '../test-backend.fixture';
import type { BankSide, Letter } from './bank-side';
import type { GatedStore } from './gated-store';
import { createFigures, type Figures } from './figures';
import type { Actor, Interleaving } from './interleaving';
import type { MethodChoice, Move, Placed } from './moves';

export interface WorldParts {
  readonly interleaving: Interleaving;
  readonly store: GatedStore;
  readonly bank: BankSide;
  readonly dataDir: string;
  readonly cardDataKey: string;
  /** A planted fault: the backend says `OK` to callbacks and forgets them. */
  readonly losesCallbacks: boolean;
}

/** An attempt as its payer's browser knows it. */
interface Way {
  readonly refid: string;
  readonly number: string;
  /** What the browser brings to FPX; null where the payment is at its bank already. */
  readonly fields: Readonly<Record<string, string>> | null;
  /** When the attempt began, ms by the bank's clock. */
  readonly begunAt: number;
}

interface AskedInit {
  readonly refid: string;
  readonly choice: MethodChoice;
  readonly key: string;
}

/** Silence is found by enquiry when the bank is paid within this time of the beginning; after it, it says so until it is heard. */
const silenceMs = 24 * 60 * minuteMs;
const amount = 13_878;
const accountNumber = '1234567801';

export interface World {
  readonly orders: readonly string[];
  readonly log: readonly string[];
  /** What went against the promise while it happened; the state at the end is judged apart. */
  readonly complaints: readonly string[];
  readonly figures: Figures;
  readonly db: Db;
  readonly bank: BankSide;
  play(move: Move): Promise<void>;
  /** Everything works again, what banks owe is brought, and days go by. */
  finish(): Promise<void>;
  resultOf(refid: string): Promise<string>;
  close(): Promise<void>;
}

const jweOf = new Map<string, Promise<string>>();

function encryptCard(cardDataKey: string, number: string): Promise<string> {
  const known = jweOf.get(number);
  if (known !== undefined) return known;
  const made = (async () => {
    const jwk = createCardDataKey(cardDataKey).publicJwk;
    const data = JSON.stringify({ number, expiry: '12/39', cvv: '123', name: 'TEST PAYER' });
    return new CompactEncrypt(new TextEncoder().encode(data))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk['kid'] ?? '' })
      .encrypt(await importJWK({ ...jwk, kty: 'RSA' }, 'RSA-OAEP-256'));
  })();
  jweOf.set(number, made);
  return made;
}

function fromNewest<Value>(values: readonly Value[], back: number): Value | undefined {
  return values.length === 0 ? undefined : values[values.length - 1 - (back % values.length)];
}

/** Each call to a gateway is a step, and so is its answer. */
function gateGateway(gateway: Gateway, { awaitTurn, leave }: Interleaving): Gateway {
  return {
    ...gateway,
    async begin(order, card) {
      await awaitTurn(false);
      const started = await leave(() => gateway.begin(order, card));
      await awaitTurn(false);
      return started;
    },
    async enquire(order) {
      await awaitTurn(false);
      const report = await leave(() => gateway.enquire(order));
      await awaitTurn(false);
      return report;
    },
  };
}

export async function createWorld(parts: WorldParts): Promise<World> {
  const { interleaving, store, bank, dataDir, cardDataKey, losesCallbacks } = parts;
  const log: string[] = [];
  const complaints: string[] = [];
  const figures = createFigures();
  const orders: string[] = [];
  const ways: Way[] = [];
  const asked: AskedInit[] = [];
  const letters: Letter[] = [];
  const answerOfKey = new Map<string, string>();
  let owed: Letter[] = [];
  let offsetMs = 0;
  let isFaulty = false;

  async function start(process: 0 | 1): Promise<AssembledBackend> {
    const db = store.connect(process);
    const assembled = await assembleBackend({
      store: { db, close: async () => {} },
      log: silentLog,
      isSandbox: true,
      publicOrigin: 'http://localhost:3000',
      banksOrigin: bank.origin,
      cardKey: Buffer.alloc(32, 7),
      cardDataKey,
      messagesUrl: null,
      accountLinkTokenUrl: null,
      operatorKey: null,
      mail: null,
      createGateways: (clock, carrier): GatewaysInUse => {
        const settings = describeSandboxGateways({
          siteOrigin: 'http://localhost:3000',
          backendUrl: 'http://127.0.0.1:4000',
          banksUrl: bank.origin,
          dataDir,
        });
        const inUse = createGateways(settings, clock, carrier);
        const gated = Object.entries(inUse.ofMethod).map(([method, gateway]): [string, Gateway] => [
          method,
          gateGateway(gateway, interleaving),
        ]);
        return { ...inUse, ofMethod: Object.fromEntries(gated) };
      },
    });
    // Timed work is done when a move says so, and never beside it.
    Object.assign(assembled.jobs, { nudge: () => {} });
    return assembled;
  }

  const backends: [AssembledBackend, AssembledBackend] = [await start(0), await start(1)];
  const killed = new Set<0 | 1>();
  const db = store.connect(-1);
  interleaving.onKill = async (process) => {
    if (process !== 0 && process !== 1) return;
    killed.add(process);
    await store.breakConnections(process);
  };

  async function reviveKilled(): Promise<void> {
    for (const process of killed) {
      void backends[process].app.close();
      backends[process] = await start(process);
    }
    killed.clear();
  }

  function complain(what: string): void {
    if (!interleaving.isDead()) complaints.push(what);
  }

  async function ask(process: 0 | 1, call: Call, request: unknown, key: string = randomUUID()) {
    const answer = await send(backends[process], call, request, key);
    log.push(`  ${process} ${call.name} ${answer.status} ${answer.code ?? JSON.stringify(answer.body).slice(0, 80)}`);
    if (answer.status >= 500 && !isFaulty) complain(`${call.name} failed: ${answer.code}`);
    if (answer.status === 200 && call.kind === 'write') {
      const body = JSON.stringify(answer.body);
      const before = answerOfKey.get(key);
      if (before !== undefined && before !== body) complain(`${call.name} was answered otherwise under the same key`);
      answerOfKey.set(key, body);
    }
    return answer;
  }

  async function create(process: 0 | 1): Promise<void> {
    const request = { accountNumber, payOption: 'current', amount, email: 'payer@example.com' };
    const answer = await ask(process, calls['transaction.create'], request);
    if (answer.status === 200) orders.push(calls['transaction.create'].response.parse(answer.body).transactionRefId);
  }

  async function init(process: 0 | 1, { refid, choice, key }: AskedInit): Promise<void> {
    const paymentRequest = await (async () => {
      if (choice === 'corporate') return { selectedPaymentMethod: 'fpxCorporate', fpxBankCorporateID: 'MBB0228' };
      if (!/^\d/.test(choice)) return { selectedPaymentMethod: 'fpx', fpxBankID: choice };
      return { selectedPaymentMethod: 'newCard', cardDetails: await encryptCard(cardDataKey, choice) };
    })();
    const request = {
      refid,
      shownAmount: amount,
      paymentRequest: { ...paymentRequest, userEmailAddress: 'payer@example.com' },
    };
    const answer = await ask(process, calls['payment.init'], request, key);
    if (answer.status !== 200) return;
    const { onward } = calls['payment.init'].response.parse(answer.body);
    if (onward?.kind !== 'redirect') return;
    const number = onward.fields['fpx_sellerExOrderNo'];
    const session = onward.fields['session'];
    const known =
      number ?? bank.listPayments().find((payment) => payment.session === session && session !== undefined)?.number;
    if (known === undefined || ways.some((way) => way.number === known)) return;
    ways.push({
      refid,
      number: known,
      fields: number === undefined ? null : { ...onward.fields },
      begunAt: bank.now(),
    });
  }

  /** What is paid late is said by the bank until it is heard. */
  const mayBeSilent = (way: Way) => bank.now() - way.begunAt < silenceMs;

  function post(sent: readonly Letter[]): void {
    letters.push(...sent);
    if (sent.length > 0 && !sent.some(({ isOwed }) => isOwed)) figures.count('bank silent');
    owed.push(...sent.filter(({ isOwed }) => isOwed));
  }

  async function bring(process: 0 | 1, letter: Letter): Promise<void> {
    if (letter.channel === 'return') {
      const route = letter.gateway === 'fpx' ? '/bankResultFPX' : '/bankResultMBB';
      await ask(process, calls['payment.return'], { route, fields: letter.fields });
      return;
    }
    const answer = losesCallbacks
      ? { statusCode: 200 }
      : await backends[process].app.inject({
          method: 'POST',
          url: `/callbacks/${letter.gateway}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ ...letter.fields }).toString(),
        });
    log.push(`  ${process} callback ${letter.number.slice(0, 4)} ${answer.statusCode}`);
    if (interleaving.isDead()) return;
    if (answer.statusCode >= 500 && !isFaulty) complain('a callback failed');
    if (answer.statusCode === 200) owed = owed.filter((other) => other !== letter);
  }

  function forge(letter: Letter, how: 'amount' | 'number'): Letter {
    const other = ways.find(({ number }) => number !== letter.number)?.number ?? letter.number;
    const fields = Object.entries(letter.fields).map(([name, value]): [string, string] => {
      if (how === 'number') return [name, value === letter.number ? other : value];
      return [name, /amount/i.test(name) ? value.replace('138', '939') : value];
    });
    return { ...letter, isOwed: false, fields: Object.fromEntries(fields) };
  }

  async function act({ action, process }: Placed): Promise<void> {
    figures.count('commands');
    switch (action.do) {
      case 'create':
        return orders.length < 8 ? create(process) : undefined;
      case 'init': {
        const refid = fromNewest(orders, action.order);
        if (refid === undefined) return;
        const before = action.isRetry ? asked.findLast((init) => init.refid === refid) : undefined;
        const next = before ?? { refid, choice: action.choice, key: randomUUID() };
        if (before === undefined) asked.push(next);
        return init(process, next);
      }
      case 'press': {
        const way = fromNewest(ways, action.attempt);
        if (way === undefined) return;
        if (way.fields !== null && bank.find(way.number) === null)
          await interleaving.leave(() => bank.openPage(way.fields ?? {}));
        await interleaving.awaitTurn(false);
        const sent = bank.press(way.number, action.button, !action.isSilent || !mayBeSilent(way));
        log.push(`  press ${action.button} ${way.number.slice(0, 4)}: ${sent.length} letters`);
        post(sent);
        for (const channel of action.then) {
          const letter = sent.find((one) => one.channel === channel);
          if (letter !== undefined) await bring(process, letter);
        }
        return;
      }
      case 'settle': {
        const way = fromNewest(ways, action.attempt);
        if (way === undefined) return;
        const outcome = action.isPaid ? 'approved' : 'declined';
        const sent = bank.settle(way.number, outcome, !action.isSilent || !mayBeSilent(way));
        log.push(`  settle ${outcome} ${way.number.slice(0, 4)}: ${sent.length} letters`);
        return post(sent);
      }
      case 'bring':
      case 'forge': {
        const letter = fromNewest(letters, action.letter);
        if (letter === undefined) return;
        if (action.do === 'bring') return bring(process, letter);
        figures.count('letter forged');
        return bring(process, forge(letter, action.how));
      }
      case 'result':
      case 'cancel': {
        const refid = fromNewest(orders, action.order);
        if (refid === undefined) return;
        const call = action.do === 'result' ? calls['payment.result'] : calls['payment.cancel'];
        await ask(process, call, { refid });
        return;
      }
      case 'work':
        return work(process);
    }
  }

  async function work(process: 0 | 1): Promise<void> {
    await backends[process].jobs.runDue().catch((error: unknown) => {
      if (!isFaulty) complain(`timed work failed: ${String(error)}`);
    });
  }

  /** Real time goes by too: claims of processes that were killed lapse. */
  async function pass(minutes: number): Promise<void> {
    const byMs = minutes * minuteMs;
    offsetMs += byMs;
    const [first, second] = backends;
    await moveClock(db, first.clock, byMs);
    second.clock.offsetMs = offsetMs;
    bank.moveClock(offsetMs);
    const span = sql<Date>`${`${minutes} minutes`}::interval`;
    await sql`update jobs set claimed_until = claimed_until - ${span}`.execute(db);
    await sql`update idempotency_keys set claimed_until = claimed_until - ${span}`.execute(db);
  }

  /** Time goes by in steps that grow, as timed work comes due. */
  async function passWith(minutes: number, isWorked: boolean): Promise<void> {
    let left = minutes;
    for (let step = 16; left > 0 && isWorked; step *= 6) {
      await pass(Math.min(step, left));
      left -= step;
      await work(0);
    }
    if (left > 0) await pass(left);
  }

  await create(0);

  return {
    orders,
    log,
    complaints,
    figures,
    db,
    bank,
    async play(move) {
      if (move.kind === 'network') {
        log.push(`network ${move.state}`);
        if (move.state !== 'up') figures.count(`network ${move.state}`);
        return bank.setNetwork(move.state);
      }
      if (move.kind === 'time') {
        log.push(`${move.minutes} minutes go by${move.isWorked ? '' : ', nothing works'}`);
        return passWith(move.minutes, move.isWorked);
      }
      log.push(`at once${move.fault === null ? '' : `, ${move.fault.kind} at ${move.fault.at}`}:`);
      isFaulty = move.fault !== null;
      const actors = move.actions.map((placed, index) => {
        const actor: Actor = { name: String(index), process: placed.process };
        return { actor, act: () => act(placed) };
      });
      const happened = await interleaving.runAtOnce(actors, { seed: move.seed, fault: move.fault });
      if (happened !== null) figures.count(happened);
      isFaulty = false;
      await reviveKilled();
    },
    async finish() {
      log.push('the end');
      bank.setNetwork('up');
      for (const letter of [...owed]) await bring(0, letter);
      for (const minutes of [16, 60, 6 * 60]) {
        await pass(minutes);
        await work(1);
      }
      // What is pending is paid, refused, or left to its second signatory, who never comes.
      ways.forEach(({ number }, index) => {
        if (index % 3 < 2 || bank.find(number)?.state === 'pending') {
          post(bank.settle(number, index % 3 === 0 ? 'approved' : 'declined', true));
        }
      });
      for (let day = 0; day < 12; day += 1) {
        await pass(24 * 60);
        for (const letter of [...owed]) await bring(0, letter);
        await work(day % 2 === 0 ? 0 : 1);
      }
      if (owed.length > 0) complain(`${owed.length} callbacks were never taken`);
    },
    async resultOf(refid) {
      const answer = await send(backends[0], calls['payment.result'], { refid });
      return answer.status === 200 ? calls['payment.result'].response.parse(answer.body).status : String(answer.code);
    },
    async close() {
      await Promise.all(backends.map(({ app }) => app.close()));
    },
  };
}
