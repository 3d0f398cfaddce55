import { followUpState } from '@parley/contract';
import * as z from 'zod/mini';
import { after, defineTool, limit, notice, text } from './define-tool.ts';

export const deskTools = [
  defineTool({
    name: 'list_agents',
    title: 'List agents',
    description: 'The agents that can place calls.',
    input: {},
    route: 'listAgents',
    changes: 'nothing',
    run: async (_input, { ask }) => ({ agents: (await ask('listAgents')).agents }),
  }),
  defineTool({
    name: 'list_templates',
    title: 'List templates',
    description: 'Templates of instructions for calls, with their placeholders.',
    input: { agentId: z.optional(text('Only those of this agent.')) },
    route: 'listTemplates',
    changes: 'nothing',
    run: async ({ agentId }, { ask }) => {
      const { templates } = await ask('listTemplates');
      const all = Object.values(templates).flat();
      return {
        notice,
        templates: all
          .filter((template) => agentId === undefined || template.agentId === agentId)
          .map((template) => ({
            id: template._id,
            ...{ name: template.name, agentId: template.agentId },
            ...{ prompt: template.prompt, placeholders: template.placeholders },
          })),
      };
    },
  }),
  defineTool({
    name: 'list_contacts',
    title: 'List contacts',
    description: 'Contacts by name, or those whose name or number begins with a text.',
    input: { search: z.optional(text('The beginning of a name or a number.')), limit, after },
    route: 'listContacts',
    changes: 'nothing',
    run: async ({ search, ...page }, { ask }) => {
      const found = await ask('listContacts', { query: { search, limit: page.limit, after: page.after } });
      return {
        notice,
        contacts: found.contacts.map(({ id, name, number, language, doNotCall }) => ({
          ...{ id, name, number, language, doNotCall },
        })),
        next: found.nextCursor,
      };
    },
  }),
  defineTool({
    name: 'find_contact',
    title: 'Find a contact',
    description: 'A few contacts whose name or number begins with a text.',
    input: { text: text('The beginning of a name or a number.') },
    route: 'suggestContacts',
    changes: 'nothing',
    run: async ({ text: wanted }, { ask }) => ({
      notice,
      contacts: (await ask('suggestContacts', { query: { text: wanted } })).suggestions,
    }),
  }),
  defineTool({
    name: 'list_campaigns',
    title: 'List campaigns',
    description: 'The campaigns, the latest first.',
    input: {},
    route: 'listCampaigns',
    changes: 'nothing',
    run: async (_input, { ask }) => ({ notice, campaigns: (await ask('listCampaigns')).campaigns }),
  }),
  defineTool({
    name: 'get_campaign',
    title: 'Read a campaign',
    description: 'One campaign, and how many of its people are in which state.',
    input: { campaignId: text('The id of the campaign.') },
    route: 'getCampaign',
    changes: 'nothing',
    run: async ({ campaignId }, { ask }) => {
      const { campaign, counts } = await ask('getCampaign', { params: { id: campaignId } });
      const { id, name, purpose, agentId, templateId, state, rows, createdAt, changedAt } = campaign;
      return {
        notice,
        campaign: { id, name, purpose, agentId, templateId, state, rows, createdAt, changedAt },
        counts,
      };
    },
  }),
  defineTool({
    name: 'list_follow_ups',
    title: 'List follow-ups',
    description: 'What somebody has to do after a call, the urgent ones first.',
    input: { state: z._default(followUpState, 'open'), limit, after },
    route: 'listFollowUps',
    changes: 'nothing',
    run: async (input, { ask }) => {
      const found = await ask('listFollowUps', { query: input });
      return {
        notice,
        followUps: found.followUps.map(
          ({ id, reason, state, urgent, number, contact, callId, what, note, dueAt, owner }) => ({
            ...{ id, reason, state, urgent, number, callId, what, note, dueAt },
            ...{ contact: contact?.name ?? null, owner: owner?.displayName ?? null },
          }),
        ),
        next: found.nextCursor,
      };
    },
  }),
  defineTool({
    name: 'add_do_not_call',
    title: 'Never call a number again',
    description:
      'Puts a number on the do-not-call list: nobody and no campaign of this desk calls it again. Only an administrator can take it off.',
    input: { number: text('The number, with its country code: +15005550100.', 64) },
    route: 'addDoNotCall',
    changes: 'adds',
    run: async ({ number }, { ask }) => {
      const { entry, added } = await ask('addDoNotCall', { body: { number } });
      return { number: entry.number, added };
    },
  }),
];
