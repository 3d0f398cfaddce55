import { describe, expect, test } from 'vitest';
import { type AddressKind, addressKind } from './network-address-kind.ts';

const kinds: Readonly<Record<AddressKind, readonly string[]>> = {
  public: [
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '2606:4700::1111',
  ],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fc00::1', 'fdff::1'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
  forbidden: [
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '169.254.169.254',
      '169.254.0.1',
      '100.100.100.200',
      '192.0.0.192',
      '192.0.2.1',
    ],
    ...[
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '239.1.1.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...['::', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', 'fd00:ec2::254', '2001:db8::1', '3fff::1'],
    ...['2001::1', '100::1', '64:ff9b:1::a00:1', 'localhost', '', '1.2.3', '010.0.0.1'],
  ],
};

describe('where an address leads', () => {
  test.each(
    Object.entries(kinds).flatMap(([kind, addresses]) =>
      addresses.map((address) => [address, kind] as const),
    ),
  )('%s: %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  });

  test.each([
    ['mapped', (v4: string) => `::ffff:${v4}`],
    ['compatible', (v4: string) => `::${v4}`],
    ['translated', (v4: string) => `64:ff9b::${v4}`],
    ['mapped by a translator', (v4: string) => `::ffff:0:${v4}`],
    ['6to4', (v4: string) => `2002:${hex(v4)}::1`],
    ['mapped, in hexadecimal', (v4: string) => `::ffff:${hex(v4)}`],
  ])('a v4 address inside a v6 address counts as itself: %s', (_name, inside) => {
    expect(addressKind(inside('127.0.0.1'))).toBe('loopback');
    expect(addressKind(inside('10.1.2.3'))).toBe('private');
    expect(addressKind(inside('169.254.169.254'))).toBe('forbidden');
    expect(addressKind(inside('8.8.8.8'))).toBe('public');
  });
});

function hex(v4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
