import { PlainFailure, projectRoot } from '../start/project.mjs';
import { callNpm, runProgram } from '../start/run-program.mjs';

/**
 * The parts of CycloneDX 1.5 that this module uses, as `npm sbom` writes them.
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
 * @property {readonly unknown[]} [licenses]
 */

/**
 * Licences of packages that name theirs in a LICENSE file only, by `name@version`.
 *
 * @type {ReadonlyMap<string, string>}
 */
const licencesOfFiles = new Map([['png-js@2.0.0', 'MIT']]);

/** @param {Component} component @returns {Component} with the licence of its LICENSE file, if it names none itself */
function addLicence(component) {
  const id = licencesOfFiles.get(component['bom-ref']);
  return id === undefined ? component : { ...component, licenses: [{ license: { id } }] };
}

/** @returns {Promise<Sbom>} all packages of the lock file. `--omit=dev` would omit what a development package depends on, such as React. */
export async function readSbom() {
  const parameters = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const npm = callNpm([...parameters, '--loglevel=error']);
  const { code, output } = await runProgram(npm.command, npm.parameters, { cwd: projectRoot });
  if (code !== 0) throw new PlainFailure(`${output.trimEnd()}\nnpm sbom failed (exit code ${code}); see above.`);
  return JSON.parse(output);
}

/**
 * Returns the bill of materials of one archive, without time and serial number: the same archive has the same bill of materials.
 *
 * @param {Sbom} sbom of the project
 * @param {{ name: string, version: string }} archive
 * @param {ReadonlySet<string>} packages in the archive, as `name@version`
 * @returns {Sbom}
 */
export function selectComponents(sbom, archive, packages) {
  const { serialNumber: _serial, ...bom } = sbom;
  const { timestamp: _time, ...metadata } = sbom.metadata;
  const components = sbom.components.filter((component) => packages.has(component['bom-ref'])).map(addLicence);
  const { name, version } = archive;
  const own = {
    ...metadata.component,
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
  };
  const known = new Set(components.map((component) => component['bom-ref']));
  const dependencies = sbom.dependencies
    .filter(({ ref }) => known.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => known.has(other)) }));
  return {
    ...bom,
    metadata: { ...metadata, component: own },
    components,
    dependencies: [{ ref: own['bom-ref'], dependsOn: [...known] }, ...dependencies],
  };
}

/** @typedef {{ packages: Record<string, { name?: string, version?: string, dev?: boolean }> }} Lock package-lock.json */

/** @param {Lock} lock @param {string} path of a package in the lock file @returns {string} `name@version` */
function nameVersion(lock, path) {
  const folder = 'node_modules/';
  const { name = path.slice(path.lastIndexOf(folder) + folder.length), version } = lock.packages[path] ?? {};
  return `${name}@${version}`;
}

/**
 * Returns the packages to which files belong.
 *
 * @param {readonly string[]} files relative to the project
 * @param {Lock} lock
 * @returns {Set<string>} `name@version`
 */
export function listPackages(files, lock) {
  const paths = files.flatMap((file) => {
    const [, path] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file) ?? [];
    return path === undefined ? [] : [path];
  });
  return new Set(paths.map((path) => nameVersion(lock, path)));
}

/**
 * Returns the production packages of a lock file.
 *
 * @param {Lock} lock
 * @returns {Set<string>} `name@version`
 */
export function listProductionPackages(lock) {
  const paths = Object.entries(lock.packages).flatMap(([path, { dev }]) => (path === '' || dev === true ? [] : [path]));
  return new Set(paths.map((path) => nameVersion(lock, path)));
}
