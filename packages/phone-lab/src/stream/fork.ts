import type { Leg } from '../call/leg.ts';
import { openStream } from './open.ts';
import type { StreamSettings } from './settings.ts';

/** Twilio's limit of streamed tracks of one call. */
const mostTracks = 4;

/** Tracks of streams that are still connecting: they count from the moment they are asked for. */
const connecting = new WeakMap<Leg, number>();

function forkedTracks(call: Leg): number {
  return [...call.streams]
    .filter((stream) => !stream.isBidirectional)
    .reduce((sum, stream) => sum + stream.settings.tracks.length, connecting.get(call) ?? 0);
}

export function hasRoom(call: Leg, settings: StreamSettings): boolean {
  return forkedTracks(call) + settings.tracks.length <= mostTracks;
}

/** A unidirectional stream beside the running document. It ends with the call, or when it is stopped. */
export async function forkStream(call: Leg, settings: StreamSettings, sid?: string): Promise<void> {
  if (!hasRoom(call, settings)) {
    call.problem('error', 31900, `Stream: at most ${mostTracks} tracks of a call can be streamed at once.`);
    return;
  }
  const count = (tracks: number) => connecting.set(call, (connecting.get(call) ?? 0) + tracks);
  count(settings.tracks.length);
  const session = await openStream(call, settings, false, sid).finally(() => count(-settings.tracks.length));
  if (!session) return;
  void call.over.then(() => session.stop());
}

/** Stops the unidirectional streams that match; false when there is none. */
export function stopFork(call: Leg, matches: (stream: { sid: string; name: string }) => boolean): boolean {
  const found = [...call.streams].filter(
    (stream) => !stream.isBidirectional && matches({ sid: stream.sid, name: stream.settings.name }),
  );
  for (const stream of found) stream.stop();
  return found.length > 0;
}
