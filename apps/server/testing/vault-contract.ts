import { describe, expect, test } from 'vitest';
import { SecretUnusable, secretPurposes, type Vault, vaultLimits } from '../src/ports/vault.ts';

export interface VaultSubject {
  readonly vault: Vault;
  /** Two organizations that nothing else uses. */
  readonly tenants: readonly [string, string];
  /** Moves the vault's clock. */
  advance(ms: number): void;
}

/** What every vault has to do: rules V1 to V5 of docs/secrets.md. */
export function vaultContract(open: () => Promise<VaultSubject>): void {
  const wanted = { name: 'booking key', purpose: 'tool' } as const;
  const secret = { ...wanted, value: 'a value that nobody may see', actor: 'user_kit' };
  const use = ({ vault, tenants: [one] }: VaultSubject) => vault.use(one, wanted, (value) => value);

  describe('a vault', () => {
    test('V1: lends a secret to its purpose, and lists it without its value', async () => {
      const subject = await open();
      const [one] = subject.tenants;
      expect(await subject.vault.put(one, secret)).toBeNull();
      expect(await use(subject)).toEqual({ value: secret.value, earlier: null });
      const listed = await subject.vault.list(one);
      expect(listed).toEqual([
        { name: secret.name, purpose: 'tool', setBy: 'user_kit', setAt: expect.any(Date) },
      ]);
    });

    test('V2: another organization, another purpose or another name gets nothing', async () => {
      const { vault, tenants } = await open();
      const [one, two] = tenants;
      await vault.put(one, secret);
      expect(await vault.list(two)).toEqual([]);
      for (const purpose of secretPurposes.filter((each) => each !== 'tool'))
        await expect(vault.use(one, { ...wanted, purpose }, () => 0)).rejects.toThrow(SecretUnusable);
      await expect(vault.use(two, wanted, () => 0)).rejects.toMatchObject({ why: 'missing' });
      await expect(vault.use(one, { ...wanted, name: 'booking' }, () => 0)).rejects.toThrow(SecretUnusable);
      expect(await vault.remove(two, secret.name, 'user_kit')).toBe(false);
      expect(await vault.replace(two, { ...secret, value: 'x' })).toBe('no such secret');
    });

    test('V3: a new value counts at once, and the earlier one is offered for a quarter of an hour', async () => {
      const subject = await open();
      const [one] = subject.tenants;
      await subject.vault.put(one, secret);
      subject.advance(60_000);
      expect(await subject.vault.replace(one, { ...secret, value: 'second', actor: 'user_jo' })).toBeNull();
      expect(await use(subject)).toEqual({ value: 'second', earlier: secret.value });
      expect(await subject.vault.list(one)).toMatchObject([{ setBy: 'user_jo' }]);
      subject.advance(vaultLimits.earlierForMs - 1_000);
      expect(await use(subject)).toEqual({ value: 'second', earlier: secret.value });
      subject.advance(2_000);
      expect(await use(subject)).toEqual({ value: 'second', earlier: null });
    });

    test('a name is taken once, and free again after it was removed', async () => {
      const subject = await open();
      const { vault, tenants } = subject;
      const [one] = tenants;
      await vault.put(one, secret);
      expect(await vault.put(one, { ...secret, value: 'other' })).toBe('name is taken');
      expect(await vault.remove(one, secret.name, 'user_kit')).toBe(true);
      expect(await vault.remove(one, secret.name, 'user_kit')).toBe(false);
      await expect(use(subject)).rejects.toMatchObject({ why: 'missing' });
      expect(await vault.replace(one, secret)).toBe('no such secret');
      expect(await vault.put(one, { ...secret, value: 'other' })).toBeNull();
      // What was removed does not come back as the earlier value.
      expect(await use(subject)).toEqual({ value: 'other', earlier: null });
    });

    test('of several at once under one name exactly one is stored', async () => {
      const { vault, tenants } = await open();
      const puts = Array.from({ length: 5 }, (_, n) => vault.put(tenants[0], { ...secret, value: `${n}` }));
      expect((await Promise.all(puts)).filter((problem) => problem === null)).toHaveLength(1);
      expect(await vault.list(tenants[0])).toHaveLength(1);
    });

    test.each([
      ['an empty name', { name: '' }, 'invalid name'],
      ['a name with a line break', { name: 'a\nb' }, 'invalid name'],
      ['a name that is too long', { name: 'a'.repeat(vaultLimits.nameMax + 1) }, 'invalid name'],
      ['an empty value', { value: '' }, 'invalid value'],
      ['a value that is too long', { value: 'é'.repeat(vaultLimits.valueBytesMax / 2 + 1) }, 'invalid value'],
    ])('V5: %s is refused and nothing is stored', async (_, changes, problem) => {
      const { vault, tenants } = await open();
      expect(await vault.put(tenants[0], { ...secret, ...changes })).toBe(problem);
      expect(await vault.list(tenants[0])).toEqual([]);
    });

    test('a value may be anything that a header can hold, up to the limit', async () => {
      const subject = await open();
      for (const value of ['é'.repeat(vaultLimits.valueBytesMax / 2), '"\\\' ; --', ' \t🔑']) {
        await subject.vault.remove(subject.tenants[0], secret.name, 'user_kit');
        expect(await subject.vault.put(subject.tenants[0], { ...secret, value })).toBeNull();
        expect((await use(subject)).value).toBe(value);
      }
    });

    test('an error of the work reaches the caller as it is', async () => {
      const { vault, tenants } = await open();
      await vault.put(tenants[0], secret);
      const failing = vault.use(tenants[0], wanted, async () => {
        throw new Error('the tool did not answer');
      });
      await expect(failing).rejects.toThrow('the tool did not answer');
    });
  });
}
