/** Failures are reported and do not stop the rest. Calls during a round are ignored. */
export function runInSequence(
  works: readonly (() => Promise<unknown>)[],
  report: (thrown: unknown) => unknown,
): () => Promise<void> {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    for (const work of works) {
      try {
        await work()
      } catch (thrown) {
        report(thrown)
      }
    }
    isRunning = false
  }
}
