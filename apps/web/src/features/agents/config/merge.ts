import { combinedOrder } from './entry-order.ts';
import { changedPlaces, isSameAt, orderedList, type Places, placesOf, withPlace } from './places.ts';

export interface Merge<Config> {
  /** Both changes; at the places that both changed, mine. Exactly theirs when I changed nothing. */
  config: Config;
  /** What only they changed. */
  taken: readonly string[];
  /** What both changed, and not to the same. */
  disputed: readonly string[];
}

/** Combines two changes of the same config. At the places that are conceded, theirs stays even if I changed it too. */
export function merge<Config extends object>(
  base: Config,
  mine: Config,
  theirs: Config,
  conceded: readonly string[] = [],
): Merge<Config> {
  const [basePlaces, minePlaces, theirPlaces] = [placesOf(base), placesOf(mine), placesOf(theirs)];
  const changedByMe = changedPlaces(basePlaces, minePlaces);
  const changedByThem = changedPlaces(basePlaces, theirPlaces);
  const taken = changedByThem.filter((key) => !changedByMe.includes(key));
  const disputed = changedByThem.filter(
    (key) => changedByMe.includes(key) && !isSameAt(key, minePlaces, theirPlaces),
  );
  const kept = changedByMe.filter((key) => !conceded.includes(key));
  // From theirs on: what nobody here has changed is never sent back to the server otherwise than it came.
  const config = kept
    .filter((key) => orderedList(key) === null)
    .reduce((merged, key) => withPlace(merged, key, minePlaces.get(key)), theirs);
  if (kept.length === 0) return { config, taken, disputed };
  const orders = [...basePlaces.keys()].filter((key) => orderedList(key) !== null);
  const ordered = orders.reduce((merged, key) => {
    const [first, mineNow, theirsNow] = [ids(basePlaces, key), ids(minePlaces, key), ids(theirPlaces, key)];
    const order = kept.includes(key)
      ? combinedOrder(mineNow, theirsNow, first)
      : combinedOrder(theirsNow, mineNow, first);
    return withPlace(merged, key, order);
  }, config);
  return { config: ordered, taken, disputed };
}

function ids(places: Places, key: string): readonly string[] {
  return (places.get(key) ?? []) as readonly string[];
}
