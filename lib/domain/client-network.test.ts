import { hostOf, networkOf } from './client-network';

test.each([
  ['203.0.113.9', '203.0.113', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1', '2001:db8:1:2'],
  ['2001:0DB8:0001::6', '2001:db8:1', '2001:db8:1:0'],
  ['2001::5:0:0:1', '2001:0:0', '2001:0:0:0'],
  ['2001::1', '2001:0:0', '2001:0:0:0'],
  ['::1', '0:0:0', '0:0:0:0'],
  ['::ffff:203.0.113.9', '0:0:0', '0:0:0:0'],
  ['1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8:9'],
  ['unknown', 'unknown', 'unknown'],
])('%s is of the network %s and counts as %s', (address, network, host) => {
  expect([networkOf(address), hostOf(address)]).toEqual([network, host]);
});
