import { assembleBackend, type AssembledBackend } from '../../backend/assemble';
import type { Db } from '../../backend/db/database';
import type { Gateway } from '../../backend/gateways/gateway';
import type { GatewaysInUse } from '../../backend/gateways-in-use';
import { createGateways } from '../../backend/gateways-wiring';
import { silentLog } from '../../backend/http/log';
import { describeSandboxGateways } from '../gateway-settings';
import { openGatedStore } from './gated-store';
import { simulatedOrigins } from './origins';
import { isPlantedFault, plantedFaults } from './planted-faults';
import { letsStepsHappen, orderSchema, type Order, type SimulatedDeployment, type Word } from './process-messages';
import { createStepGate, type StepGate } from './step-gate';
import { watchThreadWork } from './thread-work';

/*
 * One backend of the simulation, in a process of its own: the real one, which stops before each of its steps. Whoever started it says by
 * messages what it is asked, and when it may go on; and kills it.
 */

/** Each call to a gateway is a step, and so is its answer. The sandbox's carrier asks the store: those are its steps. */
function gateGateway(gateway: Gateway, { awaitTurn, leave }: StepGate): Gateway {
  if (gateway.name === 'carrier') return gateway;
  async function call<Value>(ask: () => Promise<Value>): Promise<Value> {
    await awaitTurn(false);
    const answer = await leave(ask);
    await awaitTurn(false);
    return answer;
  }
  const { withdraw, voidPayment } = gateway;
  return {
    ...gateway,
    begin: (order, card) => call(() => gateway.begin(order, card)),
    enquire: (order) => call(() => gateway.enquire(order)),
    ...(withdraw !== undefined && { withdraw: (order) => call(() => withdraw(order)) }),
    ...(voidPayment !== undefined && { voidPayment: (order) => call(() => voidPayment(order)) }),
  };
}

async function assemble(deployment: SimulatedDeployment, db: Db, gate: StepGate): Promise<AssembledBackend> {
  const { banksOrigin, dataDir, cardDataKey } = deployment;
  const assembled = await assembleBackend({
    store: { db, close: async () => {} },
    log: silentLog,
    isSandbox: true,
    publicOrigin: simulatedOrigins.siteOrigin,
    banksOrigin,
    cardKey: Buffer.from(deployment.cardKey, 'base64'),
    cardDataKey,
    messagesUrl: null,
    accountLinkTokenUrl: null,
    operatorKey: null,
    mail: null,
    createGateways: (clock, carrier): GatewaysInUse => {
      const inUse = createGateways(
        describeSandboxGateways({ ...simulatedOrigins, banksUrl: banksOrigin, dataDir }),
        clock,
        carrier,
      );
      const gated = Object.entries(inUse.ofMethod).map(([method, gateway]): [string, Gateway] => [
        method,
        gateGateway(gateway, gate),
      ]);
      return { ...inUse, ofMethod: Object.fromEntries(gated) };
    },
  });
  // Timed work is done when it is asked for, and never beside it.
  Object.assign(assembled.jobs, { wake: () => {} });
  return assembled;
}

const gate = createStepGate(watchThreadWork());
const stores = new Map<string, Db>();
let backend: AssembledBackend | null = null;
let heard = 0;
let isSettling = false;

const say = (word: Word) => void process.send?.(word);

function openStore({ databaseUrl, planted }: SimulatedDeployment): Db {
  const known = stores.get(databaseUrl);
  if (known !== undefined) return known;
  if (!isPlantedFault(planted)) throw new RangeError(`no fault is called ${planted}`);
  const opened = openGatedStore(databaseUrl, gate, plantedFaults[planted].statements);
  stores.set(databaseUrl, opened);
  return opened;
}

function running(): AssembledBackend {
  if (backend === null) throw new Error('asked before it was opened');
  return backend;
}

/** Does what an order asks; gives the answer to it, if it has one. */
async function obey(order: Order): Promise<Omit<Word & { kind: 'done' }, 'kind' | 'id'> | null> {
  const done = { status: 0, body: '', fault: null };
  switch (order.kind) {
    case 'open':
      void backend?.app.close();
      backend = await assemble(order.deployment, openStore(order.deployment), gate);
      return done;
    case 'request': {
      const answer = await gate.act(order.actor, async () => running().app.inject(order.request));
      return { ...done, status: answer.statusCode, body: answer.body };
    }
    case 'work':
      return gate.act(order.actor, async () => {
        const fault = await running()
          .jobs.runDue()
          .then(() => null, String);
        return { ...done, fault };
      });
    case 'turn':
      gate.giveTurn(order.step, order.turn);
      return null;
    case 'look':
      await gate.look();
      return null;
    case 'clock':
      running().clock.offsetMs = order.offsetMs;
      return null;
  }
}

async function sayWhenAtRest(): Promise<void> {
  if (isSettling) return;
  isSettling = true;
  for (let settled = -1; settled !== heard;) {
    settled = heard;
    await gate.settle();
  }
  isSettling = false;
  const { waiting, blocked } = gate.describe();
  say({ kind: 'rest', heard, waiting: [...waiting], blocked });
}

process.on('message', (message) => {
  const order = orderSchema.parse(message);
  void obey(order).then((answer) => {
    if (answer !== null && 'id' in order) say({ kind: 'done', id: order.id, ...answer });
  });
  if (!letsStepsHappen(order)) return;
  heard += 1;
  void sayWhenAtRest();
});

// Whoever started it is gone.
process.on('disconnect', () => process.exit());
