import { watchedCampaign, watchedId } from '../desk/fake-server/watched-campaign.ts';
import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const campaign = `/app/campaigns/${watchedId}`;
const settings = '/app/settings/consent';
const registry = {
  ...{ id: '019a8b5e-6c00-7000-8000-000000000080', fileName: 'registry-212.csv', numbers: 48_210 },
  dated: new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10),
  ...{ importedAt: '2026-11-15T10:00:00.000Z', importedBy: { displayName: 'Ines Marchetti' } },
};

/** Every screen and state of a campaign that was started, and of consent. */
export const campaignRunScreens: readonly FakeServerShot[] = [
  at('campaign-progress', campaign, 'Results so far'),
  at('campaign-paused', campaign, 'Too many people hung up', (fakeServer) => {
    const [detail, at_] = ['11 of the last 20 calls.', new Date().toISOString()];
    const pause = { reason: 'breaker_hang_ups', detail, at: at_ } as const;
    fakeServer.watched.campaign = watchedCampaign({ state: 'paused', pause });
  }),
  at('campaign-people', `${campaign}?show=people`, 'Eve Lindqvist'),
  then(
    at('campaign-row-menu', `${campaign}?show=people&rows=pending`, 'Dan Novak'),
    async (page) =>
      page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click(),
    { windowOnly: true },
  ),
  then(
    at('campaign-hold-until', `${campaign}?show=people&rows=pending`, 'Dan Novak'),
    async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Hold Until…' }).click();
    },
    { windowOnly: true },
  ),
  at('campaign-timeline', `${campaign}?show=timeline`, 'Resumed'),
  at('campaign-report', `${campaign}?show=report`, 'People reached'),
  at('campaign-over', campaign, 'Call Those Not Reached', (fakeServer) => {
    fakeServer.watched.campaign = watchedCampaign({ state: 'completed', endedAt: new Date().toISOString() });
  }),
  then(
    at('campaign-stop', campaign, 'Results so far'),
    async (page) => page.getByRole('button', { name: 'Stop…' }).click(),
    { windowOnly: true },
  ),
  at('consent', settings, 'Register for sales calls'),
  at('consent-registry', settings, 'registry-212.csv', (fakeServer) => {
    fakeServer.consentRules = { ...fakeServer.consentRules, registry };
  }),
];
