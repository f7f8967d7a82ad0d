'use client';

import { lazy, Suspense, type ComponentType } from 'react';
import { usePaymentTime } from './payment-time';
import type { TimeWarningRowProps } from './time-warning-row';

/** If its code does not load, the timer of the summary still shows the time. */
const TimeWarningRow = lazy<ComponentType<TimeWarningRowProps>>(() =>
  import('./time-warning-row').then(
    (loaded) => ({ default: loaded.TimeWarningRow }),
    () => ({ default: () => null }),
  ),
);

/** The row above the pay button in the last five minutes, whose code is loaded then only. */
export function TimeWarning() {
  const time = usePaymentTime();
  if (time?.minutes === undefined || !time.isCounting) return null;
  return (
    <Suspense>
      <TimeWarningRow minutes={time.minutes} extensionsLeft={time.extensionsLeft} />
    </Suspense>
  );
}
