/**
 * How public an IP address is.
 *
 * In:  an address as a socket or a resolver reports it.
 * Out: link-local, loopback, private or public. What is neither clearly public nor ours counts as private.
 *
 * Private Network Access §2.1 https://wicg.github.io/private-network-access/ and the IANA special-purpose registries.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** From the least to the most public. */
export type AddressSpace = 'link-local' | 'loopback' | 'private' | 'public';

/**
 * The machine's own link, with the metadata services of clouds, which give the machine's credentials to whoever asks. No page
 * is there that a person would open.
 */
const LINK_LOCAL = rangesOf([
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::/32', // Amazon's
  '168.63.129.16/32', // Microsoft's
  'fd20:ce::254/128', // Google's
  '100.100.100.200/32', // Alibaba's
  '192.0.0.192/32', // Oracle's
  'fd00:c1::a9fe:a9fe/128', // Oracle's
  'fd00:42::42/128', // Scaleway's
  'fd00:a9fe:a9fe::1/128', // Akamai's
]);

const LOOPBACK = rangesOf(['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128']);

const PRIVATE = rangesOf([
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '100::/64', // discard only
  '2001::/32', // Teredo: leads to an IPv4 address that is hidden in it
  '2001:db8::/32', // documentation
  '5f00::/16', // segment routing inside one network
  'fc00::/7',
  'fec0::/10',
  'ff00::/8',
]);

/** RFC 8215: networks choose themselves where in these the IPv4 address stands, so nobody else can tell where they lead. */
const LOCAL_NAT64 = rangesOf(['64:ff9b:1::/48']);

function rangesOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address, bits] = range.split('/') as [string, string];
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}

export function addressSpaceOf(address: string): AddressSpace {
  const plain = address.replace(/%.*$/, '');
  const embedded = embeddedIPv4(plain);
  if (embedded !== null) {
    const space = addressSpaceOf(embedded);
    return space === 'public' && LOCAL_NAT64.check(plain, 'ipv6') ? 'private' : space;
  }
  const family = isIPv6(plain) ? 'ipv6' : 'ipv4';
  if (family === 'ipv4' && !isIPv4(plain)) return 'private';
  if (LINK_LOCAL.check(plain, family)) return 'link-local';
  if (LOOPBACK.check(plain, family)) return 'loopback';
  return PRIVATE.check(plain, family) ? 'private' : 'public';
}

/** The bytes of an address: four or sixteen. */
export function addressBytes(address: string): number[] {
  if (isIPv6(address)) return expandIPv6(address.replace(/%.*$/, '')).flatMap((group) => [group >> 8, group & 255]);
  return address.split('.').map(Number);
}

/** An address as a number. IPv4 inside IPv6 is the number of the inner address. */
export function addressNumber(address: string): bigint {
  const plain = address.replace(/%.*$/, '');
  const inner = embeddedIPv4(plain) ?? plain;
  if (isIPv6(inner)) return expandIPv6(inner).reduce((sum, group) => (sum << 16n) | BigInt(group), 0n);
  return inner.split('.').reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

const RANK: Record<AddressSpace, number> = { 'link-local': 0, loopback: 1, private: 2, public: 3 };

/** Whether someone in `from` may reach `to`: only what is at least as public as they are. */
export function mayReach(from: AddressSpace, to: AddressSpace): boolean {
  return RANK[to] >= RANK[from];
}

export function morePublic(a: AddressSpace, b: AddressSpace): AddressSpace {
  return RANK[a] >= RANK[b] ? a : b;
}

/**
 * IPv4 inside IPv6: mapped (::ffff:a.b.c.d), translated (::ffff:0:a.b.c.d), compatible (::a.b.c.d), NAT64
 * (64:ff9b::/96 and 64:ff9b:1::/48) and 6to4 (2002::/16) lead to the inner address.
 */
function embeddedIPv4(address: string): string | null {
  if (!isIPv6(address)) return null;
  const groups = expandIPv6(address);
  const [, , , , fourth, fifth, high, low] = groups as [number, number, number, number, number, number, number, number];
  const startsWithZeros = groups.slice(0, 4).every((group) => group === 0);
  const isMapped = startsWithZeros && fourth === 0 && fifth === 0xffff;
  const isTranslated = startsWithZeros && fourth === 0xffff && fifth === 0;
  const isCompatible = startsWithZeros && fourth === 0 && fifth === 0 && high !== 0;
  const isNat64 = groups[0] === 0x64 && groups[1] === 0xff9b && groups[2]! <= 1;
  if (isMapped || isTranslated || isCompatible || isNat64) return dotted(high, low);
  if (groups[0] === 0x2002) return dotted(groups[1]!, groups[2]!);
  return null;
}

function dotted(high: number, low: number): string {
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** The eight groups of a valid IPv6 address. */
function expandIPv6(address: string): number[] {
  const [head, tail] = address.split('::') as [string, string | undefined];
  const before = groupsOf(head);
  if (tail === undefined) return before;
  const after = groupsOf(tail);
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function groupsOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a, b, c, d] = group.split('.').map(Number) as [number, number, number, number];
    return [(a << 8) | b, (c << 8) | d];
  });
}
