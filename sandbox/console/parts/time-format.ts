import { html, type Markup } from '../../html/markup';

const shown = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kuala_Lumpur',
  ...({ day: 'numeric', month: 'short', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const),
});

/** Formats a time in Malaysian time: `22 Nov 2026, 08:15:03`. */
export function formatTime(moment: Date): string {
  return shown.format(moment);
}

/** Takes a time (ISO 8601) and shows it in Malaysian time. */
export function renderTime(moment: string): Markup {
  return html`<time datetime="${moment}">${formatTime(new Date(moment))}</time>`;
}

const malaysiaOffsetMs = 8 * 60 * 60 * 1000;

/** Formats a time for an input of type `datetime-local`, in Malaysian time: `2026-11-22T08:15`. */
export function toLocalInput(moment: Date): string {
  return new Date(moment.getTime() + malaysiaOffsetMs).toISOString().slice(0, 16);
}

/** Parses the value of a `datetime-local` input, in Malaysian time, and gives ISO 8601; returns anything else unchanged. */
export function parseLocalInput(text: string): string {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?$/.exec(text);
  return match === null ? text : `${match[1]}${match[2] ?? ':00'}+08:00`;
}
