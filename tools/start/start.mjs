import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildServersWhenStale, buildWhenStale, developmentFolder, watchServers } from './build.mjs';
import { installWhenNeeded } from './install.mjs';
import { exitWithNpm } from './exit-with-npm.mjs';
import { PlainFailure, projectRoot, runCommand } from './project.mjs';
import { stopPrograms } from './run-program.mjs';
import { Service } from './service.mjs';
import { checkServices, readSettings } from './settings.mjs';
import { claimPorts, describeAddresses, describeServices } from './stack.mjs';

/*
 * node tools/start/start.mjs            sets up what is missing or stale, then runs the backend, the simulators and the site
 * node tools/start/start.mjs --dev      the same for development: nothing of the site is built, and changes are shown as they are made
 * node tools/start/start.mjs --prepare  sets up only; --prepare-servers leaves the site out
 */

let told = false;
/** Settles on the first Ctrl-C or SIGTERM; another one ends everything at once. @type {Promise<'told to stop'>} */
const toldToStop = new Promise((resolve) => {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (told) {
        for (const service of services) service.kill();
        process.exit(1);
      }
      told = true;
      stopPrograms('SIGTERM');
      resolve('told to stop');
    });
  }
});

exitWithNpm(() => told);

/** @type {Service[]} */
const services = [];

/** @typedef {Awaited<ReturnType<typeof describeServices>>} Descriptions */

/** @param {Descriptions} descriptions */
async function startServices(descriptions) {
  const site = descriptions.filter(({ name }) => name === 'site');
  const behind = descriptions.filter(({ name }) => name !== 'site');
  for (const group of [behind, site]) {
    const started = group.map((description) => new Service(description));
    services.push(...started);
    await Promise.all(started.map((service) => service.waitUntilHealthy()));
  }
}

/** The site first, so that what it has begun can still be finished by the backend. */
async function stopServices() {
  const site = services.filter(({ name }) => name === 'site');
  const behind = services.filter(({ name }) => name !== 'site');
  await Promise.all(site.map((service) => service.stop()));
  await Promise.all(behind.map((service) => service.stop()));
}

/**
 * Starts servers again whose code has changed. One that does not come up says why, and waits for the next change.
 *
 * @param {Descriptions} descriptions
 */
async function restartServices(descriptions) {
  for (const description of descriptions) {
    const index = services.findIndex(({ name }) => name === description.name);
    await services[index]?.stop();
    if (told) return;
    const service = new Service(description);
    services[index] = service;
    await service.waitUntilHealthy().then(
      () => console.log(`The ${service.name} runs with the change.`),
      (error) => console.error(String(error)),
    );
  }
}

/** Runs everything for development, until it is told to stop. */
async function startDevelopment() {
  await installWhenNeeded(console.log);
  await buildServersWhenStale(console.log);
  const settings = await readSettings(process.env);
  const descriptions = await describeServices(settings, process.env, developmentFolder);
  await checkServices(descriptions);
  await claimPorts(settings);
  let started = Promise.resolve();
  await watchServers((entries) => {
    const changed = descriptions.filter(({ entry }) => entries.includes(entry));
    started = started.then(() => restartServices(changed));
  });
  started = startServices(descriptions);
  await started;
  console.log(describeAddresses(settings));
  await toldToStop;
}

/** @param {'all' | 'servers' | undefined} prepare what to set up, and nothing else; undefined: everything is started */
async function start(prepare) {
  await installWhenNeeded(console.log);
  if (prepare === 'all') return buildWhenStale(console.log);

  await buildServersWhenStale(console.log);
  if (prepare === 'servers') return;
  const settings = await readSettings(process.env);
  const descriptions = await describeServices(settings, process.env);
  await checkServices(descriptions);
  await claimPorts(settings);
  await buildWhenStale(console.log);
  await startServices(descriptions);
  console.log(describeAddresses(settings));
  const ends = services.map(async (service) => ({ service, how: await service.unexpectedEnd() }));
  const { service, how } = await Promise.race(ends);
  throw new PlainFailure(`ebill: the ${service.name} stopped unexpectedly (${how}).`);
}

await runCommand(async () => {
  if (existsSync(join(projectRoot, '.env'))) process.loadEnvFile(join(projectRoot, '.env'));
  const { argv } = process;
  const prepare = argv.includes('--prepare') ? 'all' : argv.includes('--prepare-servers') ? 'servers' : undefined;
  const work = argv.includes('--dev') ? startDevelopment() : start(prepare);
  // Told to stop while setting up, the work fails by our own doing.
  work.catch(() => {});
  try {
    await Promise.race([work, toldToStop]);
  } finally {
    await stopServices();
  }
  return 0;
});
process.exit();
