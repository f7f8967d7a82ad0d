'use client';

import { useEffect, useState } from 'react';
import { pageAge } from '@/components/ui/countdown/page-age';
import { findAnnouncedMinutes, MinutesLeft, type AnnouncedMinutes } from '../minutes-left';

/**
 * Announces to screen readers that a code is about to expire, by the server's clock. `remaining`: how long it was valid when the page was made, ms.
 * It looks each second: a timer for days would be longer than browsers have, and late after the device has slept.
 */
export function CodeTimeLeft({ remaining }: { readonly remaining: number }) {
  const [minutes, setMinutes] = useState<AnnouncedMinutes>();
  useEffect(() => {
    const timer = window.setInterval(() => setMinutes(findAnnouncedMinutes(remaining - pageAge())), 1_000);
    return () => window.clearInterval(timer);
  }, [remaining]);
  return <MinutesLeft minutes={minutes} />;
}
