import { createHash } from 'node:crypto';
import type { Campaign, CampaignPolicy } from '@parley/contract';
import type { DeskAnswer, DeskClient } from '../desk-client.ts';
import type { ListedPerson, ListRules } from './evidence.ts';
import type { Person } from './people.ts';

const header = ['Name', 'Phone', 'Zone'];
const columns = {
  ...{ name: 0, number: 1, timeZone: 2, lastName: null, consent: null, externalId: null, notes: null },
};
const rowsAtOnce = 1_000;
let made = 0;

/** A campaign with these people, as a page makes it; it runs. */
export async function makeCampaign(
  client: DeskClient,
  people: readonly Person[],
  policy: CampaignPolicy,
  purpose: ListRules['purpose'],
): Promise<{ readonly id: string; readonly rows: ListedPerson[] }> {
  made += 1;
  const agentId = 'gs-dental';
  const prompt = { name: `Recall ${made}`, prompt: 'Remind <Name> of the appointment.', agentId };
  const { template } = accepted(
    await client.request('POST', '/api/templates/templates', { ...prompt, placeholders: { Name: '' } }),
  );
  const body = { name: `Recall ${made}`, purpose, agentId, templateId: template._id };
  const { campaign } = accepted(await client.request('POST', '/api/campaigns', body));
  const { id } = campaign as Campaign;
  const digest = createHash('sha256').update(`${made}`).digest('hex');
  const file = { fileName: 'recall.csv', digest, header, columns, placeholders: { Name: 0 }, country: 'US' };
  const described = accepted(await client.request('PUT', `/api/campaigns/${id}/file`, file));
  const rows = people.map((person, n) => ({ ...person, campaign: id, row: n + 2 }));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = rows.slice(from, from + rowsAtOnce).map(({ row, name, number, zone }) => ({
      ...{ row, cells: [name, number, zone], problem: null },
    }));
    accepted(
      await client.request('POST', `/api/campaigns/${id}/rows`, {
        file: described.campaign.file.file,
        rows: part,
      }),
    );
  }
  const { campaign: filled } = accepted(await client.request('GET', `/api/campaigns/${id}`));
  const { campaign: changed } = accepted(
    await client.request('PUT', `/api/campaigns/${id}`, {
      ...{ revision: filled.revision, name: filled.name, policy },
    }),
  );
  accepted(
    await client.request('POST', `/api/campaigns/${id}/start`, {
      ...{ revision: changed.revision, at: null, ground: true },
    }),
  );
  return { id, rows };
}

function accepted({ status, body }: DeskAnswer) {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}
