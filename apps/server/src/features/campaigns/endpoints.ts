import { type CampaignFileBody, type CampaignState, limits } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { CampaignCalls } from '../../ports/campaign-runs.ts';
import type { CampaignStore } from '../../ports/campaigns.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import { accountOf } from './account.ts';
import { readRows } from './check-rows.ts';
import { previewOf } from './preview.ts';
import type { RowRules } from './read-row.ts';

export type CampaignEndpoints = Pick<
  Endpoints,
  | 'listCampaigns'
  | 'createCampaign'
  | 'getCampaign'
  | 'changeCampaign'
  | 'deleteCampaign'
  | 'setCampaignFile'
  | 'addCampaignRows'
  | 'listRecipients'
  | 'mendRecipient'
  | 'previewCampaign'
>;

export interface CampaignDeps {
  readonly campaigns: CampaignStore;
  readonly organizations: Organizations;
  /** Emergency and premium-rate numbers are not. */
  readonly isAllowed: (number: string) => boolean;
  readonly clock: Clock;
  readonly calls: Pick<CampaignCalls, 'side' | 'accountLimits'>;
}

const isOver: ReadonlySet<string> = new Set<CampaignState>(['stopping', 'stopped', 'completed']);

export function campaignEndpoints(deps: CampaignDeps): CampaignEndpoints {
  const { campaigns, organizations, isAllowed, clock, calls } = deps;

  const campaignOf = async (tenantId: string, id: string) =>
    (await campaigns.get(tenantId, id)) ?? throwNotFound();

  async function rulesOf(tenantId: string): Promise<RowRules> {
    const { timeZone } = await organizations.of(tenantId);
    return { today: clock.now().toISOString().slice(0, 10), isAllowed, organizationZone: timeZone };
  }

  return {
    listCampaigns: async ({ caller }) => ({ campaigns: await campaigns.list(caller.tenantId) }),

    createCampaign: async ({ caller, body }) => {
      const created = await campaigns.create(caller, body);
      if (created === 'no_agent' || created === 'no_template') throw notFound(created);
      if (created === 'too_many')
        throw new AppError(
          'too_many_campaigns',
          `There may be at most ${limits.campaignsMax} campaigns. Delete some of the old ones.`,
        );
      return { campaign: created };
    },

    getCampaign: async ({ caller, params }) => {
      const campaign = await campaignOf(caller.tenantId, params.id);
      const counts = await campaigns.counts(caller.tenantId, campaign.id);
      // Once people are called, who is left says nothing of who shares a number.
      const isChecked = campaign.state === 'draft' && campaign.rows > 0;
      const shared = isChecked ? await campaigns.shared(caller.tenantId, campaign.id) : 0;
      if (isOver.has(campaign.state)) return { campaign, counts, shared };
      return { campaign, counts, shared, account: await accountOf(calls, caller.tenantId, campaign) };
    },

    changeCampaign: async ({ caller, params, body }) => {
      const changed = await campaigns.change(caller, params.id, body);
      if (changed === 'missing') throwNotFound();
      if (changed === 'changed') throw changedMeanwhile();
      if (changed === 'no_agent' || changed === 'no_template') throw notFound(changed);
      if (changed === 'state')
        throw new AppError(
          'campaign_state',
          body.basics === undefined
            ? 'The campaign is running or over. Pause it to change how it calls.'
            : 'The campaign was started, so purpose, agent and template stay as they are.',
        );
      return { campaign: changed };
    },

    deleteCampaign: async ({ caller, params }) => {
      const removed = await campaigns.remove(caller, params.id);
      if (removed === 'missing') throwNotFound();
      if (removed === 'state')
        throw new AppError(
          'campaign_state',
          'The campaign may still call people. Stop it before you delete it.',
        );
      return { deleted: true };
    },

    setCampaignFile: async ({ caller, params, body }) => {
      checkColumns(body);
      const set = await campaigns.setFile(caller, params.id, body);
      if (set === 'missing') throwNotFound();
      if (set === 'state') throw alreadyStarted();
      return set;
    },

    addCampaignRows: async ({ caller, params, body }) => {
      const { tenantId } = caller;
      const campaign = await campaignOf(tenantId, params.id);
      if (campaign.file?.file !== body.file) throw otherFile();
      const { numbers, check } = await readRows(campaign, body.rows, await rulesOf(tenantId));
      const rows = { file: body.file, numbers, most: limits.importRowsMax };
      const added = await campaigns.addRows(tenantId, campaign.id, rows, check);
      if (added === 'missing') throwNotFound();
      if (added === 'state') throw alreadyStarted();
      if (added === 'changed') throw otherFile();
      if (added === 'too_many')
        throw new AppError(
          'too_many_recipients',
          `A campaign may have at most ${limits.importRowsMax.toLocaleString('en-US')} rows. Divide the file.`,
        );
      return { campaign: added };
    },

    listRecipients: async ({ caller, params, query }) =>
      (await campaigns.recipients(caller.tenantId, params.id, query)) ?? throwNotFound(),

    mendRecipient: async ({ caller, params, body }) => {
      if (!/^\d{1,8}$/.test(params.row)) throwNoRow();
      const rules = await rulesOf(caller.tenantId);
      const { file, cells, timeZone = null, seen } = body;
      const row = { row: Number(params.row), file, cells, timeZone, seen };
      const corrected = await campaigns.correct(caller, params.id, row, (campaign, sent) =>
        readRows(campaign, [{ ...sent, problem: null }], rules),
      );
      if (corrected === 'missing') throwNotFound();
      if (corrected === 'state') throw alreadyStarted();
      if (corrected === 'changed') throw otherFile();
      if (corrected === 'row_changed')
        throw new AppError('campaign_changed', 'Somebody else has changed this row meanwhile.');
      if (corrected === 'no_row') throwNoRow();
      return { recipient: corrected };
    },

    previewCampaign: async ({ caller, params }) => {
      const campaign = await campaignOf(caller.tenantId, params.id);
      return previewOf(deps, caller.tenantId, campaign);
    },
  };
}

function checkColumns({ header, columns, placeholders }: CampaignFileBody): void {
  if (columns.number === null)
    throw new AppError('invalid_request', 'Choose the column with the phone number.');
  const used = [...Object.values(columns), ...Object.values(placeholders)];
  if (used.some((index) => (index ?? -1) >= header.length))
    throw new AppError('invalid_request', 'A column was chosen that the file does not have.');
}

function notFound(what: 'no_agent' | 'no_template'): AppError {
  return what === 'no_agent'
    ? new AppError('agent_not_found', 'There is no such agent.')
    : new AppError('template_not_found', 'The agent has no such template.');
}

function alreadyStarted(): AppError {
  return new AppError('campaign_state', 'The campaign was started, so its people stay as they are.');
}

export function throwNotFound(): never {
  throw new AppError('campaign_not_found', 'There is no such campaign.');
}

export function throwNoRow(): never {
  throw new AppError('recipient_not_found', 'The campaign has no such row.');
}

function changedMeanwhile(): AppError {
  return new AppError('campaign_changed', 'Somebody else has changed the campaign. Load it again.');
}

function otherFile(): AppError {
  return new AppError('campaign_changed', 'The campaign has another file by now. Load it again.');
}
