import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOpenApiDocument } from '@/lib/contract/openapi';
import { PlainFailure, projectRoot, runCommand } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';
import { writeEnvExample, writeEssentialTable, writeFullTables } from './configuration-texts';
import { replaceBlock } from './marked-block';

/*
 * npm run docs                     writes docs/openapi.json, .env.example and the tables of environment variables
 * npm run docs -- openapi          only docs/openapi.json
 * npm run docs -- configuration    only .env.example and the tables
 * npm run docs -- pictures         takes the screenshots of docs/screens
 */

function writeOpenApi() {
  writeFileSync('docs/openapi.json', `${JSON.stringify(makeOpenApiDocument(), null, 2)}\n`);
}

function writeConfiguration() {
  const updateBlock = (file: string, text: string) =>
    writeFileSync(file, replaceBlock(readFileSync(file, 'utf8'), 'configuration', text));
  writeFileSync('.env.example', writeEnvExample());
  updateBlock('README.md', writeEssentialTable());
  updateBlock('docs/operate.md', writeFullTables());
}

async function takeScreenshots() {
  const program = join(projectRoot, 'tools/test/test.mjs');
  const parameters = [program, 'e2e', '--config', 'e2e/screenshots/playwright.config.ts'];
  const { code } = await runProgram(process.execPath, parameters, { show: true });
  if (code !== 0) throw new PlainFailure('The screenshots could not be taken; see above.');
}

const parts: Readonly<Record<string, () => unknown>> = {
  openapi: writeOpenApi,
  configuration: writeConfiguration,
  pictures: takeScreenshots,
};

await runCommand(async () => {
  process.chdir(projectRoot);
  const [name] = process.argv.slice(2);
  const write = name === undefined ? undefined : parts[name];
  if (name !== undefined && write === undefined) {
    throw new PlainFailure(`There is no part '${name}'. Parts: ${Object.keys(parts).join(', ')}`);
  }
  if (write === undefined) {
    writeOpenApi();
    writeConfiguration();
  } else {
    await write();
  }
  return 0;
});
