import { nextQuestion, questionOfOthers } from '../../lib/costs/price-questions.ts';
import type { CallCosts, PriceQuestion } from '../../ports/call-costs.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobHandler } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { SettleCost } from './settle-costs.ts';

export interface PriceJobDeps {
  readonly costs: Pick<CallCosts, 'question' | 'postpone' | 'leaveToOthers'>;
  readonly settle: SettleCost;
  /** Null when this server is not connected to the account. */
  readonly carrierOf: (question: PriceQuestion) => Pick<Carrier, 'price'> | null;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Asks the carrier what a call cost, again and again for a day (CO3). What is stored decides whether there is something to
 * ask, so a job that is killed or comes twice does no harm.
 */
export function createPriceJob({ costs, settle, carrierOf, clock, log }: PriceJobDeps): JobHandler {
  return async (data) => {
    const call = { tenantId: String(data.tenantId), callId: String(data.callId) };
    const question = await costs.question(call, clock.now());
    if (!question) return;
    const carrier = carrierOf(question);
    // Jobs go to any server. Those without the account would use up the questions of one that has it.
    const ofOthers = carrier ? null : questionOfOthers(question.endedAt, clock.now());
    if (ofOthers) return costs.leaveToOthers(call, question, ofOthers);
    const answer = await carrier?.price(question.carrierSid);
    if (answer?.kind === 'known') return settle(call, { micros: answer.micros, currency: answer.currency });
    // The carrier has deleted what it had: it will never tell.
    const next = answer?.kind === 'missing' ? null : nextQuestion(question.asked + 1, clock.now());
    await costs.postpone(call, question, next);
    if (next === null)
      log.info({ callId: call.callId }, 'the carrier did not tell what a call cost; its estimate stays');
  };
}
