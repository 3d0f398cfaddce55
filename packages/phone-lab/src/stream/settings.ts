import { readMethod, resolveUrl } from '../twiml/attribute-values.ts';
import { TwimlError } from '../twiml/document.ts';
import type { XmlNode } from '../twiml/xml.ts';
import type { Target } from '../webhook/target.ts';

export type Track = 'inbound' | 'outbound';

/** A media stream as requested by TwiML or REST. */
export interface StreamSettings {
  url: string;
  /** Where the document came from; null by REST. */
  documentUrl: string | null;
  name: string;
  tracks: readonly Track[];
  parameters: Record<string, string>;
  statusCallback: Target | null;
}

/** Name and value of a parameter together must be shorter than this. */
const longestParameter = 500;

const tracksOf: Record<string, readonly Track[] | undefined> = {
  inbound_track: ['inbound'],
  outbound_track: ['outbound'],
  both_tracks: ['inbound', 'outbound'],
};

export function readTracks(text: string | undefined, isBidirectional: boolean): readonly Track[] {
  const tracks = tracksOf[text?.trim() || 'inbound_track'];
  if (!tracks || (isBidirectional && tracks.join() !== 'inbound')) {
    const allowed = isBidirectional ? 'inbound_track with <Connect>' : Object.keys(tracksOf).join(', ');
    throw new TwimlError(31941, `Stream - Invalid Track configuration: ${text}; it may be ${allowed}.`);
  }
  return tracks;
}

export function readStreamSettings(
  noun: XmlNode,
  documentUrl: string | null,
  isBidirectional: boolean,
): StreamSettings {
  const { url = '', name = '', track, statusCallback, statusCallbackMethod } = noun.attributes;
  const parameters: Record<string, string> = {};
  for (const child of noun.children) {
    if (child.name === 'Parameter')
      addParameter(parameters, child.attributes.name ?? '', child.attributes.value ?? '');
  }
  return {
    url: socketUrl(url, documentUrl),
    documentUrl,
    name,
    tracks: readTracks(track, isBidirectional),
    parameters,
    statusCallback: statusCallback
      ? { url: resolveUrl(statusCallback, documentUrl), method: readMethod(statusCallbackMethod) }
      : null,
  };
}

export function addParameter(parameters: Record<string, string>, name: string, value: string): void {
  if (name === '') throw new TwimlError(12200, 'Stream: a <Parameter> needs a name.');
  if (name.length + value.length >= longestParameter) {
    throw new TwimlError(
      12200,
      `Stream: name and value of <Parameter name="${name.slice(0, 40)}"> must have fewer than ${longestParameter} characters together.`,
    );
  }
  parameters[name] = value;
}

/** A relative address is resolved against the document, with the matching websocket scheme. */
function socketUrl(text: string, documentUrl: string | null): string {
  const url = text.trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) || !documentUrl || url === '') return url;
  return URL.canParse(url, documentUrl) ? new URL(url, documentUrl).href.replace(/^http/, 'ws') : url;
}
