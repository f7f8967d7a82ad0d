/**
 * Spies on a method of `window.location`, which then does nothing: jsdom cannot navigate, and a browser's `location` cannot be mocked, so the
 * spy is on jsdom's implementation behind it.
 */
export function spyOnLocation(method: 'assign' | 'reload') {
  const implementation = Object.getOwnPropertySymbols(window.location)
    .map((symbol): unknown => Reflect.get(window.location, symbol))
    .find((value): value is Pick<Location, 'assign' | 'reload'> => Object(value) === value);
  if (implementation === undefined) throw new Error('jsdom has changed');
  return jest
    .spyOn(Object.getPrototypeOf(implementation) as Pick<Location, 'assign' | 'reload'>, method)
    .mockReturnValue();
}
