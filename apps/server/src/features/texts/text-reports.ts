import type { CallRecord } from '../../ports/call.ts';
import type { CallStore } from '../../ports/call-store.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { TextReport } from '../../ports/carrier-connection.ts';
import type { Log } from '../../ports/log.ts';
import type { TextMessages } from '../../ports/text-messages.ts';

export interface TextReportDeps {
  readonly store: Pick<CallStore, 'find'>;
  readonly texts: Pick<TextMessages, 'report'>;
  readonly isOwn: (call: CallRecord, carrier: Carrier) => boolean;
  readonly log: Log;
}

/** The carrier tells what became of a text message of this call. */
export type TakeTextReport = (carrier: Carrier, callId: string, report: TextReport) => Promise<void>;

/** Of a call that is not this carrier's, or that is gone, nothing is stored (TX6). */
export function createTakeTextReport({ store, texts, isOwn, log }: TextReportDeps): TakeTextReport {
  return async (carrier, callId, report) => {
    const call = await store.find({ id: callId });
    if (!call || !isOwn(call, carrier)) return;
    const { delivery, code } = report;
    if (delivery === 'undelivered' || delivery === 'failed')
      log.info({ callId, code }, 'the carrier reports that a text message was not delivered');
    await texts.report({ tenantId: call.tenantId, callId }, report);
  };
}
