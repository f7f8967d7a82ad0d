'use client';

import { useTranslations } from 'next-intl';
import { MethodHint } from '../method-hint';
import type { MethodView } from '../method-view';

/** Paying at a counter: no fields, only a hint of the next step. */
function CounterFields() {
  return <MethodHint text={useTranslations('payment')('counterHint')} />;
}

export const counterView: MethodView = { sign: 'barcode', Fields: CounterFields };
