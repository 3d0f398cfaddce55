import { exampleOrganization, type OrganizationSettings } from '@parley/contract';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { LiveListener } from '../../ports/live-events.ts';
import { CachedOrganizations } from './cached-organizations.ts';
import { startingSettings } from './starting-settings.ts';

async function open() {
  const clock = new ManualClock();
  const stored = new Map<string, OrganizationSettings>();
  const reads: string[] = [];
  let listener: LiveListener | null = null;
  let read = async (tenantId: string) => stored.get(tenantId) ?? null;
  const organizations = new CachedOrganizations({
    store: {
      settingsForCall: (tenantId) => {
        reads.push(tenantId);
        return read(tenantId);
      },
    },
    feed: {
      listen: async (given) => {
        listener = given;
        return { close: async () => {} };
      },
    },
    start: startingSettings({ timeZone: 'Europe/Berlin', country: 'DE' }),
    clock,
  });
  await organizations.listen();
  const notice = (tenantId: string) => listener?.onNotice({ tenantId, kind: 'listed', list: 'organization' });
  const setRead = (next: typeof read) => {
    read = next;
  };
  return { organizations, stored, reads, clock, notice, gap: () => listener?.onGap(), setRead };
}

const named = (name: string): OrganizationSettings => ({ ...exampleOrganization.settings, name });

test('OR13: settings are read once, however many calls need them', async () => {
  const { organizations, stored, reads } = await open();
  stored.set('one', named('One'));
  stored.set('two', named('Two'));
  const names = await Promise.all(['one', 'one', 'two'].map(async (id) => (await organizations.of(id)).name));
  await organizations.of('one');
  expect([names, reads]).toEqual([
    ['One', 'One', 'Two'],
    ['one', 'two'],
  ]);
});

test('OR13: a notice of the tenant, a gap in the notices, or a minute makes the next call read again', async () => {
  const { organizations, stored, reads, notice, gap, clock } = await open();
  stored.set('one', named('One'));
  await organizations.of('one');
  notice('two');
  await organizations.of('one');
  expect(reads).toHaveLength(1);
  for (const change of [() => notice('one'), gap, () => clock.advance(60_000)]) {
    stored.set('one', named(`After ${reads.length}`));
    change();
    expect((await organizations.of('one')).name).toBe(`After ${reads.length - 1}`);
  }
});

test('a read that began before a change does not outlive the notice of it', async () => {
  const { organizations, stored, notice, setRead } = await open();
  let finish = () => {};
  setRead(
    () =>
      new Promise((resolve) => {
        finish = () => resolve(named('Before'));
      }),
  );
  const early = organizations.of('one');
  stored.set('one', named('After'));
  notice('one');
  finish();
  expect((await early).name).toBe('Before');
  setRead(async (tenantId) => stored.get(tenantId) ?? null);
  expect((await organizations.of('one')).name).toBe('After');
});

test('a failed read is not kept', async () => {
  const { organizations, stored, setRead } = await open();
  setRead(() => Promise.reject(new Error('no database')));
  await expect(organizations.of('one')).rejects.toThrow('no database');
  stored.set('one', named('One'));
  setRead(async (tenantId) => stored.get(tenantId) ?? null);
  expect((await organizations.of('one')).name).toBe('One');
});

test('OR3: a tenant without settings has those that a new organization starts with', async () => {
  const { organizations } = await open();
  expect(await organizations.of('org_new')).toMatchObject({
    name: 'org_new',
    timeZone: 'Europe/Berlin',
    country: 'DE',
    openingHours: { week: null, holidays: [] },
  });
});
