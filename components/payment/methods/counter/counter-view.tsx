'use client';

import { useTranslations } from 'next-intl';
import { MethodHint } from '../method-hint';
import type { MethodView } from '../method-view';

/** A counter asks for nothing here: it says what comes next. */
function CounterFields() {
  return <MethodHint text={useTranslations('payment')('counterHint')} />;
}

export const counterView: MethodView = { sign: 'barcode', Fields: CounterFields };
