interface QrImageProps {
  code: readonly (readonly boolean[])[];
  /** For screen readers. */
  label: string;
}

/** The light border that readers need around a code. */
const border = 4;

/** Dark on white in both themes: many readers do not see an inverted code. */
export function QrImage({ code, label }: QrImageProps) {
  const size = code.length + 2 * border;
  const path = code
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + border} ${y + border}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-full max-w-56 rounded-box border bg-[#fff]"
    >
      <title>{label}</title>
      <path d={path} fill="#000" />
    </svg>
  );
}
