import { type CSSProperties, type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { cx } from '../../../ui/cx.ts';
import { clockText } from './entry-times.ts';
import { waveHeight, wavePath } from './wave-path.ts';

export interface Lane {
  name: string;
  peaks: readonly number[];
  tone: 'agent' | 'other';
}

interface WaveformProps {
  lanes: readonly Lane[];
  lengthMs: number;
  positionMs: number;
  onSeek: (ms: number) => void;
  /** What stands below the wave. */
  children: ReactNode;
}

const tones = { agent: 'text-blue', other: 'text-green' } as const;
const keyMs: Readonly<Record<string, number>> = {
  ArrowLeft: -5_000,
  ArrowDown: -5_000,
  ArrowRight: 5_000,
  ArrowUp: 5_000,
  PageDown: -30_000,
  PageUp: 30_000,
};

/** Loudness of both parties over time, with a slider over it that is the place in the sound. */
export function Waveform({ lanes, lengthMs, positionMs, onSeek, children }: WaveformProps) {
  const played = lengthMs === 0 ? 0 : Math.min(1, positionMs / lengthMs);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const ms = Object.hasOwn(keyMs, event.key) ? keyMs[event.key] : undefined;
    if (ms === undefined) return;
    event.preventDefault();
    onSeek(positionMs + ms);
  };
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div className="grid auto-rows-fr items-center text-xs">
        {lanes.map(({ name, tone }) => (
          <span key={tone} className={cx('max-w-16 truncate sm:max-w-32', tones[tone])}>
            {name}
          </span>
        ))}
      </div>
      <div
        className="relative grid rounded-box bg-sunken outline-offset-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-(color:--focus)"
        style={{ '--played': `${(played * 100).toFixed(3)}%` } as CSSProperties}
      >
        {lanes.map(({ peaks, tone }) => (
          <div key={tone} className={cx('relative h-9 sm:h-10', tones[tone])}>
            <Wave peaks={peaks} className="opacity-35" />
            <Wave peaks={peaks} className="[clip-path:inset(0_calc(100%-var(--played))_0_0)]" />
          </div>
        ))}
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-(--played) w-0.5 -translate-x-1/2 bg-ink"
        />
        <input
          type="range"
          aria-label="Place in the recording"
          aria-valuetext={`${clockText(positionMs)} of ${clockText(lengthMs)}`}
          min={0}
          max={Math.max(1, Math.round(lengthMs))}
          step={10}
          value={Math.round(positionMs)}
          onChange={(event) => onSeek(Number(event.target.value))}
          onKeyDown={onKeyDown}
          className="absolute inset-0 m-0 size-full cursor-pointer touch-pan-y opacity-0"
        />
      </div>
      <div className="col-start-2 mt-1">{children}</div>
    </div>
  );
}

function Wave({ peaks, className }: { peaks: readonly number[]; className: string }) {
  const path = useMemo(() => wavePath(peaks), [peaks]);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${Math.max(1, peaks.length - 1)} ${waveHeight}`}
      preserveAspectRatio="none"
      className={cx('absolute inset-0 size-full', className)}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
