import { success } from '@/lib/domain/result';
import { configFieldNames, type ConfigFieldName } from '../../../backend/config/service';
import { html, type Markup } from '../../html/markup';
import { formPath, renderFlash, renderInput, viewForm } from './fields';
import type { Flash } from '../flash';
import { menu } from '../pages/layout';
import { readNumber, runControl, type ConsoleForm } from '../submission';
import { configFields, describeConfigValue } from './config-fields';

/** The values of all editable fields. */
export type ConfigValues = Readonly<Record<ConfigFieldName, boolean | number | string>>;

function isFieldName(name: string): name is ConfigFieldName {
  return configFieldNames.some((known) => known === name);
}

function describeValueError(field: string): string {
  if (field === 'payAmtLimit') return 'Type an amount in ringgit, such as 500.';
  return isFieldName(field) ? `This value is not allowed. ${configFields[field].hint}` : 'There is no such field.';
}

const sectionOf = (name: string) => (isFieldName(name) ? `config-${name}` : 'config');

/** Each form changes one field, by a switch or by a value: concurrent changes of other fields are kept. */
export const configForm: ConsoleForm = {
  name: 'config',
  returnPath: () => menu.controls.path,
  section: ({ field = '' }) => sectionOf(field),
  submit(controls, { field = '', turn, value = '' }) {
    const label = isFieldName(field) ? configFields[field].label : field;
    const typed = field === 'payAmtLimit' ? readNumber(value) : value;
    return runControl(
      async () => success(await controls.changeConfig({ [field]: turn === undefined ? typed : turn === 'on' })),
      () => ({ message: `${label}: ${turn ?? describeConfigValue(value)}. The site follows within 5 seconds.` }),
      (path) => (path === field ? { field: 'value', message: describeValueError(field) } : null),
    );
  },
};

export const defaultsForm: ConsoleForm = {
  name: 'defaults',
  returnPath: () => menu.controls.path,
  section: () => 'config',
  submit: (controls) =>
    runControl(
      async () => success(await controls.restoreConfig()),
      () => ({ message: 'Every switch and value is back at its default. The site follows within 5 seconds.' }),
    ),
};

function renderField(name: ConfigFieldName, values: ConfigValues, defaults: ConfigValues, flash: Flash | null): Markup {
  const { label, hint } = configFields[name];
  const value = values[name];
  const view = viewForm(sectionOf(name), flash);
  const changed =
    value === defaults[name]
      ? null
      : html` <span class="badge wait">changed; default: ${describeConfigValue(defaults[name])}</span>`;
  const turn = value === true ? 'off' : 'on';
  const hidden = html`<input type="hidden" name="field" value="${name}" />`;
  const form =
    typeof value === 'boolean'
      ? html`<div class="main">
            <strong>${label}</strong> is ${describeConfigValue(value)}${changed}
            <span class="hint">${hint} <code>${name}</code></span>
          </div>
          <form class="side" method="post" action="${formPath('config')}">
            ${hidden}
            <button type="submit" name="turn" value="${turn}" aria-label="Turn ${turn}: ${label}">Turn ${turn}</button>
          </form>`
      : html`<form class="main" method="post" action="${formPath('config')}">
          ${hidden} ${renderInput(view, { name: 'value', label, hint, value: String(value) })}
          <div class="buttons"><button type="submit">Save</button><code>${name}</code>${changed}</div>
        </form>`;
  return html`<li id="${view.name}">${renderFlash(view)}${form}</li>`;
}

/** The switches and values of the common config, each in its own form. */
export function renderConfigForms(values: ConfigValues, defaults: ConfigValues, flash: Flash | null): Markup {
  const render = (name: ConfigFieldName) => renderField(name, values, defaults, flash);
  const names = Object.keys(configFields).filter(isFieldName);
  const switches = names.filter((name) => typeof values[name] === 'boolean');
  const others = names.filter((name) => typeof values[name] !== 'boolean');
  const isOpen = others.some((name) => values[name] !== defaults[name] || flash?.section === sectionOf(name));
  return html`<section class="card" id="config" aria-labelledby="config-heading">
    <h2 id="config-heading">Common config</h2>
    ${renderFlash(viewForm('config', flash))}
    <form method="post" action="${formPath('defaults')}">
      <div class="buttons"><button type="submit">Back to the defaults</button></div>
    </form>
    <ul class="rows pairs">
      ${switches.map(render)}
    </ul>
    <details ${isOpen ? html`open` : null}>
      <summary>Values</summary>
      <ul class="rows">
        ${others.map(render)}
      </ul>
    </details>
  </section>`;
}
