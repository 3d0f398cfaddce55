import * as z from 'zod';
import type { CarrierNotice, WebhookRequest } from '../../src/ports/carrier-connection.ts';
import type { JsonCarrierAccount } from './account.ts';
import { callJson, viewOf } from './call-view.ts';
import { isSigned } from './signature.ts';

/** One address for all events; the body says which it is. */
const eventJson = z.object({
  event: z.enum([
    'state',
    'answered',
    'incoming',
    'detected',
    'session-closed',
    'colleague-answered',
    'colleague-key',
    'forward-over',
    'text',
    'text-report',
    'recorded',
    'answered-question',
    'trouble',
  ]),
  call: callJson,
  /** Our id of the call. */
  tag: z.string().nullable(),
  session: z
    .object({
      number: z.int().positive(),
      closed: z.enum(['by-you', 'lost', 'with-call']),
      next: z.enum(['end', 'transfer']).nullable(),
      to: z.string().nullish(),
      why: z.string().nullish(),
    })
    .optional(),
  text: z.object({ from: z.string(), to: z.string(), body: z.string() }).optional(),
  report: z
    .object({
      id: z.string(),
      tag: z.string(),
      state: z.enum(['sent', 'delivered', 'no-text-phone', 'failed']),
    })
    .optional(),
  /** To a question: which one, and what was said. */
  answer: z.object({ asked: z.int().positive(), said: z.string().nullable() }).optional(),
  forward: z
    .object({
      session: z.int().positive(),
      key: z.string().nullish(),
      joined: z.boolean().optional(),
      result: z.string().nullish(),
    })
    .optional(),
});

const ends = { 'by-you': 'ended', lost: 'failed', 'with-call': 'completed' } as const;

export function eventReader(
  account: JsonCarrierAccount,
  publicUrl: string,
): (request: WebhookRequest) => CarrierNotice | null {
  return (request) => {
    if (!isSigned(account.secret, publicUrl, request, request.body)) return null;
    const { data } = eventJson.safeParse(storableJson(request.body));
    return data ? noticeOf(account, data) : { kind: 'status', callId: null, update: null };
  };
}

function noticeOf(
  account: JsonCarrierAccount,
  { event, call, tag, session, forward, text, report, answer }: z.infer<typeof eventJson>,
): CarrierNotice {
  const { from, to, createdAt: _, ...update } = viewOf(account, call);
  const inbound = { from, to: to ?? '', update };
  const about = { callId: tag, update };
  const leg = { callId: tag, session: forward?.session ?? null, sid: update.sid };
  switch (event) {
    case 'state':
      return { kind: 'status', ...about };
    case 'answered':
      return { kind: 'answered', ...about };
    case 'incoming':
      return { kind: 'inbound', inbound };
    case 'detected': {
      const { sid, answeredBy } = update;
      return { kind: 'amd', callId: tag, result: answeredBy === null ? null : { sid, answeredBy } };
    }
    case 'session-closed':
      return {
        kind: 'session-ended',
        ...about,
        session: session?.number ?? null,
        end: session
          ? {
              ...{ how: ends[session.closed], next: session.next },
              ...{ transferTo: session.to ?? null, transferReason: session.why ?? null },
            }
          : null,
      };
    case 'colleague-answered':
      return { kind: 'hand-over-answered', ...leg };
    case 'colleague-key':
      return { kind: 'hand-over-key', ...leg, key: forward?.key ?? null };
    case 'forward-over': {
      const { joined = false, result = null } = forward ?? {};
      return { kind: 'hand-over-ended', ...about, session: leg.session, joined, result };
    }
    case 'text':
      return { kind: 'text', text: text ?? null };
    case 'text-report':
      return { kind: 'text-report', callId: tag, report: report ? textReportOf(report) : null };
    case 'recorded':
      return { kind: 'recording', callId: tag, sid: about.update.sid };
    case 'answered-question':
      return {
        kind: 'recording-answer',
        ...about,
        attempt: answer?.asked ?? null,
        said: answer?.said ?? null,
      };
    case 'trouble':
      return { kind: 'failed', ...about, inbound: tag === null ? inbound : null };
  }
}

function textReportOf({ id: sid, tag: textId, state }: NonNullable<z.infer<typeof eventJson>['report']>) {
  const deaf = state === 'no-text-phone';
  const reason = deaf ? ('cannot_receive_texts' as const) : null;
  return { textId, sid, delivery: deaf ? ('undelivered' as const) : state, code: null, reason };
}

/** Without what PostgreSQL cannot store; null for what is no JSON. */
function storableJson(body: string): unknown {
  try {
    return JSON.parse(body, (_key, value: unknown) =>
      typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value,
    );
  } catch {
    return null;
  }
}
