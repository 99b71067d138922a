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
