import { failure, success } from '@/lib/domain/result';
import { applyPreset, endPresets, listActivePresets, presets, timesLeft, type Preset } from '../../controls/presets';
import type { SetModes } from '../../controls/set-modes';
import type { SandboxControls } from '../../controls/controls';
import { html, type Markup } from '../../html/markup';
import type { Flash } from '../flash';
import { renderCopyableBlock } from '../parts/copyable';
import { menu } from '../pages/layout';
import { runControl, type ConsoleForm } from '../submission';
import { formPath, renderFlash, renderFormSection, viewForm } from './fields';

/** Uses a preset by its name, and describes what became of it. */
function runPreset(name: string, use: (preset: Preset) => Promise<string>) {
  return runControl(
    async () => {
      const preset = presets.find((known) => known.name === name);
      return preset === undefined
        ? failure({ status: 404, field: null, why: 'there is no such preset' } as const)
        : success(await use(preset));
    },
    (message) => ({ message }),
  );
}

/** Sets a preset, and names those that it replaces: they use the same control. */
async function setPreset(controls: SandboxControls, preset: Preset): Promise<string> {
  const before = listActivePresets(await controls.readSetModes());
  await applyPreset(controls, preset);
  const after = listActivePresets(await controls.readSetModes());
  const replaced = before.filter((other) => !after.includes(other)).map(({ label }) => label);
  const { label, meaning } = preset;
  return `Set: ${label}. ${meaning}${replaced.length === 0 ? '' : ` It replaces: ${replaced.join('; ')}.`}`;
}

export const presetForm: ConsoleForm = {
  name: 'presets',
  returnPath: () => menu.controls.path,
  section: ({ preset, end }) => {
    const chosen = presets.find(({ name }) => name === (end ?? preset));
    return chosen === undefined ? 'presets' : rowId(chosen);
  },
  submit(controls, { preset = '', end }) {
    if (end === 'all')
      return runControl(
        async () => success(await endPresets(controls)),
        () => ({ message: 'All presets have ended. Outages and other faults stay: the overview names them.' }),
      );
    if (end === undefined) return runPreset(preset, (chosen) => setPreset(controls, chosen));
    return runPreset(end, async (chosen) => {
      await endPresets(controls, [chosen]);
      return `Ended: ${chosen.label}.`;
    });
  },
};

/** The id of a preset's row, which shows what became of it. */
function rowId({ name }: Preset): string {
  return `preset-${name}`;
}

/** The same calls for a suite. */
function writeCurl(origin: string, { steps }: Preset): string {
  return steps
    .map(
      ({ control, body }) =>
        `curl ${origin}/sandbox/${control} -H 'content-type: application/json' -d '${JSON.stringify(body)}'`,
    )
    .join('\n');
}

function renderPreset(origin: string, preset: Preset, left: number, flash: Flash | null): Markup {
  const { name, label, meaning } = preset;
  return html`<li id="${rowId(preset)}">
    ${renderFlash(viewForm(rowId(preset), flash))}
    <div class="main">
      <h3>${label}</h3>
      ${left === 0 ? null : html`<p><span class="badge ok">Active, ${left} left</span></p>`}
      <p>${meaning}</p>
    </div>
    <details>
      <summary>As a call<span class="unseen"> of ${label}</span></summary>
      ${renderCopyableBlock(writeCurl(origin, preset), `call of ${label}`)}
    </details>
    ${
      left === 0
        ? html`<button class="side" type="submit" name="preset" value="${name}" aria-label="Set: ${label}">Set</button>`
        : html`<button class="side" type="submit" name="end" value="${name}" aria-label="End: ${label}">End</button>`
    }
  </li>`;
}

/** Behaviours of gateways that are often wanted. `origin` is the backend's own, for the calls. */
export function renderPresets(origin: string, modes: SetModes, flash: Flash | null): Markup {
  return renderFormSection(
    viewForm('presets', flash),
    'Presets',
    html`<p>
        Each sets one or two controls once, for the next payments. What is set and not used up yet is on the overview,
        too.
      </p>
      <form method="post" action="${formPath('presets')}">
        <ul class="rows top pairs presets">
          ${presets.map((preset) => renderPreset(origin, preset, timesLeft(preset, modes), flash))}
        </ul>
        <div class="buttons"><button type="submit" name="end" value="all">End all presets</button></div>
      </form>`,
  );
}
