'use client';

import { useTranslations } from 'next-intl';
import { MethodHint } from '../method-hint';
import type { MethodView } from '../method-view';

/** DuitNow QR asks for nothing here: it says what comes next. */
function DuitnowQrFields() {
  return <MethodHint text={useTranslations('payment')('duitnowQrHint')} />;
}

export const duitnowQrView: MethodView = { sign: ['duitnow'], Fields: DuitnowQrFields };
