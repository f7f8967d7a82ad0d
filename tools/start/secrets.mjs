import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainFailure } from './project.mjs';

/** @typedef {import('./project.mjs').Environment} Environment */
/** @typedef {import('./settings.mjs').ServiceName} Service */
/** Each secret by its variable, and who is given it. @typedef {import('./settings.mjs').Settings['secretHolders']} SecretHolders */

/** 32 random bytes in base64url. */
const makeKey = () => randomBytes(32).toString('base64url');

function makeRsaKey() {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;
}

/**
 * The secrets of a deployment that can be made here. One that is set in the environment wins over the one made. What is agreed with a bank or
 * an acquirer cannot be made, and comes from the environment alone.
 *
 * @type {Readonly<Record<string, () => string>>}
 */
const makers = {
  SITE_SECRET: makeKey,
  CARD_KEY: makeKey,
  CARD_DATA_PRIVATE_KEY: makeRsaKey,
  OPERATOR_KEY: makeKey,
};

/**
 * @param {SecretHolders} holders
 * @param {Environment} environment
 * @returns {Environment} what every process may know
 */
export function withoutSecrets(holders, environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !Object.hasOwn(holders, name)));
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, string>>}
 */
async function readSecrets(file) {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '{}';
    throw new PlainFailure(`${file} cannot be read: ${error.message}`);
  });
  try {
    const known = JSON.parse(text);
    return Object.fromEntries(Object.entries(known).map(([name, value]) => [name, String(value)]));
  } catch {
    throw new PlainFailure(`${file} is not JSON; mend it, or remove it to have new secrets made.`);
  }
}

/**
 * The secrets that a data folder has; none where it has no file of them.
 *
 * @param {string} dataDir
 */
export function readKeptSecrets(dataDir) {
  return readSecrets(join(dataDir, 'secrets.json'));
}

/**
 * The secrets of a data folder, made on the first start and kept in a file that only its owner can read.
 *
 * @param {string} dataDir
 * @returns {Promise<Record<string, string>>} name → value
 */
export async function keepSecrets(dataDir) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'secrets.json');
  const known = await readSecrets(file);
  const missing = Object.entries(makers).filter(([name]) => known[name] === undefined);
  if (missing.length === 0) return known;

  for (const [name, make] of missing) known[name] = make();
  // Written beside and moved into place, so that an interrupted start never leaves half a file of keys.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(known, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
  return known;
}

/**
 * @param {Service} service
 * @param {SecretHolders} holders
 * @param {Record<string, string>} secrets
 * @param {Environment} environment
 * @returns {Record<string, string>} what this process alone is given
 */
export function selectSecrets(service, holders, secrets, environment) {
  /** @type {Record<string, string>} */
  const given = {};
  for (const [name, services] of Object.entries(holders)) {
    const value = environment[name] || secrets[name];
    if (services.includes(service) && value !== undefined) given[name] = value;
  }
  return given;
}
