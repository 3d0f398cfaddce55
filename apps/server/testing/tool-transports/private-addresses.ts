import fc from 'fast-check';

/** Where nothing of ours may connect: first address and length of the prefix. */
const rangesV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

function numberOf(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

const privateV4 = fc
  .tuple(fc.constantFrom(...rangesV4), fc.nat({ max: 0xffff_ffff }))
  .map(([[first, length], more]) => numberOf(first) + (more % 2 ** (32 - length)));

const bytesOf = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255);
const hex = (value: number) => value.toString(16);
const groupsOf = (address: number) => `${hex(address >>> 16)}:${hex(address & 0xffff)}`;

/** One number as C reads it: decimal, octal or hexadecimal. */
const written = (value: number) =>
  fc.constantFrom(String(value), `0${value.toString(8)}`, `0x${hex(value)}`, `0X${hex(value).toUpperCase()}`);

/** All the ways in which a host of IPv4 can be written in an address. */
function hostsOf(address: number): fc.Arbitrary<string> {
  const [a = 0, b = 0, c = 0, d = 0] = bytesOf(address);
  const dotted = `${a}.${b}.${c}.${d}`;
  return fc.oneof(
    fc.tuple(written(a), written(b), written(c), written(d)).map((parts) => parts.join('.')),
    fc.tuple(written(a), written(b), written(c * 256 + d)).map((parts) => parts.join('.')),
    fc.tuple(written(a), written(address & 0xff_ffff)).map((parts) => parts.join('.')),
    written(address),
    fc.constantFrom(
      dotted,
      `${dotted}.`,
      dotted.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      dotted.replaceAll('.', '。'),
      dotted.replaceAll('.', '%2e'),
      `[::ffff:${dotted}]`,
      `[::ffff:${groupsOf(address)}]`,
      `[0:0:0:0:0:FFFF:${groupsOf(address)}]`,
      `[64:ff9b::${dotted}]`,
      `[2002:${groupsOf(address)}::1]`,
      `[::${dotted}]`,
    ),
  );
}

const group = fc.nat({ max: 0xffff }).map(hex);
const privateV6 = fc.oneof(
  fc.constantFrom('[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[fd00:ec2::254]', '[FE80::1]'),
  fc.tuple(fc.nat({ max: 0x1ff }), group, group).map(([low, b, c]) => `[${hex(0xfc00 + low)}:${b}::${c}]`),
  fc.tuple(fc.nat({ max: 0x3f }), group).map(([low, b]) => `[${hex(0xfe80 + low)}::${b}]`),
  fc.tuple(fc.nat({ max: 0xff }), group).map(([low, b]) => `[${hex(0xff00 + low)}::${b}]`),
);

/** Hosts of private networks, of this machine and of its metadata, however they are written. */
export const privateHosts: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: privateV4.chain(hostsOf) },
  { weight: 1, arbitrary: privateV6 },
  { weight: 1, arbitrary: fc.constantFrom('localhost', 'LOCALHOST', 'localhost.', 'LocalHost') },
);

/** Private addresses as a name server gives them. */
export const resolvedPrivate: fc.Arbitrary<string> = fc.oneof(
  privateV4.map((address) => bytesOf(address).join('.')),
  privateV4.map((address) => `::ffff:${bytesOf(address).join('.')}`),
  privateV6.map((host) => host.slice(1, -1).toLowerCase()),
);

export const publicAddress: fc.Arbitrary<string> = fc.constantFrom(
  '93.184.216.34',
  '1.1.1.1',
  '2606:4700::1111',
);
