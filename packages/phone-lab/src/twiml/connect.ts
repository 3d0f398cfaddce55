import { Interrupted } from '../clock.ts';
import { conversationRelay } from '../relay/connector.ts';
import { connectStream } from '../stream/connector.ts';
import { recordWebhook } from '../webhook/callbacks.ts';
import { sendWebhook } from '../webhook/request.ts';
import type { Connector } from './connector.ts';
import { TwimlError } from './document.ts';
import { type Outcome, readMethod, resolveUrl, type Verb, type VerbContext } from './verb.ts';

const connectors: Record<string, Connector | undefined> = {
  ConversationRelay: conversationRelay,
  Stream: connectStream,
};

/** Hands the call to a noun; when it is through, `action` says what comes next, else the next verb does. */
export const connect: Verb = async (node, context): Promise<Outcome> => {
  const noun = node.children[0];
  const connector = noun && connectors[noun.name];
  if (!noun || !connector) {
    const known = Object.keys(connectors).join(' and ');
    throw new TwimlError(
      12200,
      `phone-lab connects ${known}; <Connect><${noun?.name ?? ''}> is not supported.`,
    );
  }
  const { action } = node.attributes;
  const url = action ? resolveUrl(action, context.documentUrl) : null;
  const method = readMethod(node.attributes.method);
  context.call.answer();
  const params = await connector(noun, context);
  if (!context.signal.aborted) return url ? { goto: { url, method, params, purpose: 'action' } } : 'next';
  // The caller is gone: the action is told all the same, but its answer has nobody left to be for.
  if (url && context.call.ended) await tellAction(context, url, method, params);
  throw new Interrupted();
};

async function tellAction(
  { call }: VerbContext,
  url: string,
  method: 'GET' | 'POST',
  extra: Record<string, string>,
): Promise<void> {
  const params = { ...call.params(), ...extra };
  const { authToken } = call.exchange.account;
  const result = await sendWebhook({ url, method, params, authToken });
  recordWebhook(call.exchange.ledger, { callSid: call.sid, purpose: 'action', url, method, params }, result);
}
