import type { OutboxEvent } from '@parley/contract';
import type { CallRecord } from './call.ts';

/**
 * Something that is done once a call is over, or when somebody asks for it again. It may be called twice for an event, so
 * doing it again must change nothing.
 */
export type AfterCallStep = (call: CallRecord, event: OutboxEvent, signal: AbortSignal) => Promise<void>;
