import * as z from 'zod/mini';
import { createExportResponse } from '../call-export/export.ts';
import type { Route } from '../route.ts';
import { campaignResponse } from './campaign.ts';
import {
  campaignReportResponse,
  campaignResultsQuery,
  campaignResultsResponse,
  resultsFileBody,
} from './report.ts';

/** Ids in paths are not checked here: a malformed id is an unknown one (404), not bad input (400). */
const params = z.object({ id: z.string().check(z.maxLength(200)) });

/** What is done with a campaign that has called people. */
export const campaignReportRoutes = {
  getCampaignReport: {
    method: 'GET',
    path: '/api/campaigns/:id/report',
    guard: 'bearer',
    permission: 'campaigns.read',
    summary: 'What came of a campaign: rates with what they are parts of, outcomes, hours, zones and cost.',
    params,
    response: campaignReportResponse,
    errors: ['campaign_not_found'],
  },
  // Reading page by page is a viewer's; taking all of them away is not.
  exportCampaignResults: {
    method: 'GET',
    path: '/api/campaigns/:id/results',
    guard: 'bearer',
    permission: 'calls.export',
    summary: 'All rows of a campaign with their calls, a page at a time, for a file.',
    params,
    query: campaignResultsQuery,
    response: campaignResultsResponse,
    errors: ['invalid_request', 'campaign_not_found'],
  },
  createResultsFile: {
    method: 'POST',
    path: '/api/campaigns/:id/results',
    guard: 'bearer',
    permission: 'calls.export',
    summary: 'Ask for the results of a campaign as a file. The answer has a link that works once.',
    params,
    body: resultsFileBody,
    response: createExportResponse,
    errors: ['invalid_request', 'campaign_not_found', 'export_running', 'too_many_exports'],
  },
  repeatCampaign: {
    method: 'POST',
    path: '/api/campaigns/:id/again',
    guard: 'bearer',
    permission: 'campaigns.write',
    summary: 'Make a draft with those who were not reached by a campaign that is over.',
    params,
    response: campaignResponse,
    errors: ['campaign_not_found', 'campaign_state', 'campaign_not_ready', 'too_many_campaigns'],
  },
} as const satisfies Record<string, Route>;
