import { methodGatewayVariables, resolveMethodGateways } from './method-gateways';
import { readVariables } from './read-variables';

function read(environment: Readonly<Record<string, string>>, isSandbox: boolean) {
  const values = readVariables(methodGatewayVariables, environment);
  return values.ok ? resolveMethodGateways(values.value, isSandbox) : values.error;
}

test('METHOD_GATEWAYS names the gateways of each method; any other method has none', () => {
  const named = { METHOD_GATEWAYS: ' fpx:fpx , wallet : eghl', GATEWAYS: 'acquirer' };
  expect(read(named, true)).toEqual({ fpx: ['fpx'], wallet: ['eghl'] });
  expect(read(named, false)).toEqual({ fpx: ['fpx'], wallet: ['eghl'] });
});

test.each([
  'fpx',
  'fpx:',
  'fpx:fpx:fpx',
  'fpx:nobody',
  'cheque:fpx',
  'wallet:fpx',
  'fpx:fpx|fpx',
  'fpx:fpx,fpx:fpx',
  'fpx:fpx,,',
  'toString:fpx',
  'fpx:constructor',
])('METHOD_GATEWAYS=%s is refused', (text) => {
  expect(read({ METHOD_GATEWAYS: text }, false)).toEqual([expect.stringContaining('METHOD_GATEWAYS must be')]);
});

test('in the sandbox GATEWAYS names the gateways, each of which serves what it can', () => {
  expect(read({ GATEWAYS: 'eghl, fpx' }, true)).toEqual({
    ...{ fpx: ['fpx'], fpxCorporate: ['fpx'], m2u: ['eghl'], wallet: ['eghl'] },
  });
  expect(read({ GATEWAYS: 'fpx,fpx' }, true)).toEqual([expect.stringContaining('GATEWAYS must be')]);
});

test('the sandbox serves all ten methods by default', () => {
  expect(read({}, true)).toEqual({
    ...{ savedCard: ['acquirer'], newCard: ['acquirer'], epp: ['acquirer'] },
    ...{ fpx: ['fpx'], fpxCorporate: ['fpx'], m2u: ['eghl'], wallet: ['eghl'] },
    ...{ dcb: ['carrier'], counter: ['counter'], duitnowQr: ['duitnow'] },
  });
});

test('outside the sandbox GATEWAYS has no effect: each gateway serves what it can', () => {
  expect(read({ GATEWAYS: 'acquirer' }, false)).toMatchObject({
    fpx: ['fpx', 'chip', 'stripe', 'billplz'],
    wallet: ['eghl', 'chip', 'stripe'],
  });
});
