/** The first tab stop: skips the navigation. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-box focus:border focus:bg-surface focus:px-3 focus:py-2"
    >
      Skip to content
    </a>
  );
}
