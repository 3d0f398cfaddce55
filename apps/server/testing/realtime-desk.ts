import { RealtimeService } from './realtime/realtime-service.ts';
import type { RealtimeSession } from './realtime/realtime-session.ts';
import { openVoiceDesk, type VoiceDesk } from './voice-desk.ts';

export interface RealtimeDesk extends VoiceDesk {
  readonly service: RealtimeService;
  /** The newest session at the service, once there are so many. */
  session(number: number): Promise<RealtimeSession>;
}

/** A desk with the realtime engine, against an emulator of the speech service on loopback. */
export async function openRealtimeDesk(
  speed: number,
  settings: NodeJS.ProcessEnv = {},
  precise?: boolean,
): Promise<RealtimeDesk> {
  const service = await RealtimeService.start();
  const desk = await openVoiceDesk(
    { speed },
    {
      LLM_PROVIDER: 'scripted',
      VOICE_ENGINE: 'realtime',
      REALTIME_URL: service.url,
      OPENAI_API_KEY: service.key,
      ...settings,
    },
    undefined,
    precise,
  );
  const stop = async () => {
    await desk.stop();
    await service.stop();
  };
  return {
    ...desk,
    service,
    session: (number) => service.session(number),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
