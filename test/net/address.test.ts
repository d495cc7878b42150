import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AddressSpace, addressSpaceOf, mayReach } from '../../src/net/address.ts';

for (const [address, space] of [
  ['127.0.0.1', 'loopback'],
  ['127.255.1.1', 'loopback'],
  ['0.0.0.0', 'loopback'],
  ['::1', 'loopback'],
  ['::', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['2002:7f00:1::', 'loopback'],
  ['::127.0.0.1', 'loopback'],
  ['::ffff:0:127.0.0.1', 'loopback'],
  ['64:ff9b:1::10.0.0.1', 'private'],
  // Networks may hide the address in front of these bits, so whatever is here is theirs.
  ['64:ff9b:1:7f00:0:100:808:808', 'private'],
  ['64:ff9b:1::8.8.8.8', 'private'],
  ['2001:0:53aa:64c::1', 'private'],
  ['10.1.2.3', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.0.1', 'private'],
  ['169.254.169.254', 'link-local'],
  ['::ffff:169.254.169.254', 'link-local'],
  ['64:ff9b::169.254.169.254', 'link-local'],
  ['fd00:ec2::254', 'link-local'],
  ['fd00:ec2::23', 'link-local'],
  ['fd20:ce::254', 'link-local'],
  ['fd00:c1::a9fe:a9fe', 'link-local'],
  ['168.63.129.16', 'link-local'],
  ['168.63.129.17', 'public'],
  ['100.100.100.200', 'link-local'],
  ['100.64.0.1', 'private'],
  ['fd00::1', 'private'],
  ['fe80::1%eth0', 'link-local'],
  ['::ffff:10.0.0.1', 'private'],
  ['not an address', 'private'],
  ['', 'private'],
  ['172.32.0.1', 'public'],
  ['8.8.8.8', 'public'],
  ['2606:4700::1111', 'public'],
  ['::ffff:8.8.8.8', 'public'],
] as const) {
  test(`${address || 'no address'} is ${space}`, () => assert.equal(addressSpaceOf(address), space));
}

test('an IPv4 address is as public as its IPv6 forms', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      assert.equal(addressSpaceOf(`::ffff:${address}`), addressSpaceOf(address));
    }),
  );
});

test('any IPv6 address has a space', () => {
  const spaces: AddressSpace[] = ['link-local', 'loopback', 'private', 'public'];
  fc.assert(fc.property(fc.ipV6(), (address) => spaces.includes(addressSpaceOf(address))));
});

test('one reaches only what is at least as public', () => {
  assert.equal(mayReach('public', 'private'), false);
  assert.equal(mayReach('private', 'loopback'), false);
  assert.equal(mayReach('loopback', 'public'), true);
  assert.equal(mayReach('private', 'private'), true);
  assert.equal(mayReach('loopback', 'link-local'), false);
});
