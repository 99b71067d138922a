/** Measures CPU time, which does not depend on other programs. */

/** Returns the milliseconds that this process used during `work`. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return msSince(before)
}

/** Like `cpuMsOf`, for async work; includes everything else in this process. */
export async function cpuMsUntil(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return msSince(before)
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
