import en from '@/messages/en.json';
import * as z from 'zod/mini';
import { sen } from '../money';
import { toFieldErrors } from './field-errors';
import { failure, success } from '../result';
import { checkboxSchema, optionalField, requiredField } from './form-issue';
import { getAmountMessage } from './form-message';
import { formMessageKeys } from './form-message-keys';
import { readFormMessage } from './read-form-message';

test('every message key has words', () => {
  const words = new Set(Object.keys(en.validation).map((name) => `validation.${name}`));
  expect(formMessageKeys.filter((key) => !words.has(key))).toEqual([]);
});

test('only our keys are keys', () => {
  expect(readFormMessage({ params: { key: 'validation.email' } })).toEqual({ key: 'validation.email' });
  expect(readFormMessage({ params: { key: 'layout.siteName' } })).toEqual({ key: 'validation.required' });
});

test.each([
  [{ code: 'required' }, { key: 'validation.required' }],
  [{ code: 'malformed' }, { key: 'validation.amountFormat' }],
  [{ code: 'aboveCurrentBalance' }, { key: 'validation.amountAboveBalance' }],
  [
    { code: 'belowMinimum', figure: sen(100) },
    { key: 'validation.amountMinimumOf', params: { min: '1' } },
  ],
  [
    { code: 'aboveMaximum', figure: sen(150_050) },
    { key: 'validation.amountMaximum', params: { max: '1,500.50' } },
  ],
  [
    { code: 'aboveAdvanceLimit', figure: sen(50_000) },
    { key: 'validation.amountAdvanceLimit', params: { limit: '500' } },
  ],
] as const)('the issue %j is worded %j', (issue, message) => {
  expect(getAmountMessage(issue)).toEqual(message);
});

const parse = (text: string) => (text === 'good' ? success(text.length) : failure('malformed'));

test('a required field has a message when empty and one when wrong', () => {
  const schema = z.object({ field: requiredField(parse, 'validation.email', 'validation.required') });
  const messageFor = (input: unknown) => toFieldErrors(schema.safeParse(input).error?.issues ?? [])['field']?.key;
  expect(schema.parse({ field: 'good' })).toEqual({ field: 4 });
  expect(messageFor({ field: 'bad' })).toBe('validation.email');
  for (const input of [{}, { field: '' }, { field: ' ' }, { field: 1 }, { field: ['good'] }, { field: null }]) {
    expect(messageFor(input)).toBe('validation.required');
  }
});

test('an optional field is undefined when empty', () => {
  const schema = z.object({ field: optionalField(parse, 'validation.email') });
  expect(schema.parse({})).toEqual({ field: undefined });
  expect(schema.parse({ field: '  ' })).toEqual({ field: undefined });
  expect(schema.parse({ field: 'good' })).toEqual({ field: 4 });
  expect(toFieldErrors(schema.safeParse({ field: 'bad' }).error?.issues ?? [])).toEqual({
    field: { key: 'validation.email' },
  });
});

test.each([
  ['on', true],
  ['true', true],
  [true, true],
  ['off', false],
  ['', false],
  [undefined, false],
  [1, false],
])('a checkbox with the value %p is %p', (value, ticked) => {
  expect(checkboxSchema.parse(value)).toBe(ticked);
});
