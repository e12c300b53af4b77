import { expect, test } from 'bun:test';
import { canonicalAddress, rangeOf } from '../../network/address-range.ts';

test('public addresses are public', () => {
  const addresses =
    '1.1.1.1 8.8.8.8 93.184.216.34 223.255.255.254 2606:4700::1111 2a00:1450::1 3ffe::1'.split(' ');
  expect(addresses.filter((address) => rangeOf(address) !== 'public')).toEqual([]);
});

test('the edges of what is not public are not', () => {
  const written =
    '0.0.0.0 0.255.255.255 10.255.255.255 100.64.0.0 100.127.255.255 127.255.255.255 169.254.0.0 ' +
    '172.16.0.0 172.31.255.255 192.0.0.1 192.0.2.1 192.168.255.255 198.19.255.255 198.51.100.1 ' +
    '203.0.113.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255 :: ::1 ::2 ::ffff:1.1.1.1 ' +
    '::1.1.1.1 64:ff9b::101:101 100::1 2001::1 2001:db8::1 2002:101:101::1 3fff::1 5f00::1 fc00::1 ' +
    'fdff::1 fe80::1 fec0::1 ff02::1 ';
  const addresses = [...written.trim().split(' '), 'nonsense', ''];
  expect(addresses.filter((address) => rangeOf(address) === 'public')).toEqual([]);
});

test('the neighbours of private blocks are public', () => {
  const addresses =
    '9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0 192.167.255.255'.split(' ');
  expect(addresses.filter((address) => rangeOf(address) !== 'public')).toEqual([]);
});

test('an address has one spelling, and what is none has no spelling', () => {
  expect(canonicalAddress('0:0:0:0:0:0:0:1')).toBe('::1');
  expect(canonicalAddress('FE80::1')).toBe('fe80::1');
  expect(canonicalAddress('127.0.0.1')).toBe('127.0.0.1');
  for (const text of ['127.1', '0177.0.0.1', '2130706433', 'localhost', '', '1.2.3.4.5', '1.2.3.256'])
    expect(canonicalAddress(text)).toBeUndefined();
});
