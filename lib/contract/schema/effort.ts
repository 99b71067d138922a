/**
 * A limit on how much one check may try.
 *
 * Ground. A choice whose branches contain the same choice again multiplies with the depth of the value: three
 * branches and twenty levels are three billion checks. Nobody's contract needs that, and one publisher's must
 * not stop the server for everybody.
 */

// About a second of work; a list of a hundred thousand items that are each a choice stays below it.
const MOST_CHOICES = 300_000

class TooManyChoices extends Error {}

let choices = 0
let isLimited = false

/** Counts one choice. Throws out of the enclosing `withinReason` when there were too many. */
export function countChoice(): true {
  if (++choices > MOST_CHOICES) throw new TooManyChoices()
  return true
}

/** Does `work`, or gives up and answers `giveUp`. Inside another `withinReason` the outer one counts. */
export function withinReason<Result>(work: () => Result, giveUp: () => Result): Result {
  if (isLimited) return work()
  isLimited = true
  choices = 0
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof TooManyChoices || isTooDeep(thrown)) return giveUp()
    throw thrown
  } finally {
    isLimited = false
  }
}

/** A type that contains itself follows a value as deep as that goes; the engine's stack ends before. */
function isTooDeep(thrown: unknown): boolean {
  return thrown instanceof RangeError && /call stack/i.test(thrown.message)
}
