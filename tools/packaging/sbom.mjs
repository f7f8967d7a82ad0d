import { PlainFailure, projectRoot } from '../start/project.mjs';
import { callNpm, runProgram } from '../start/run-program.mjs';

/**
 * What is used here of CycloneDX 1.5, as `npm sbom` writes it.
 *
 * @typedef {object} Sbom
 * @property {string} [serialNumber]
 * @property {{ timestamp?: string, component: Component }} metadata
 * @property {readonly Component[]} components
 * @property {readonly { ref: string, dependsOn: readonly string[] }[]} dependencies
 */
/**
 * @typedef {object} Component
 * @property {string} bom-ref
 * @property {string} name
 * @property {string} version
 * @property {string} [purl]
 * @property {readonly { name: string, value: string }[]} [properties]
 */

/** The path of a package in node_modules, as npm names it. */
const pathProperty = 'cdx:npm:package:path';

/** @param {Component} component */
const pathOf = ({ properties = [] }) => properties.find(({ name }) => name === pathProperty)?.value;

/** @returns {Promise<Sbom>} all packages of the lock file that are not for development alone */
export async function readProductionSbom() {
  const parameters = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const npm = callNpm([...parameters, '--loglevel=error']);
  const { code, output } = await runProgram(npm.command, npm.parameters, { cwd: projectRoot });
  if (code !== 0) throw new PlainFailure(`${output.trimEnd()}\nnpm sbom failed (exit code ${code}); see above.`);
  return JSON.parse(output);
}

/**
 * The bill of materials of one archive. It has no time and no serial number: the same archive has the same.
 *
 * @param {Sbom} whole
 * @param {{ name: string, version: string }} archive
 * @param {ReadonlySet<string> | null} packages paths in node_modules of what it holds; null for all
 * @returns {Sbom}
 */
export function selectComponents(whole, archive, packages) {
  const { serialNumber: _serial, ...bom } = whole;
  const { timestamp: _time, ...metadata } = whole.metadata;
  const components = whole.components.filter(
    (component) => packages === null || packages.has(pathOf(component) ?? component.name),
  );
  const { name, version } = archive;
  const own = {
    ...metadata.component,
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
  };
  const known = new Set(components.map((component) => component['bom-ref']));
  const dependencies = whole.dependencies
    .filter(({ ref }) => known.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => known.has(other)) }));
  return {
    ...bom,
    metadata: { ...metadata, component: own },
    components,
    dependencies: [{ ref: own['bom-ref'], dependsOn: [...known] }, ...dependencies],
  };
}

/** @param {readonly string[]} files relative to the project @returns {Set<string>} paths of their packages */
export function listPackages(files) {
  const found = files.flatMap((file) => {
    const at = file.lastIndexOf('node_modules/');
    if (at < 0) return [];
    const [scope = '', name = ''] = file.slice(at + 'node_modules/'.length).split('/');
    return [file.slice(0, at) + 'node_modules/' + (scope.startsWith('@') ? `${scope}/${name}` : scope)];
  });
  return new Set(found);
}
