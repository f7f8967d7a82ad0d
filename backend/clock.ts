/** The backend's clock. All times that payers can see come from it, so that the sandbox can move it. */
export interface Clock {
  now(): Date;
}

/** The system time plus an offset (ms) that only the sandbox sets. */
export class MovableClock implements Clock {
  offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}

export function addMilliseconds(to: Date, milliseconds: number): Date {
  return new Date(to.getTime() + milliseconds);
}

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
