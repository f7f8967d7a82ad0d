import type { Sandbox, SandboxSettings } from './sandbox';

/** The sandbox is on, and its code is not installed. The message has the operator's next step. */
export class SandboxMissing extends Error {
  override readonly name = 'SandboxMissing';

  constructor() {
    super(
      'The sandbox is on (SANDBOX, or PUBLIC_ORIGIN is a localhost address), but its code is not installed: ' +
        'set SANDBOX=off, or unpack the sandbox archive of the same version over this one.',
    );
  }
}

/**
 * Loads the sandbox: the only place where the backend imports it. A build has it in a separate file, which production archives do not
 * contain. Throws SandboxMissing if it is not installed.
 */
export async function loadSandbox(settings: SandboxSettings): Promise<Sandbox> {
  try {
    const { createSandbox } = await import('../sandbox/entry');
    return createSandbox(settings);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') throw new SandboxMissing();
    throw error;
  }
}
