/** Says whether an output changed with the code or with the world, place by place. */

export type DriftPlaces = {
  /** The output differs there although the answers of the world are the recorded ones. */
  code: string[]
  /** The output differs there only with the answers of today. */
  world: string[]
}

/**
 * `offline` are the places where a run that is answered from the recording differs from the recorded output, `live` those of
 * a run with the real hosts. All are JSON Pointers. A place below or above one that the code changed counts as the code's.
 */
export function tellDriftApart({
  offline,
  live,
}: {
  offline: readonly string[]
  live: readonly string[]
}): DriftPlaces {
  const isOfCode = (place: string) => offline.some((each) => contains(each, place) || contains(place, each))
  return { code: [...offline], world: live.filter((place) => !isOfCode(place)) }
}

function contains(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`)
}

/** "/items/0/price, the whole output" */
export function listPlaces(places: readonly string[]): string {
  return places.map((place) => place || 'the whole output').join(', ')
}
