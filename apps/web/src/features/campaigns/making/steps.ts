import type { CampaignAccount } from '@parley/contract';
import type { Campaign, RecipientCount } from '../../../lib/parsing/campaigns.ts';

/** The steps of making a campaign, as they stand in the address. */
export const steps = ['basics', 'file', 'check', 'policy', 'start'] as const;
export type Step = (typeof steps)[number];

export const stepTitles: Readonly<Record<Step, string>> = {
  basics: 'Basics',
  file: 'People',
  check: 'Check',
  policy: 'Hours and Pace',
  start: 'Start',
};

export const asStep = (text: string | undefined): Step | null => steps.find((step) => step === text) ?? null;

/** What the steps need to know of a campaign. */
export interface Standing {
  campaign: Campaign;
  counts: readonly RecipientCount[];
  /** Those who share their number with somebody. */
  shared?: number | undefined;
  account?: CampaignAccount | undefined;
}

export type RowState = RecipientCount['state'];

export function countOf(counts: readonly RecipientCount[], state: RowState): number {
  return counts.filter((each) => each.state === state).reduce((sum, { count }) => sum + count, 0);
}

/** A file whose rows did not all arrive: the page was closed meanwhile, or the connection was lost. */
export function missingRows({ file, rows }: Campaign): number {
  return Math.max(0, (file?.rowsInFile ?? 0) - rows);
}

export const hasPeople = (campaign: Campaign) => campaign.rows > 0 && missingRows(campaign) === 0;

export function isDone(step: Step, { campaign, counts }: Standing): boolean {
  switch (step) {
    case 'basics':
      return true;
    case 'file':
      return hasPeople(campaign);
    case 'check':
      return hasPeople(campaign) && countOf(counts, 'to_fix') === 0 && countOf(counts, 'pending') > 0;
    case 'policy':
      return hasPeople(campaign);
    case 'start':
      return false;
  }
}

/** Rows can be checked once there are any; the rest can be looked at in any order. */
export function isOpen(step: Step, { campaign }: Standing): boolean {
  return step === 'check' || step === 'start' ? hasPeople(campaign) : true;
}

/** Where somebody goes on who opens a draft. */
export function nextStep(standing: Standing): Step {
  if (!isDone('file', standing)) return 'file';
  return isDone('check', standing) ? 'start' : 'check';
}
