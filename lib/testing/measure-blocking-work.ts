/**
 * The most CPU time that this thread may use between two turns of the event loop. Not a performance limit: each input
 * in these tests took 5 to 130 seconds on this thread, and garbage collection on a busy machine takes up to 400 ms.
 */
export const MAX_BLOCKING_MS = 1_000

/**
 * Resolves with the longest CPU time in milliseconds that this thread used between two turns of the event loop while
 * `work` ran, independent of other programs.
 */
export async function longestBlockingMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = workedMs()
  const look = () => {
    const now = workedMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  let isOver = false
  const turn = () => {
    look()
    if (!isOver) setTimeout(turn, 1)
  }
  turn()
  try {
    await work()
  } finally {
    isOver = true
    look()
  }
  return longest
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
