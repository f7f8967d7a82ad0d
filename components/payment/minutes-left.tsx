'use client';

import { useTranslations } from 'next-intl';

/** Minutes left that are announced, fewest first. */
const announcedMinutes = [1, 2, 5] as const;

export type AnnouncedMinutes = (typeof announcedMinutes)[number];

/** Returns the minutes that are announced: fewer than these are left. Undefined: more than any. */
export function findAnnouncedMinutes(millisecondsLeft: number): AnnouncedMinutes | undefined {
  return announcedMinutes.find((limit) => millisecondsLeft <= limit * 60_000);
}

interface MinutesLeftProps {
  /** Undefined: none, or not counting yet. */
  readonly minutes: AnnouncedMinutes | undefined;
  /** What screen readers are told while enough time is left. */
  readonly otherwise?: string;
}

/** Announces to screen readers that the time to pay runs out. They announce changes only, so it is empty at first. */
export function MinutesLeft({ minutes, otherwise = '' }: MinutesLeftProps) {
  const t = useTranslations('payment');
  return (
    <span role="status" className="sr-only">
      {minutes === undefined ? otherwise : t('minutesLeft', { minutes })}
    </span>
  );
}
