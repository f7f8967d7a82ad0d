import type { Sandbox, SandboxSettings } from '../backend/sandbox';
import { loadCardDataKey, loadCardKey } from './card-keys';
import { readClockState } from './controls/clock';
import { addSandboxRoutes } from './controls/routes';
import { createSimulatorsClient } from './controls/simulators-client';
import { describeSandboxGateways } from './gateway-settings';
import { loadSandboxKeys, secretOfNetwork } from './keys';
import { isPublishedCard } from './scenarios/cards';
import { instalmentPlans } from './scenarios/instalment-plans';
import { createSandboxBiller } from './services/biller';
import { createSandboxCarrier } from './services/carrier';
import { createSandboxFaults } from './services/faults';
import { createSandboxDelivery } from './services/messages';
import { registerSandboxPartners } from './services/partners';
import { withSandboxCards } from './services/saved-cards';
import { markSandboxStore } from './services/store-mark';
import { gsmaPath } from './simulators/gsma/routes';

/** The entry point that the backend loads if the sandbox is on. */
export function createSandbox({ publicOrigin, banksOrigin }: SandboxSettings): Sandbox {
  return {
    configDefaults: {
      payAmtLimit: 500,
      payLimitCustomerType: 'REGULAR',
      ceCustomerType: 'CE',
      gaEnabled: false,
      localisationStatus: true,
      autoDebitType: 'otp',
      autoDebitNonLoggedInEnabled: true,
      ulmAuthorizeUrl: `${banksOrigin}/link/authorize`,
      ulmClientId: 'ebill',
      ulmAutoDebitRedirectURI: `${publicOrigin}/ulm/autodebit/register`,
    },
    instalmentPlans,
    accountLinkTokenUrl: `${banksOrigin}/link/token`,
    describeGateways: (own, dataDir) => describeSandboxGateways({ ...own, banksUrl: banksOrigin, dataDir }),
    describeGsmaBiller: (dataDir) => ({
      apiUrl: `${banksOrigin}${gsmaPath}`,
      credentials: { kind: 'api-key', key: secretOfNetwork(loadSandboxKeys(dataDir), 'gsma') },
    }),
    loadCardKey,
    loadCardDataKey,
    isPublishedCard,
    connect(db, clock) {
      const carrier = createSandboxCarrier(db);
      const biller = createSandboxBiller(db, clock);
      return {
        biller,
        carrier,
        faults: createSandboxFaults(db),
        messages: createSandboxDelivery(db),
        withSavedCards: (savedCards) => withSandboxCards(savedCards, db, clock),
        readClock: () => readClockState(db, clock),
        async prepareStore(encryption) {
          await markSandboxStore(db);
          await registerSandboxPartners(db, encryption);
        },
        addRoutes: (app, services, jobs) =>
          addSandboxRoutes(app, {
            ...{ services, clock, jobs, carrier, biller, banksOrigin },
            simulators: createSimulatorsClient(banksOrigin),
          }),
      };
    },
  };
}
