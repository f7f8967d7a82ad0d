'use client';

import { useTranslations } from 'next-intl';
import { MethodHint } from './method-hint';

/** Methods that ask for nothing here: each says what comes next. */
export function M2uFields() {
  return <MethodHint text={useTranslations('payment')('m2uHint')} />;
}

export function CounterFields() {
  return <MethodHint text={useTranslations('payment')('counterHint')} />;
}

export function DuitnowQrFields() {
  return <MethodHint text={useTranslations('payment')('duitnowQrHint')} />;
}
