const MAX_UNFOLDED = 8
// Important fields are first.
const FIRST = 5
const MIN_FOLDED = 4

/** Which fields of a large object are shown, and which are behind "more optional fields". */
export type FieldFold = { epoch: number; shown: Set<string>; folded: Set<string> }

type ObjectFields = {
  names: string[]
  required: ReadonlySet<string>
  value: object
  wrong: ReadonlySet<string>
  epoch: number
}

/** Decides when a name first appears, after an external change or an error, so that focus stays. */
export function foldFields(fold: FieldFold, { names, required, value, wrong, epoch }: ObjectFields): void {
  const { shown, folded } = fold
  const isReset = fold.epoch !== epoch
  fold.epoch = epoch
  const isNew = (name: string) => !shown.has(name) && !folded.has(name)
  const isFilled = (name: string) => (isNew(name) || isReset) && Object.hasOwn(value, name)
  for (const name of names) {
    if (required.has(name) || wrong.has(name) || isFilled(name)) shown.add(name)
  }
  if (shown.size === 0 && folded.size === 0) for (const name of names.slice(0, FIRST)) shown.add(name)
  const left = names.filter((name) => !shown.has(name))
  const target = names.length <= MAX_UNFOLDED || left.length < MIN_FOLDED ? shown : folded
  for (const name of left) if (isNew(name)) target.add(name)
}
