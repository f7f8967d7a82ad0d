import { failure, success } from '@/lib/domain/result';
import { applyPreset, endPresets, presets, type Preset } from '../../controls/presets';
import { html, type Markup } from '../../html/markup';
import type { Flash } from '../flash';
import { renderCopyableBlock } from '../parts/copyable';
import { menu } from '../pages/layout';
import { runControl, type ConsoleForm } from '../submission';
import { formPath, renderFormSection, viewForm } from './fields';

export const presetForm: ConsoleForm = {
  name: 'presets',
  returnPath: () => menu.controls.path,
  submit: (controls, { preset = '', end }) =>
    end === undefined
      ? runControl(
          async () => {
            const applied = await applyPreset(controls, preset);
            return applied === null
              ? failure({ status: 404, field: null, why: 'there is no such preset' } as const)
              : success(applied);
          },
          ({ label, meaning }) => ({ message: `Set: ${label}. ${meaning}` }),
        )
      : runControl(
          async () => success(await endPresets(controls)),
          () => ({ message: 'Banks, gateways and the biller behave as always.' }),
        ),
};

/** The same calls for a suite. */
function writeCurl(origin: string, { steps }: Preset): string {
  return steps
    .map(
      ({ control, body }) =>
        `curl ${origin}/sandbox/${control} -H 'content-type: application/json' -d '${JSON.stringify(body)}'`,
    )
    .join('\n');
}

function renderPreset(origin: string, preset: Preset): Markup {
  const { name, label, meaning } = preset;
  return html`<li>
    <div class="main">
      <h3>${label}</h3>
      <p>${meaning}</p>
      <details>
        <summary>As a call<span class="unseen"> of ${label}</span></summary>
        ${renderCopyableBlock(writeCurl(origin, preset), `call of ${label}`)}
      </details>
    </div>
    <button class="side" type="submit" name="preset" value="${name}" aria-label="Set: ${label}">Set</button>
  </li>`;
}

/** Behaviours of gateways that are often wanted. `origin` is the backend's own, for the calls. */
export function renderPresets(origin: string, flash: Flash | null): Markup {
  return renderFormSection(
    viewForm('presets', flash),
    'Presets',
    html`<p>
        Each sets the controls below once, for the next payments. What is set and not used up yet is on the overview.
      </p>
      <form method="post" action="${formPath('presets')}">
        <ul class="rows top pairs">
          ${presets.map((preset) => renderPreset(origin, preset))}
        </ul>
        <div class="buttons"><button type="submit" name="end" value="yes">End them all</button></div>
      </form>`,
  );
}
