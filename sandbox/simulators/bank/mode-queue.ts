/** How many more calls of a kind end in a mode. */
export interface CountedMode<Mode> {
  readonly mode: Mode;
  readonly times: number;
}

/** What the next calls of a kind do, as a control has set it. */
export interface ModeQueue<Mode> {
  /** Sets the mode of the next `times` calls; 0 ends it. */
  set(mode: Mode, times: number): void;
  /** Consumes one use; null if none is left, or if `isUsable` refuses the mode, which then stays. */
  take(isUsable?: (mode: Mode) => boolean): Mode | null;
  /** The mode that is set, without consuming it. */
  current(): CountedMode<Mode> | null;
  reset(): void;
}

export function createModeQueue<Mode>(): ModeQueue<Mode> {
  let next: CountedMode<Mode> | null = null;
  return {
    set(mode, times) {
      next = times === 0 ? null : { mode, times };
    },
    take(isUsable = () => true) {
      if (next === null || !isUsable(next.mode)) return null;
      const { mode, times } = next;
      next = times === 1 ? null : { mode, times: times - 1 };
      return mode;
    },
    current: () => next,
    reset() {
      next = null;
    },
  };
}
