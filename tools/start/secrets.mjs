import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainFailure } from './project.mjs';

/** @typedef {import('./project.mjs').Environment} Environment */
/** @typedef {import('./settings.mjs').ServiceName} Service */
/** The services that receive each secret, by variable. @typedef {import('./settings.mjs').Settings['secretHolders']} SecretHolders */

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
 * Secrets that can be generated here. A value in the environment has precedence. Secrets agreed with a bank or an acquirer come only from the
 * environment.
 *
 * @type {Readonly<Record<string, () => string>>}
 */
const generators = {
  SITE_SECRET: makeKey,
  CARD_KEY: makeKey,
  CARD_DATA_PRIVATE_KEY: makeRsaKey,
  OPERATOR_KEY: makeKey,
};

/**
 * @param {SecretHolders} holders
 * @param {Environment} environment
 * @returns {Environment} the variables that every process may have
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
    throw new PlainFailure(`${file} is not valid JSON: fix it, or remove it to generate new secrets.`);
  }
}

/**
 * Reads the secrets stored in a data folder; empty if there is no file.
 *
 * @param {string} dataDir
 */
export function readStoredSecrets(dataDir) {
  return readSecrets(join(dataDir, 'secrets.json'));
}

/**
 * Returns the secrets of a data folder: generated on the first start, and stored in a file that only its owner can read.
 *
 * @param {string} dataDir
 * @returns {Promise<Record<string, string>>} name → value
 */
export async function loadOrCreateSecrets(dataDir) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'secrets.json');
  const known = await readSecrets(file);
  const missing = Object.entries(generators).filter(([name]) => known[name] === undefined);
  if (missing.length === 0) return known;

  for (const [name, generate] of missing) known[name] = generate();
  // Written to a temporary file and renamed, so that an interrupted start never leaves a partial file.
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
 * @returns {Record<string, string>} the secrets of this service
 */
export function selectSecrets(service, holders, secrets, environment) {
  /** @type {Record<string, string>} */
  const selected = {};
  for (const [name, services] of Object.entries(holders)) {
    const value = environment[name] || secrets[name];
    if (services.includes(service) && value !== undefined) selected[name] = value;
  }
  return selected;
}
