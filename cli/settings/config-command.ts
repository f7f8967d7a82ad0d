import { z } from 'zod';
import { OperatorError, type OperatorClient } from '../operator-client';

export const usage = `npm run ops -- config get [FIELD]...         the common config
npm run ops -- config set FIELD=VALUE...     changes fields; VALUE is JSON, or text
npm run ops -- config unset FIELD...         restores the defaults of fields
npm run ops -- config history                the latest changes of the config, downtimes and instalment plans`;

const configSchema = z.record(z.string(), z.unknown());

/** Reads a value: `true`, `500` and `\"text\"` as JSON, everything else as text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readAssignment(parameter: string): readonly [string, unknown] {
  const end = parameter.indexOf('=');
  if (end < 1) throw new OperatorError(`'${parameter}' is not FIELD=VALUE.\n${usage}`);
  return [parameter.slice(0, end), readValue(parameter.slice(end + 1))];
}

async function getConfig(backend: OperatorClient, fields: readonly string[]): Promise<unknown> {
  const config = configSchema.parse(await backend.call('GET', '/config'));
  const unknown = fields.find((field) => !(field in config));
  if (unknown !== undefined)
    throw new OperatorError(`There is no field '${unknown}': ${Object.keys(config).join(', ')}`);
  return fields.length === 0 ? config : Object.fromEntries(fields.map((field) => [field, config[field]]));
}

/** `npm run ops -- config …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runConfigCommand(
  backend: OperatorClient,
  [command, ...parameters]: readonly string[],
): Promise<unknown> {
  if (command === 'get') return getConfig(backend, parameters);
  if (command === 'history' && parameters.length === 0) return backend.call('GET', '/settings/history');
  if (parameters.length === 0) throw new OperatorError(usage);
  if (command === 'set') return backend.call('POST', '/config', Object.fromEntries(parameters.map(readAssignment)));
  if (command === 'unset') return backend.call('POST', '/config/unset', { fields: parameters });
  throw new OperatorError(usage);
}
