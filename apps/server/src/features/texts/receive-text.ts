import type { AgentStore } from '../../ports/agent-store.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { InboundText } from '../../ports/carrier-connection.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TextMessages } from '../../ports/text-messages.ts';

export interface ReceiveTextDeps {
  readonly texts: Pick<TextMessages, 'stop' | 'allow'>;
  readonly agents: Pick<AgentStore, 'answering'>;
  /** The organization that has connected the account; null: one of the deployment. */
  readonly ownerOf: (carrier: Carrier) => string | null;
  readonly clock: Clock;
}

/** Somebody has sent a text message to one of our numbers. */
export type ReceiveText = (carrier: Carrier, text: InboundText) => Promise<void>;

/** The words of the North American carriers, and those of the languages that agents speak. */
const stopWords = new Set(
  'stop stopall unsubscribe cancel end quit revoke optout alto parar stopp arret arreter'.split(' '),
);
const startWords = new Set('start unstop yes'.split(' '));

/** Only STOP and START are read; nobody answers text messages (TX3). */
export function createReceiveText({ texts, agents, ownerOf, clock }: ReceiveTextDeps): ReceiveText {
  return async (carrier, { from, to, body }) => {
    if (from === null) return;
    const word = wordOf(body);
    const stops = stopWords.has(word);
    if (!stops && !startWords.has(word)) return;
    const tenantId = ownerOf(carrier) ?? (await agents.answering(to, carrier))?.tenantId;
    if (tenantId === undefined) return;
    await (stops ? texts.stop(tenantId, from, clock.now()) : texts.allow(tenantId, from));
  };
}

function wordOf(body: string): string {
  return body
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}
