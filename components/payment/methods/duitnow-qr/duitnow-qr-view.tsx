'use client';

import { useTranslations } from 'next-intl';
import { MethodHint } from '../method-hint';
import type { MethodView } from '../method-view';

/** DuitNow QR: no fields, only a hint of the next step. */
function DuitnowQrFields() {
  return <MethodHint text={useTranslations('payment')('duitnowQrHint')} />;
}

export const duitnowQrView: MethodView = { sign: ['duitnow'], Fields: DuitnowQrFields };
