import { recordingRoutes } from '@parley/contract';
import { type RefObject, useCallback, useRef, useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError, isNotFound, sentenceOf } from '../../../lib/api-error.ts';
import { parseRecordingAddress } from '../../../lib/parsing/recording.ts';
import { useSend } from '../../../lib/use-send.ts';

interface AudioOptions {
  callId: string;
  lengthMs: number;
  /** Where it begins when somebody presses Play. */
  startMs: number;
  /** There is no recording any more. */
  onGone: () => void;
}

export interface RecordedAudio {
  element: RefObject<HTMLAudioElement | null>;
  /** For the audio element. */
  events: Pick<
    React.ComponentProps<'audio'>,
    'onPlay' | 'onPause' | 'onEnded' | 'onTimeUpdate' | 'onLoadedMetadata' | 'onError'
  >;
  playing: boolean;
  /** An address is asked for, from which the sound comes. */
  opening: boolean;
  /** Somebody has played it, or moved in it. */
  used: boolean;
  positionMs: number;
  problem: string | null;
  play: () => void;
  pause: () => void;
  seek: (ms: number) => void;
}

/** A place that fails again right after it was fetched anew is not tried once more. */
const sameplaceMs = 1_000;
const failedSentence = 'The recording could not be played. Check the connection, then press Play again.';

/**
 * The audio element with an address that is asked for when somebody wants to hear something, because each is an entry of
 * the audit log, and anew when it has expired: from the place where it stopped, once.
 */
export function useAudio({ callId, lengthMs, startMs, onGone }: AudioOptions): RecordedAudio {
  const api = useApi();
  const element = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [positionMs, setPositionMs] = useState(startMs);
  const [used, setUsed] = useState(startMs > 0);
  const [problem, setProblem] = useState<string | null>(null);
  /** Where it goes on once something of it is loaded. */
  const next = useRef<number | null>(startMs);
  const wantsSound = useRef(false);
  const renewedAt = useRef<number | null>(null);

  const start = useCallback(async () => {
    try {
      await element.current?.play();
    } catch (error) {
      // Without a press the browser may refuse; whatever else failed, the element reports by an event.
      if (error instanceof DOMException && error.name === 'NotAllowedError') wantsSound.current = false;
    }
  }, []);

  const opening = useSend({
    name: 'play-recording',
    act: async () => {
      setProblem(null);
      const body = { purpose: 'play' };
      const address = parseRecordingAddress(
        await api.send(recordingRoutes.openRecording, { params: { id: callId }, body }),
      );
      if (address === null) throw new ApiError(failedSentence, 0, 'bad_response');
      return address;
    },
    onDone: (address) => {
      if (element.current === null) return;
      element.current.src = address;
      if (wantsSound.current) void start();
    },
    onFailed: (error) => {
      wantsSound.current = false;
      setPlaying(false);
      if (isNotFound(error)) onGone();
      else setProblem(sentenceOf(error));
    },
  });

  const isOpen = () => element.current?.hasAttribute('src') ?? false;
  const setPosition = (ms: number) => {
    setPositionMs(ms);
    if (element.current !== null && element.current.readyState > 0) element.current.currentTime = ms / 1000;
    else next.current = ms;
  };

  function onError(): void {
    const place = next.current ?? positionMs;
    const failedBefore = renewedAt.current !== null && Math.abs(place - renewedAt.current) < sameplaceMs;
    next.current = place;
    element.current?.removeAttribute('src');
    if (failedBefore) {
      renewedAt.current = null;
      wantsSound.current = false;
      setPlaying(false);
      setProblem(failedSentence);
      return;
    }
    renewedAt.current = place;
    opening.send();
  }

  return {
    element,
    playing,
    opening: opening.busy,
    used,
    positionMs,
    problem,
    events: {
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onEnded: () => {
        wantsSound.current = false;
        setPlaying(false);
      },
      onTimeUpdate: ({ currentTarget }) => {
        if (next.current === null) setPositionMs(currentTarget.currentTime * 1000);
      },
      onLoadedMetadata: ({ currentTarget }) => {
        if (next.current !== null) currentTarget.currentTime = next.current / 1000;
        next.current = null;
      },
      onError,
    },
    play: () => {
      wantsSound.current = true;
      setUsed(true);
      setProblem(null);
      // At the end it begins again.
      if (positionMs >= lengthMs - 50) setPosition(0);
      if (isOpen()) void start();
      else opening.send();
    },
    pause: () => {
      wantsSound.current = false;
      element.current?.pause();
    },
    seek: (ms) => {
      setUsed(true);
      setPosition(Math.min(Math.max(0, ms), lengthMs));
    },
  };
}
