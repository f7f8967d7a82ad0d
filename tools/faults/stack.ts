import { findFreePort } from '../start/ports.mjs';
import type { Environment } from '../start/project.mjs';
import { Service } from '../start/service.mjs';
import { describeServers, makeEnvironment, Stack, withTemporaryFolder } from '../stack/stack';
import { openGatewayProxy, type GatewayProxy } from './gateway-proxy';

/** A stack whose backend reaches the gateways through a proxy. */
export class FaultStack extends Stack {
  readonly gateways: GatewayProxy;

  constructor(gateways: GatewayProxy, ...stack: ConstructorParameters<typeof Stack>) {
    super(...stack);
    this.gateways = gateways;
  }

  /** Starts a second, unsupervised backend on the same PostgreSQL. */
  async startAnotherBackend(): Promise<Service & { readonly url: string }> {
    const url = `http://127.0.0.1:${await findFreePort()}`;
    const { backend } = this.descriptions;
    const environment = { ...backend.environment, BACKEND_PORT: new URL(url).port };
    const service = new Service({ ...backend, name: 'other', health: `${url}/health`, environment }, this.log);
    await service.waitUntilHealthy();
    return Object.assign(service, { url });
  }

  override rewriteUrl = (url: string) => url.replace(this.gateways.origin, this.banks);
}

/**
 * Starts a stack, calls `callback` with it, and stops it.
 *
 * @param more environment variables of the stack, for example `DATABASE_URL`: empty for the embedded store
 * @param entry the backend's bundle, relative to the project
 */
export function withFaultStack<Result>(
  more: Environment,
  entry: string,
  callback: (stack: FaultStack) => Promise<Result>,
): Promise<Result> {
  return withTemporaryFolder(async (folder) => {
    const environment = await makeEnvironment(folder, more);
    const servers = await describeServers(environment);
    const gateways = await openGatewayProxy(Number(environment.BANKS_PORT));
    const backend = {
      ...servers.backend,
      entry,
      environment: { ...servers.backend.environment, BANKS_ORIGIN: gateways.origin },
    };
    const stack = new FaultStack(gateways, environment, { ...servers, backend });
    try {
      await stack.start();
      return await callback(stack);
    } catch (error) {
      console.error(stack.lines.slice(-200).join('\n'));
      throw error;
    } finally {
      await stack.stop();
      gateways.close();
    }
  });
}
