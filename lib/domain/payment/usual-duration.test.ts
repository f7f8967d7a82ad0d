import { toUsualDuration } from './usual-duration';

test.each([
  [1, 'minutes', 1],
  [5, 'minutes', 5],
  [90, 'minutes', 90],
  [60, 'hours', 1],
  [180, 'hours', 3],
  [1440, 'days', 1],
  [4320, 'days', 3],
] as const)('%i minutes are shown in %s', (minutes, unit, count) => {
  expect(toUsualDuration(minutes)).toEqual({ unit, count });
});
