'use client';

import { useTranslations } from 'next-intl';
import { MethodHint } from '../method-hint';
import type { MethodView } from '../method-view';

/** Maybank2u: no fields, only a hint of the next step. */
function M2uFields() {
  return <MethodHint text={useTranslations('payment')('m2uHint')} />;
}

export const m2uView: MethodView = { sign: ['m2u'], note: (t) => t('payment.directNote'), Fields: M2uFields };
