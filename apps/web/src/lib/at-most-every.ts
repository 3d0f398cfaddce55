/** At once, and then again after the time when it was asked for meanwhile. */
export function atMostEvery(ms: number, act: () => void): () => void {
  let isWaiting = false;
  let isAsked = false;
  function run(): void {
    isWaiting = true;
    isAsked = false;
    act();
    setTimeout(() => {
      isWaiting = false;
      if (isAsked) run();
    }, ms);
  }
  return () => {
    if (isWaiting) isAsked = true;
    else run();
  };
}
