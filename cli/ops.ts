import { existsSync } from 'node:fs';
import { createOperatorClient, OperatorError, type OperatorClient } from '@/cli/operator-client';
import { runBackupCommand, runRestoreCommand, usage as backupUsage } from '@/cli/backup-commands';
import { runHealthCommand, usage as healthUsage } from '@/cli/health-command';
import { runOperatorCommand, usage as operatorUsage } from '@/cli/operator-command';
import { runPartnerCommand, usage as partnerUsage } from '@/cli/partner-command';
import { runBillsCommand, usage as billsUsage } from '@/cli/biller/bills-command';
import { runChargesCommand, usage as chargesUsage } from '@/cli/biller/charges-command';
import { runMandatesCommand, usage as mandatesUsage } from '@/cli/biller/mandates-command';
import { runPostingsCommand, usage as postingsUsage } from '@/cli/biller/postings-command';
import { runLedgerCommand, usage as ledgerUsage } from '@/cli/ledger/ledger-command';
import { runCloseCommand, usage as closeUsage } from '@/cli/ledger/close-command';
import { runReconcileCommand, usage as reconcileUsage } from '@/cli/settlement/reconcile-command';
import { runConfigCommand, usage as configUsage } from '@/cli/settings/config-command';
import { runDowntimeCommand, usage as downtimeUsage } from '@/cli/settings/downtime-command';
import { runPlansCommand, usage as plansUsage } from '@/cli/settings/plans-command';
import { runPayerCommand, usage as payerUsage } from '@/cli/payer-command';
import { runReceiptCommand, usage as receiptUsage } from '@/cli/receipt-command';
import { runChargebackCommand, usage as chargebackUsage } from '@/cli/chargeback-command';
import { runPendingCommand, usage as pendingUsage } from '@/cli/pending-command';
import { runRefundCommand, usage as refundUsage } from '@/cli/refund-command';
import { runReviewCommand, usage as reviewUsage } from '@/cli/review-command';
import { runDoctorCommand, usage as doctorUsage } from './doctor/command';
import { runIntegrityCommand, usage as integrityUsage } from './integrity/command';

/** `npm run ops -- COMMAND …`: the operator's commands. */
const commands = {
  doctor: (backend: OperatorClient) => runDoctorCommand(process.env, backend),
  config: runConfigCommand,
  downtime: runDowntimeCommand,
  health: runHealthCommand,
  plans: runPlansCommand,
  operator: runOperatorCommand,
  partner: runPartnerCommand,
  bills: runBillsCommand,
  postings: runPostingsCommand,
  mandates: runMandatesCommand,
  charges: runChargesCommand,
  review: runReviewCommand,
  pending: runPendingCommand,
  chargeback: runChargebackCommand,
  refund: runRefundCommand,
  reconcile: runReconcileCommand,
  ledger: runLedgerCommand,
  receipt: runReceiptCommand,
  payer: runPayerCommand,
  close: runCloseCommand,
  backup: runBackupCommand,
  restore: (_backend: OperatorClient, parameters: readonly string[]) => runRestoreCommand(process.env, parameters),
  integrity: (_backend: OperatorClient, parameters: readonly string[]) => runIntegrityCommand(parameters),
} as const;

function isCommand(name: string | undefined): name is keyof typeof commands {
  return name !== undefined && Object.hasOwn(commands, name);
}

if (existsSync('.env')) process.loadEnvFile('.env');
const [name, ...parameters] = process.argv.slice(2);
try {
  if (!isCommand(name))
    throw new OperatorError(
      [
        doctorUsage,
        configUsage,
        downtimeUsage,
        healthUsage,
        plansUsage,
        billsUsage,
        postingsUsage,
        mandatesUsage,
        chargesUsage,
        operatorUsage,
        partnerUsage,
        reviewUsage,
        pendingUsage,
        chargebackUsage,
        refundUsage,
        reconcileUsage,
        ledgerUsage,
        receiptUsage,
        payerUsage,
        closeUsage,
        backupUsage,
        integrityUsage,
      ].join('\n'),
    );
  const output = await commands[name](createOperatorClient(process.env), parameters);
  console.log(typeof output === 'string' ? output : JSON.stringify(output, null, 2));
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
