import { Interrupted } from '../clock.ts';
import { conversationRelay } from '../relay/connector.ts';
import { connectStream } from '../stream/connector.ts';
import { readMethod, resolveUrl } from './attribute-values.ts';
import type { Connector } from './connector.ts';
import { TwimlError } from './document.ts';
import { sendAction } from './send-action.ts';
import type { Verb, VerbResult } from './verb.ts';

const connectors: Record<string, Connector | undefined> = {
  ConversationRelay: conversationRelay,
  Stream: connectStream,
};

/** Runs a noun; then `action` is requested where there is one, otherwise the next verb follows. */
export const connect: Verb = async (node, context): Promise<VerbResult> => {
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
  if (url && context.call.ended) await sendAction(context.call, url, method, params);
  throw new Interrupted();
};
