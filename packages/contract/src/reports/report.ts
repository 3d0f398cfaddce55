import * as z from 'zod/mini';
import { voiceEngine } from '../agents.ts';
import { type CallReason, callReasons } from '../call-reasons.ts';
import { side } from '../connections/calling.ts';
import { weekdays } from '../weekly-hours.ts';
import { isReportDay, reportDaysMax, reportDaysOf } from './report-days.ts';

/** What a call is counted as, each call as one of them; in the order in which charts stack them. */
export const reportResults = {
  reached: 'Goal reached',
  partly: 'Partly reached',
  not: 'Not reached',
  unknown: 'Answered, result not known',
  unanswered: 'Not answered',
  failed: 'Failed',
  open: 'Not over yet',
} as const;
export type ReportResult = keyof typeof reportResults;
export const reportResultNames = Object.keys(reportResults) as [ReportResult, ...ReportResult[]];

/** From how many seconds on a call is in which group of lengths. */
export const lengthBounds = [0, 15, 30, 60, 120, 180, 300, 600, 1_200, 1_800] as const;

const day = z.string().check(z.refine(isReportDay, 'A day is written as 2026-10-31.'));

/** Both days are included, as days of the organization's time zone. */
export const reportQuery = z.object({ from: day, to: day, side: z.optional(side) }).check(
  z.check(({ value, issues }) => {
    if (!isReportDay(value.from) || !isReportDay(value.to)) return;
    const message =
      value.from > value.to
        ? 'The first day has to be before the last.'
        : reportDaysOf(value.from, value.to) > reportDaysMax
          ? `A report covers at most ${reportDaysMax} days.`
          : null;
    if (message !== null) issues.push({ code: 'custom', input: value, path: ['to'], message });
  }),
);
export type ReportQuery = z.infer<typeof reportQuery>;

const count = z.int().check(z.minimum(0));

export const resultCounts = z.object({
  reached: count,
  partly: count,
  not: count,
  unknown: count,
  unanswered: count,
  failed: count,
  open: count,
} satisfies Record<ReportResult, typeof count>);
export type ResultCounts = z.infer<typeof resultCounts>;

/** In millionths of the currency. Final: as the carrier or the number of tokens says. */
export const reportCost = z.object({
  carrierFinal: count,
  carrierEstimate: count,
  modelFinal: count,
  modelEstimate: count,
});
export type ReportCost = z.infer<typeof reportCost>;

const reasonNames = Object.keys(callReasons) as [CallReason, ...CallReason[]];

export const report = z.object({
  /** The organization has no calls yet: these are made-up figures that show what the page will look like. */
  example: z.boolean(),
  /** False while calls of the past are still being counted: after an update, or after the time zone was changed. */
  complete: z.boolean(),
  timeZone: z.string(),
  from: z.string(),
  to: z.string(),
  /** Every day of the report, in order, also those without calls. */
  days: z.array(
    z.object({
      day: z.string(),
      results: resultCounts,
      inbound: count,
      outbound: count,
      /** Calls that are over and that a person answered, and how long they lasted together. */
      answered: count,
      seconds: count,
      followUpsOpened: count,
      followUpsClosed: count,
      /** People who asked not to be called again. */
      optOuts: count,
    }),
  ),
  /** Outbound calls that are over, by the hour in which they were placed; answered by a person. Hours without any are left out. */
  hours: z.array(
    z.object({
      weekday: z.enum(weekdays),
      hour: z.int().check(z.minimum(0), z.maximum(23)),
      calls: count,
      answered: count,
    }),
  ),
  /** Calls that are over and that a person answered, one group for each of `lengthBounds`; `below` is null in the last. */
  lengths: z.array(z.object({ from: count, below: z.nullable(count), calls: count, seconds: count })),
  /** Calls that are over, most first. A name is null where the agent was deleted. */
  agents: z.array(
    z.object({ agentId: z.nullable(z.string()), name: z.nullable(z.string()), results: resultCounts }),
  ),
  versions: z.array(
    z.object({
      agentId: z.nullable(z.string()),
      name: z.nullable(z.string()),
      version: z.nullable(z.int()),
      results: resultCounts,
    }),
  ),
  /** Without a template: null. A name is null where the template was deleted. */
  templates: z.array(
    z.object({ templateId: z.nullable(z.string()), name: z.nullable(z.string()), results: resultCounts }),
  ),
  /** From the end of the other party's speech to the first word of the reply, without waiting for tools; within 5 %. */
  latencies: z.array(
    z.object({
      engine: voiceEngine,
      turns: count,
      medianMs: count,
      p95Ms: count,
      /** Groups without turns are left out. */
      groups: z.array(z.object({ fromMs: count, belowMs: z.nullable(count), turns: count })),
    }),
  ),
  /** Calls that failed or reached nobody, most first. Null: no reason is known. */
  failures: z.array(z.object({ reason: z.nullable(z.enum(reasonNames)), calls: count })),
  /** One for each currency, that of the organization first; days without cost are left out. */
  costs: z.array(
    z.object({
      currency: z.string(),
      total: reportCost,
      days: z.array(z.extend(reportCost, { day: z.string() })),
    }),
  ),
});
export type Report = z.infer<typeof report>;
export type ReportDay = Report['days'][number];

export const reportResponse = z.object({ report });
