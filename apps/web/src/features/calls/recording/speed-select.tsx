export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

export function SpeedSelect({ speed, onSpeed }: { speed: number; onSpeed: (speed: number) => void }) {
  return (
    <select
      aria-label="Speed"
      value={speed}
      onChange={(event) => onSpeed(Number(event.target.value))}
      className="h-9 w-14 appearance-none rounded-box border border-control bg-surface text-center text-ink text-md tabular-nums sm:text-base"
    >
      {speeds.map((each) => (
        <option key={each} value={each}>
          {`${each}×`}
        </option>
      ))}
    </select>
  );
}
