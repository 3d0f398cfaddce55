/**
 * Work under one name is done one after the other, in the order in which it came; other names do not wait for it. Whose
 * turn comes after more than `patienceMs` is told so instead: where one waits in vain, others should not do so after it.
 */
export function inTurnByName(patienceMs: number): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const lasts = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const asked = performance.now();
    const inTime = () => {
      if (performance.now() - asked > patienceMs) throw new Error(`No turn came within ${patienceMs} ms.`);
      return work();
    };
    const before = lasts.get(name);
    const own = before ? before.then(inTime, inTime) : work();
    lasts.set(name, own);
    try {
      return await own;
    } finally {
      if (lasts.get(name) === own) lasts.delete(name);
    }
  };
}
