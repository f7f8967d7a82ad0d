import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildServersWhenStale, buildWhenStale, developmentFolder, watchServers } from './build.mjs';
import { installWhenNeeded } from './install.mjs';
import { exitWithNpm } from './exit-with-npm.mjs';
import { PlainFailure, projectRoot, runCommand } from './project.mjs';
import { stopPrograms } from './run-program.mjs';
import { Service } from './service.mjs';
import { checkServices, readSettings } from './settings.mjs';
import { checkPorts, describeAddresses, describeServices } from './stack.mjs';

/*
 * node tools/start/start.mjs            installs and builds what is missing or stale, then runs the backend, the simulators and the site
 * node tools/start/start.mjs --dev      the same for development: the site is not built, and changes are applied immediately
 * node tools/start/start.mjs --prepare  installs and builds only; --prepare-servers does not build the site
 */

let isStopping = false;
/** Resolves on the first Ctrl-C or SIGTERM; a second one exits immediately. @type {Promise<'interrupted'>} */
const interrupted = new Promise((resolve) => {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (isStopping) {
        for (const service of services) service.kill();
        process.exit(1);
      }
      isStopping = true;
      stopPrograms('SIGTERM');
      resolve('interrupted');
    });
  }
});

exitWithNpm(() => isStopping);

/** @type {Service[]} */
const services = [];

/** @typedef {Awaited<ReturnType<typeof describeServices>>} Descriptions */

/** @param {Descriptions} descriptions */
async function startServices(descriptions) {
  const site = descriptions.filter(({ name }) => name === 'site');
  const upstream = descriptions.filter(({ name }) => name !== 'site');
  for (const group of [upstream, site]) {
    const started = group.map((description) => new Service(description));
    services.push(...started);
    await Promise.all(started.map((service) => service.waitUntilHealthy()));
  }
}

/** Stops the site first, so that the backend can finish its requests. */
async function stopServices() {
  const site = services.filter(({ name }) => name === 'site');
  const upstream = services.filter(({ name }) => name !== 'site');
  await Promise.all(site.map((service) => service.stop()));
  await Promise.all(upstream.map((service) => service.stop()));
}

/**
 * Restarts servers whose code has changed. A server that fails to start is logged, and restarted after the next change.
 *
 * @param {Descriptions} descriptions
 */
async function restartServices(descriptions) {
  for (const description of descriptions) {
    const index = services.findIndex(({ name }) => name === description.name);
    await services[index]?.stop();
    if (isStopping) return;
    const service = new Service(description);
    services[index] = service;
    await service.waitUntilHealthy().then(
      () => console.log(`Restarted the ${service.name}.`),
      (error) => console.error(String(error)),
    );
  }
}

/** Runs everything for development until interrupted. */
async function startDevelopment() {
  await installWhenNeeded(console.log);
  await buildServersWhenStale(console.log);
  const settings = await readSettings(process.env);
  const descriptions = await describeServices(settings, process.env, developmentFolder);
  await checkServices(descriptions);
  await checkPorts(settings);
  let started = Promise.resolve();
  await watchServers((entries) => {
    const changed = descriptions.filter(({ entry }) => entries.includes(entry));
    started = started.then(() => restartServices(changed));
  });
  started = startServices(descriptions);
  await started;
  console.log(describeAddresses(settings));
  await interrupted;
}

/** @param {'all' | 'servers' | undefined} prepare build only these; undefined: build everything, then start it */
async function start(prepare) {
  await installWhenNeeded(console.log);
  if (prepare === 'all') return buildWhenStale(console.log);

  await buildServersWhenStale(console.log);
  if (prepare === 'servers') return;
  const settings = await readSettings(process.env);
  const descriptions = await describeServices(settings, process.env);
  await checkServices(descriptions);
  await checkPorts(settings);
  await buildWhenStale(console.log);
  await startServices(descriptions);
  console.log(describeAddresses(settings));
  const exits = services.map(async (service) => ({ service, reason: await service.unexpectedExit() }));
  const { service, reason } = await Promise.race(exits);
  throw new PlainFailure(`ebill: the ${service.name} stopped unexpectedly (${reason}).`);
}

await runCommand(async () => {
  if (existsSync(join(projectRoot, '.env'))) process.loadEnvFile(join(projectRoot, '.env'));
  const { argv } = process;
  const prepare = argv.includes('--prepare') ? 'all' : argv.includes('--prepare-servers') ? 'servers' : undefined;
  const work = argv.includes('--dev') ? startDevelopment() : start(prepare);
  // An interruption makes it fail, which is expected.
  work.catch(() => {});
  try {
    await Promise.race([work, interrupted]);
  } finally {
    await stopServices();
  }
  return 0;
});
process.exit();
