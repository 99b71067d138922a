/** Work that is done again and again beside answering. Floor 4, pure. */

/**
 * A round of `works`, one after the other: what fails is reported, and holds back nothing behind it. A round that is asked
 * for while one is under way is left out.
 */
export function inRounds(
  works: readonly (() => Promise<unknown>)[],
  report: (thrown: unknown) => unknown,
): () => Promise<void> {
  let isUnderWay = false
  return async () => {
    if (isUnderWay) return
    isUnderWay = true
    for (const work of works) {
      try {
        await work()
      } catch (thrown) {
        report(thrown)
      }
    }
    isUnderWay = false
  }
}
