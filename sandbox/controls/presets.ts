import type { SandboxControls } from './controls';
import type { SetMode, SetModes } from './set-modes';

/** The controls that a preset may use: each takes `times`, and 0 ends it. */
const presetControls = {
  decisions: (controls: SandboxControls) => controls.setDecision,
  callbacks: (controls: SandboxControls) => controls.setCallbackMode,
  faults: (controls: SandboxControls) => controls.setFault,
  biller: (controls: SandboxControls) => controls.setBillerMode,
  charges: (controls: SandboxControls) => controls.setChargeMode,
} as const;

/** One call of a control: `POST /sandbox/{control}` with this body. */
export interface PresetStep {
  readonly control: keyof typeof presetControls;
  readonly body: { readonly times: number } & Readonly<Record<string, string | number>>;
}

export interface Preset {
  readonly name: string;
  readonly label: string;
  /** What happens, and what to do to see it. */
  readonly meaning: string;
  readonly steps: readonly PresetStep[];
}

/** Behaviours of banks, gateways and the biller that testers want often: each is one or two calls of the controls, and nothing else. */
export const presets: readonly Preset[] = [
  {
    name: 'fails-twice',
    label: 'Fails twice, then succeeds',
    meaning:
      'The next two payments at a page of a bank, wallet or card issuer are declined there, whichever button is pressed. The third ends as pressed.',
    steps: [{ control: 'decisions', body: { button: 'decline', times: 2 } }],
  },
  {
    name: 'lost-answer',
    label: 'Lost answer, then paid',
    meaning:
      'The next payment is begun, but the answer is lost on its way to the site. Press Pay again: it goes on, and is paid once.',
    steps: [{ control: 'faults', body: { call: 'payment.init', mode: 'drop-answer', times: 1 } }],
  },
  {
    name: 'fails-to-begin',
    label: 'Cannot be begun twice, then can',
    meaning: 'The backend returns an error for the next two payments that are begun; nothing has left for a bank.',
    steps: [{ control: 'faults', body: { call: 'payment.init', mode: 'error', times: 2 } }],
  },
  {
    name: 'slow-bank',
    label: 'Slow bank',
    meaning: 'The way to the bank takes six seconds for the next payment, which the pay button shows.',
    steps: [{ control: 'faults', body: { call: 'payment.init', mode: 'slow', times: 1 } }],
  },
  {
    name: 'late-callback',
    label: 'Late callback',
    meaning:
      'The payer of the next payment never returns, and the bank’s callback arrives an hour later: press Approve, look at the payment, then move the clock on.',
    steps: [
      { control: 'decisions', body: { button: 'never-return', times: 1 } },
      { control: 'callbacks', body: { mode: 'late', times: 1 } },
    ],
  },
  {
    name: 'lost-callback',
    label: 'Paid, and nobody says so',
    meaning:
      'The payer of the next payment never returns and the bank’s callback never arrives: only our own enquiry finds that it is paid.',
    steps: [
      { control: 'decisions', body: { button: 'never-return', times: 1 } },
      { control: 'callbacks', body: { mode: 'lost', times: 1 } },
    ],
  },
  {
    name: 'stays-pending',
    label: 'Stays pending',
    meaning: 'The bank leaves the next payment pending. Its page under Payments settles it.',
    steps: [{ control: 'decisions', body: { button: 'leave-pending', times: 1 } }],
  },
  {
    name: 'forged-return',
    label: 'Forged return',
    meaning: 'The next return says another amount under a bad signature. It is not believed: the bank has no payment.',
    steps: [{ control: 'decisions', body: { button: 'tamper', times: 1 } }],
  },
  {
    name: 'biller-loses-answer',
    label: 'The biller’s answer is lost',
    meaning:
      'The next paid bill is posted, and the biller’s answer is lost: it is asked for, and the bill is not posted twice.',
    steps: [{ control: 'biller', body: { mode: 'lose-answer', times: 1 } }],
  },
  {
    name: 'biller-refuses',
    label: 'The biller refuses',
    meaning:
      'The next paid bill is refused by the biller: the payment is successful, and its posting waits for a person.',
    steps: [{ control: 'biller', body: { mode: 'refuse', times: 1 } }],
  },
  {
    name: 'auto-debit-fails-twice',
    label: 'Auto debit fails twice, then succeeds',
    meaning: 'The next two charges of a kept card are declined for insufficient funds.',
    steps: [{ control: 'charges', body: { mode: 'insufficient-funds', times: 2 } }],
  },
];

async function runSteps(controls: SandboxControls, steps: readonly PresetStep[]): Promise<void> {
  for (const { control, body } of steps) await presetControls[control](controls)(body);
}

/** Makes the calls of a preset. */
export async function applyPreset(controls: SandboxControls, { steps }: Preset): Promise<void> {
  await runSteps(controls, steps);
}

/** Ends what presets, or the same calls, have set. */
export async function endPresets(controls: SandboxControls, ended: readonly Preset[] = presets): Promise<void> {
  const steps = ended.flatMap((preset) => preset.steps);
  await runSteps(
    controls,
    steps.map(({ control, body }) => ({ control, body: { ...body, times: 0 } })),
  );
}

/** How often a step will still take effect; 0: it is used up, ended, or replaced. */
function timesLeftOf({ control, body }: PresetStep, { faults, gateways, biller }: SetModes): number {
  const mode = body['button'] ?? body['mode'];
  const timesOf = (set: SetMode | null | undefined) => (set?.mode === mode ? (set?.times ?? 0) : 0);
  switch (control) {
    case 'faults':
      return timesOf(faults.find(({ call }) => call === body['call']));
    case 'biller':
      return timesOf(biller);
    default:
      return timesOf(gateways?.[control]);
  }
}

/** Returns how often a preset will still take effect; 0: a step of it is used up, ended, or replaced by another mode of the same control. */
export function timesLeft({ steps }: Preset, modes: SetModes): number {
  return Math.min(...steps.map((step) => timesLeftOf(step, modes)));
}

/** Returns the presets that are set, and in effect as they promise. */
export function listActivePresets(modes: SetModes): readonly Preset[] {
  return presets.filter((preset) => timesLeft(preset, modes) > 0);
}
