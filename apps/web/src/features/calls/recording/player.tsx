import { ChevronsLeft, ChevronsRight, Download, Link2, Pause, Play } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { Recording } from '../../../lib/parsing/recording.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { counterparty, withheldNumber } from '../call-labels.ts';
import { entrySpans } from './entry-spans.ts';
import { EntryStrip } from './entry-strip.tsx';
import { clockText, entryAt, entryTimes } from './entry-times.ts';
import { linkTo, useStart } from './place-in-address.ts';
import { notPlaying } from './playback.ts';
import type { RecordingProps } from './recording-props.ts';
import { SpeedSelect } from './speed-select.tsx';
import { spokenWords, wordAtCharacter } from './spoken-words.ts';
import { characterAt, type ScreenPoint } from './text-places.ts';
import { useAudio } from './use-audio.ts';
import { useDownload } from './use-download.ts';
import { useFollowEntry } from './use-follow-entry.ts';
import { useLitWord, wordsOf } from './use-lit-word.ts';
import { useMediaKeys } from './use-media-keys.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { type Lane, Waveform } from './waveform.tsx';

interface PlayerProps extends RecordingProps {
  recording: Recording;
  lengthMs: number;
  onGone: () => void;
}

const stepMs = 5_000;

/** Stays in view above the transcript, whose entry is marked while it is heard. */
export function Player({ call, recording, lengthMs, playback, onGone }: PlayerProps) {
  const root = useRef<HTMLDivElement>(null);
  const answeredAt = call.answeredAt ?? call.createdAt;
  const times = useMemo(
    () => entryTimes(call.transcript, Date.parse(answeredAt) + (recording.offsetMs ?? 0), lengthMs),
    [call.transcript, answeredAt, recording.offsetMs, lengthMs],
  );
  const spans = useMemo(
    () => entrySpans(call.transcript, times, { ...recording, lengthMs }),
    [call.transcript, times, recording, lengthMs],
  );
  const { startMs, atOnce } = useStart(times);
  const audio = useAudio({ callId: call._id, lengthMs, startMs: Math.min(startMs, lengthMs), onGone });
  const [speed, setSpeed] = useState(1);
  const { playing, positionMs, used, element } = audio;
  const ordinal = used ? entryAt(times, positionMs) : null;
  const { follow } = useFollowEntry(root, ordinal, playing);
  useLitWord({ inside: root, audio: element, spans, playing, positionMs: used ? positionMs : null });
  const { busy: isSaving, download, refusal } = useDownload(call._id);
  const play = () => {
    follow();
    audio.play();
  };
  const toggle = () => (playing ? audio.pause() : play());
  const move = (ms: number) => audio.seek(positionMs + ms);
  const other = call.contact?.name ?? counterparty(call) ?? withheldNumber;

  const latest = useRef({ spans, play, seek: audio.seek });
  latest.current = { spans, play, seek: audio.seek };
  // The same function for good: the rows of the transcript have it.
  const playFrom = useCallback((from: number, at?: ScreenPoint) => {
    const span = latest.current.spans.find((one) => one.ordinal === from);
    if (span === undefined) return;
    const words = at && wordsOf(root.current, from);
    const character = words ? characterAt(words, at) : null;
    const word = character === null ? null : wordAtCharacter(spokenWords(span), character);
    latest.current.seek(word?.ms ?? span.ms);
    latest.current.play();
  }, []);
  useEffect(() => playback.set({ ordinal, playFrom }), [playback, ordinal, playFrom]);
  useEffect(() => () => playback.set(notPlaying), [playback]);
  useEffect(() => {
    if (atOnce) latest.current.play();
  }, [atOnce]);
  useEffect(() => {
    if (element.current === null) return;
    element.current.preservesPitch = true;
    element.current.defaultPlaybackRate = speed;
    element.current.playbackRate = speed;
  }, [element, speed]);
  usePlayerKeys({ toggle, move });
  useMediaKeys({
    ...{ title: other, artist: call.agentId ?? 'Agent', lengthMs, positionMs, playing, used, rate: speed },
    ...{ play, pause: audio.pause, move, seek: audio.seek },
  });
  // Named as in the transcript, whose entries have the same colours.
  const person = call.contact?.name ?? 'User';
  const lanes = useMemo(() => lanesOf(recording, person), [recording, person]);
  const problem = audio.problem ?? refusal;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div
      ref={root}
      role="group"
      aria-label="Recording"
      className="sticky top-14 z-20 grid grid-cols-[minmax(0,1fr)] gap-2 border-b bg-surface px-3 py-3 sm:px-5 lg:top-0 print:hidden"
    >
      <audio ref={element} preload="auto" {...audio.events} />
      <Waveform lanes={lanes} lengthMs={lengthMs} positionMs={positionMs} onSeek={audio.seek}>
        <EntryStrip spans={spans} lengthMs={lengthMs} ordinal={ordinal} onEntry={playFrom} />
      </Waveform>
      <div className="flex flex-wrap items-center gap-x-0.5 gap-y-1 sm:gap-x-1">
        <IconButton icon={ChevronsLeft} label="Back 5 seconds" onClick={() => move(-stepMs)} />
        <Button
          look="primary"
          aria-label={playing ? 'Pause' : 'Play'}
          aria-busy={audio.opening}
          onClick={toggle}
          className="w-11 px-0"
        >
          {playing ? (
            <Pause aria-hidden="true" className="size-4" />
          ) : (
            <Play aria-hidden="true" className="size-4" />
          )}
        </Button>
        <IconButton icon={ChevronsRight} label="Forward 5 seconds" onClick={() => move(stepMs)} />
        <span className="mx-1 whitespace-nowrap text-ink-2 text-sm tabular-nums">
          {clockText(positionMs)}
          <span className="max-sm:sr-only">{` / ${clockText(lengthMs)}`}</span>
        </span>
        <span className="ml-auto flex items-center gap-0.5 sm:gap-1">
          <SpeedSelect speed={speed} onSpeed={setSpeed} />
          <IconButton icon={Link2} label="Copy link to this moment" onClick={() => copyLink(positionMs)} />
          <IconButton icon={Download} label="Download recording" disabled={isSaving} onClick={download} />
        </span>
      </div>
      {problem !== null && <AlertBox>{problem}</AlertBox>}
    </div>
  );
}

/** The agent above, the other party below. Quiet recordings are drawn as high as loud ones. */
function lanesOf({ peaks, agentChannel }: Recording, person: string): Lane[] {
  const loudest = Math.max(10, ...peaks.flat());
  const scaled = (channel: number) => (peaks[channel - 1] ?? []).map((peak) => (peak / loudest) * 100);
  return [
    { name: 'Agent', tone: 'agent', peaks: scaled(agentChannel) },
    { name: person, tone: 'other', peaks: scaled(3 - agentChannel) },
  ];
}

function copyLink(ms: number): void {
  void navigator.clipboard
    .writeText(linkTo(ms))
    .then(() => toast.success('Link copied'))
    .catch(() => toast.error('The browser did not allow copying.'));
}
