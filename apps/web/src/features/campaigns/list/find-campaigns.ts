import type { ListedCampaign } from '../../../lib/parsing/campaigns.ts';

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Those whose name or agent has every word, whatever its capitals and accents. */
export function findCampaigns(
  campaigns: readonly ListedCampaign[],
  search: string,
  nameOf: (agentId: string) => string,
): readonly ListedCampaign[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return campaigns.filter(({ name, agentId }) => {
    const text = folded(`${name} ${nameOf(agentId)}`);
    return words.every((word) => text.includes(word));
  });
}
