import { isIPv4, isIPv6 } from 'node:net';

/**
 * Where an address leads. `forbidden` is what nobody connects to on purpose: link-local addresses, where clouds keep the
 * metadata of a machine, multicast, and ranges without hosts.
 */
export type AddressKind = 'public' | 'private' | 'loopback' | 'forbidden';

/** Without brackets. Anything that is no address is forbidden. */
export function addressKind(address: string): AddressKind {
  const bare = address.split('%')[0] ?? '';
  if (isIPv4(bare)) return kindOfV4(v4Number(bare));
  return isIPv6(bare) ? kindOfV6(v6Groups(bare)) : 'forbidden';
}

/** Addresses that clouds answer with secrets of the machine, outside of the link-local ranges. */
const metadataV4 = v4Number('100.100.100.200');
const metadataV6 = 'fd00:ec2:0:0:0:0:0:254';

const rangesV4: readonly (readonly [string, number, AddressKind])[] = [
  ['127.0.0.0', 8, 'loopback'],
  ['10.0.0.0', 8, 'private'],
  ['172.16.0.0', 12, 'private'],
  ['192.168.0.0', 16, 'private'],
  ['100.64.0.0', 10, 'private'],
  ['0.0.0.0', 8, 'forbidden'],
  ['169.254.0.0', 16, 'forbidden'],
  ['192.0.0.0', 24, 'forbidden'],
  ['192.0.2.0', 24, 'forbidden'],
  ['192.88.99.0', 24, 'forbidden'],
  ['198.18.0.0', 15, 'forbidden'],
  ['198.51.100.0', 24, 'forbidden'],
  ['203.0.113.0', 24, 'forbidden'],
  ['224.0.0.0', 3, 'forbidden'],
];

function kindOfV4(address: number): AddressKind {
  if (address === metadataV4) return 'forbidden';
  const inRange = ([start, bits]: (typeof rangesV4)[number]) =>
    Math.floor(address / 2 ** (32 - bits)) === Math.floor(v4Number(start) / 2 ** (32 - bits));
  return rangesV4.find(inRange)?.[2] ?? 'public';
}

function kindOfV6(groups: readonly number[]): AddressKind {
  const [first = 0, second = 0] = groups;
  const embedded = embeddedV4(groups);
  if (groups.every((group, at) => group === (at === 7 ? 1 : 0))) return 'loopback';
  if (embedded !== null) return kindOfV4(embedded);
  if (groups.map((group) => group.toString(16)).join(':') === metadataV6) return 'forbidden';
  // fc00::/7
  if ((first & 0xfe00) === 0xfc00) return 'private';
  // Only 2000::/3 is given out; within it Teredo and the examples of documentation lead elsewhere or nowhere.
  if ((first & 0xe000) !== 0x2000) return 'forbidden';
  if (first === 0x2001 && (second === 0 || second === 0xdb8)) return 'forbidden';
  return first === 0x3fff && second <= 0xfff ? 'forbidden' : 'public';
}

/** The v4 address that a v6 address stands for: mapped, compatible, translated (64:ff9b::/96) or 6to4. */
function embeddedV4(groups: readonly number[]): number | null {
  const [first = 0, second = 0, third = 0] = groups;
  const last = (groups[6] ?? 0) * 0x10000 + (groups[7] ?? 0);
  const zeros = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0);
  if (zeros(0, 5) && (groups[5] === 0xffff || groups[5] === 0)) return last;
  if (zeros(0, 4) && groups[4] === 0xffff && groups[5] === 0) return last;
  if (first === 0x64 && second === 0xff9b && zeros(2, 6)) return last;
  return first === 0x2002 ? second * 0x10000 + third : null;
}

function v4Number(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

function v6Groups(address: string): number[] {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (dotted?.[1] !== undefined && dotted[2] !== undefined) {
    const number = v4Number(dotted[2]);
    const high = Math.floor(number / 0x10000).toString(16);
    return v6Groups(`${dotted[1]}${high}:${(number % 0x10000).toString(16)}`);
  }
  const [head = '', tail] = address.split('::');
  const groupsOf = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}
