import { changedPlaces, placesOf, sameValue, withPlace } from './places.ts';

export interface Merge<Config> {
  /** Both changes; at the places that both changed, mine. */
  config: Config;
  /** What only they changed. */
  taken: readonly string[];
  /** What both changed, and not to the same. */
  disputed: readonly string[];
}

/** Combines two changes of the same config. */
export function merge<Config extends object>(base: Config, mine: Config, theirs: Config): Merge<Config> {
  const [basePlaces, minePlaces, theirPlaces] = [placesOf(base), placesOf(mine), placesOf(theirs)];
  const changedByMe = new Set(changedPlaces(basePlaces, minePlaces));
  const changedByThem = changedPlaces(basePlaces, theirPlaces);
  const taken = changedByThem.filter((key) => !changedByMe.has(key));
  const disputed = changedByThem.filter(
    (key) => changedByMe.has(key) && !sameValue(minePlaces.get(key), theirPlaces.get(key)),
  );
  const config = taken.reduce((merged, key) => withPlace(merged, key, theirPlaces.get(key)), mine);
  return { config, taken, disputed };
}
