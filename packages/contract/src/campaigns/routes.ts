import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import type { Route } from '../route.ts';
import {
  campaignFileBody,
  campaignFileResponse,
  campaignPreviewResponse,
  campaignResponse,
  campaignsResponse,
  campaignWithCountsResponse,
  changeCampaignBody,
  createCampaignBody,
  deleteCampaignResponse,
} from './campaign.ts';
import {
  addRowsBody,
  mendRecipientBody,
  recipientResponse,
  recipientsQuery,
  recipientsResponse,
} from './recipient.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const id = z.string().check(z.maxLength(200));
const params = z.object({ id });
const reads = { guard: 'bearer', permission: 'campaigns.read' } as const;
const writes = { guard: 'bearer', permission: 'campaigns.write' } as const;

export const campaignRoutes = {
  listCampaigns: {
    method: 'GET',
    path: '/api/campaigns',
    ...reads,
    summary: 'The campaigns, the latest first.',
    response: campaignsResponse,
    errors: [],
  },
  createCampaign: {
    method: 'POST',
    path: '/api/campaigns',
    ...writes,
    summary: 'Make a campaign with an agent and a template. It has no people yet.',
    body: createCampaignBody,
    response: campaignResponse,
    errors: ['invalid_request', 'agent_not_found', 'template_not_found', 'too_many_campaigns'],
  },
  getCampaign: {
    method: 'GET',
    path: '/api/campaigns/:id',
    ...reads,
    summary: 'A campaign, and how many of its rows can be called, have to be mended or are refused.',
    params,
    response: campaignWithCountsResponse,
    errors: ['campaign_not_found'],
  },
  changeCampaign: {
    method: 'PUT',
    path: '/api/campaigns/:id',
    ...writes,
    summary: 'Change the name of a campaign, and when and how often it calls.',
    params,
    body: changeCampaignBody,
    response: campaignResponse,
    errors: ['invalid_request', 'campaign_not_found', 'campaign_changed'],
  },
  deleteCampaign: {
    method: 'DELETE',
    path: '/api/campaigns/:id',
    ...writes,
    summary: 'Delete a campaign with the rows of its file.',
    params,
    response: deleteCampaignResponse,
    errors: ['campaign_not_found'],
  },
  setCampaignFile: {
    method: 'PUT',
    path: '/api/campaigns/:id/file',
    ...writes,
    summary: 'Describe the file with the people. Rows of a file before are removed; its rows are sent next.',
    params,
    body: campaignFileBody,
    bodyBytesMax: limits.campaignBytesMax,
    response: campaignFileResponse,
    errors: ['invalid_request', 'campaign_not_found'],
  },
  addCampaignRows: {
    method: 'POST',
    path: '/api/campaigns/:id/rows',
    ...writes,
    summary: 'Send and check rows of the file, some at a time. Rows can be sent again.',
    params,
    body: addRowsBody,
    bodyBytesMax: limits.campaignBytesMax,
    response: campaignResponse,
    errors: ['invalid_request', 'campaign_not_found', 'campaign_changed', 'too_many_recipients'],
  },
  listRecipients: {
    method: 'GET',
    path: '/api/campaigns/:id/recipients',
    ...reads,
    summary: 'The rows of a campaign in the order of the file, a page at a time.',
    params,
    query: recipientsQuery,
    response: recipientsResponse,
    errors: ['invalid_request', 'campaign_not_found'],
  },
  mendRecipient: {
    method: 'PUT',
    path: '/api/campaigns/:id/recipients/:row',
    ...writes,
    summary: 'Change the cells of a row and check it again.',
    params: z.object({ id, row: z.string().check(z.maxLength(20)) }),
    body: mendRecipientBody,
    response: recipientResponse,
    errors: ['invalid_request', 'campaign_not_found', 'recipient_not_found'],
  },
  previewCampaign: {
    method: 'GET',
    path: '/api/campaigns/:id/preview',
    ...reads,
    summary: 'What the agent is told on three calls, how long the campaign takes and what it costs.',
    params,
    response: campaignPreviewResponse,
    errors: ['campaign_not_found'],
  },
} as const satisfies Record<string, Route>;
