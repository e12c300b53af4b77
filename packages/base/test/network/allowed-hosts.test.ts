import { expect, test } from 'bun:test';
import { isAllowed, type Destination } from '../../network/allowed-hosts.ts';

const server: Destination = {
  host: 'api.internal',
  port: 8080,
  address: '10.0.0.7',
  range: 'a private address',
};
const allows = (lists: readonly (readonly string[])[], to: Partial<Destination> = {}): boolean =>
  isAllowed({ network: lists }, { ...server, ...to });

test('POL-5: without a list nothing more is allowed, and an empty list allows nothing', () => {
  expect(allows([])).toBe(false);
  expect(allows([[]])).toBe(false);
});

test.each([
  ['api.internal', true],
  ['API.Internal.', true],
  ['api.internal:8080', true],
  ['api.internal:80', false],
  ['10.0.0.7', true],
  ['10.0.0.7:8080', true],
  ['10.0.0.7:81', false],
  ['*.internal', true],
  ['*.internal:8080', true],
  ['*.api.internal', false],
  ['internal', false],
  ['nternal', false],
  ['*', false],
  ['*internal', false],
  ['*.*', false],
  ['http://api.internal', false],
  ['api.internal/', false],
  ['user@api.internal', false],
  ['api.internal:', false],
  ['10.0.0.0/8', false],
  ['10.0.0.*', false],
  ['', false],
])('POL-5: the entry %p allows api.internal:8080 at 10.0.0.7: %p', (entry, isExpected) => {
  expect(allows([[entry]])).toBe(isExpected);
});

test('POL-1: every list must allow', () => {
  expect(allows([['api.internal'], ['10.0.0.7']])).toBe(true);
  expect(allows([['api.internal'], ['other.internal']])).toBe(false);
  expect(allows([['api.internal'], []])).toBe(false);
});

test('POL-5: a name does not cover metadata and link-local addresses; the address itself does', () => {
  const metadata = { address: '169.254.169.254', range: 'a metadata address' } as const;
  expect(allows([['api.internal']], metadata)).toBe(false);
  expect(allows([['*.internal']], metadata)).toBe(false);
  expect(allows([['169.254.169.254']], metadata)).toBe(true);
});

test('POL-5: an address is matched by its value, not by its text', () => {
  const six = { host: '::1', address: '::1', range: 'a loopback address' } as const;
  for (const entry of ['::1', '[::1]', '[::1]:8080', '0:0:0:0:0:0:0:1', '[0::1]:8080'])
    expect(allows([[entry]], six)).toBe(true);
  expect(
    allows([['127.0.0.1']], { host: '::ffff:7f00:1', address: '::ffff:7f00:1', range: 'a reserved address' }),
  ).toBe(false);
});
