import { resolveMethodGateways } from '@/lib/configuration/method-gateways';
import { assembleBackend, type AssembledBackend } from '../../../backend/assemble';
import type { Db } from '../../../backend/db/database';
import type { Gateway, GatewayRefunds } from '../../../backend/gateways/gateway';
import type { GatewaysInUse } from '../../../backend/gateways-in-use';
import { createGateways } from '../../../backend/gateways-wiring';
import { silentLog } from '../../../backend/http/log';
import { createSandbox } from '../../entry';
import { describeSandboxGateways } from '../../gateway-settings';
import { openControlledStore } from './controlled-store';
import { simulatedOrigins } from '../system/origins';
import { isPlantedFault, plantedFaults } from '../planted-faults';
import {
  triggersSteps,
  commandSchema,
  type ProcessCommand,
  type SimulatedDeployment,
  type ProcessEvent,
} from './process-messages';
import { createStepController, type StepController } from './step-controller';
import { watchCipherJobs } from './cipher-jobs';

/*
 * One backend of the simulation in its own process: the real one, which stops before each of its steps. The parent process sends it requests,
 * grants the turns of its steps, and kills it.
 */

type ControlledCall = <Value>(ask: () => Promise<Value>) => Promise<Value>;

function controlRefunds(refunds: GatewayRefunds, call: ControlledCall): GatewayRefunds {
  return refunds.repeats === 'by-reference'
    ? {
        repeats: refunds.repeats,
        refund: (order) => call(() => refunds.refund(order)),
        findRefund: (order) => call(() => refunds.findRefund(order)),
      }
    : {
        repeats: refunds.repeats,
        refund: (order) => call(() => refunds.refund(order)),
        readRefunded: (payment) => call(() => refunds.readRefunded(payment)),
      };
}

/** Each call to a gateway is a step, and so is its response. The sandbox's carrier uses the store: its statements are its steps. */
function controlGateway(gateway: Gateway, { waitForTurn, runExternal }: StepController): Gateway {
  if (gateway.name === 'carrier') return gateway;
  async function call<Value>(ask: () => Promise<Value>): Promise<Value> {
    await waitForTurn(false);
    const answer = await runExternal(ask);
    await waitForTurn(false);
    return answer;
  }
  const { withdraw, voidPayment, refunds } = gateway;
  return {
    ...gateway,
    begin: (order, card) => call(() => gateway.begin(order, card)),
    enquire: (order) => call(() => gateway.enquire(order)),
    ...(withdraw !== undefined && { withdraw: (order) => call(() => withdraw(order)) }),
    ...(refunds !== undefined && { refunds: controlRefunds(refunds, call) }),
    ...(voidPayment !== undefined && { voidPayment: (order) => call(() => voidPayment(order)) }),
  };
}

async function assemble(deployment: SimulatedDeployment, db: Db, steps: StepController): Promise<AssembledBackend> {
  const { banksOrigin, dataDir, cardDataKey } = deployment;
  const assembled = await assembleBackend({
    store: { db, close: async () => {} },
    log: silentLog,
    sandbox: createSandbox({ publicOrigin: simulatedOrigins.siteOrigin, banksOrigin }),
    publicOrigin: simulatedOrigins.siteOrigin,
    retention: { contact: 180, messages: 30, billLinks: 400 },
    biller: 'sandbox',
    postingMinutes: 5,
    // Above it are the whole payments, and not the parts of them, that are refunded.
    refundApprovalAbove: 10_000,
    cardKey: Buffer.from(deployment.cardKey, 'base64'),
    cardDataKey,
    messagesUrl: null,
    accountLinkTokenUrl: null,
    operatorKey: 'of nobody: the operators have their own',
    mail: null,
    createGateways: (clock, carrier): GatewaysInUse => {
      const inUse = createGateways(
        describeSandboxGateways({ ...simulatedOrigins, banksUrl: banksOrigin, dataDir }),
        resolveMethodGateways({}, true),
        clock,
        carrier,
      );
      const controlled = new Map(inUse.all.map((gateway) => [gateway, controlGateway(gateway, steps)]));
      const control = (gateway: Gateway) => controlled.get(gateway) ?? gateway;
      const ofMethod = Object.entries(inUse.ofMethod).map(([method, gateways]): [string, readonly Gateway[]] => [
        method,
        gateways.map(control),
      ]);
      return { all: [...controlled.values()], ofMethod: Object.fromEntries(ofMethod) };
    },
  });
  // Jobs run only when they are asked for.
  Object.assign(assembled.jobs, { wake: () => {} });
  return assembled;
}

const steps = createStepController(watchCipherJobs());
const stores = new Map<string, Db>();
let backend: AssembledBackend | null = null;
let handled = 0;
let isSettling = false;

const send = (event: ProcessEvent) => void process.send?.(event);

function openStore({ databaseUrl, planted }: SimulatedDeployment): Db {
  const known = stores.get(databaseUrl);
  if (known !== undefined) return known;
  if (!isPlantedFault(planted)) throw new RangeError(`unknown fault: ${planted}`);
  const opened = openControlledStore(databaseUrl, steps, plantedFaults[planted].statements);
  stores.set(databaseUrl, opened);
  return opened;
}

function running(): AssembledBackend {
  if (backend === null) throw new Error('the backend is not open');
  return backend;
}

/** Executes a command; returns the response, if any. */
async function execute(command: ProcessCommand): Promise<Omit<ProcessEvent & { kind: 'done' }, 'kind' | 'id'> | null> {
  const noAnswer = { status: 0, body: '', fault: null };
  switch (command.kind) {
    case 'open':
      void backend?.app.close();
      backend = await assemble(command.deployment, openStore(command.deployment), steps);
      return noAnswer;
    case 'request': {
      const answer = await steps.act(command.actor, async () => running().app.inject(command.request));
      return { ...noAnswer, status: answer.statusCode, body: answer.body };
    }
    case 'run-jobs':
      return steps.act(command.actor, async () => {
        const fault = await running()
          .jobs.runDue()
          .then(() => null, String);
        return { ...noAnswer, fault };
      });
    case 'turn':
      steps.grantTurn(command.step, command.turn);
      return null;
    case 'recheck-locks':
      await steps.recheckLocks();
      return null;
    case 'clock':
      running().clock.offsetMs = command.offsetMs;
      return null;
  }
}

async function reportWhenIdle(): Promise<void> {
  if (isSettling) return;
  isSettling = true;
  for (let settled = -1; settled !== handled;) {
    settled = handled;
    await steps.settle();
  }
  isSettling = false;
  const { waiting, blocked } = steps.describe();
  send({ kind: 'idle', handled, waiting: [...waiting], blocked });
}

process.on('message', (message) => {
  const command = commandSchema.parse(message);
  void execute(command).then((answer) => {
    if (answer !== null && 'id' in command) send({ kind: 'done', id: command.id, ...answer });
  });
  if (!triggersSteps(command)) return;
  handled += 1;
  void reportWhenIdle();
});

// The parent process has exited.
process.on('disconnect', () => process.exit());
