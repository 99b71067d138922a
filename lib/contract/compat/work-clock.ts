/**
 * How long this thread has worked, in milliseconds. Ground; also in the browser.
 *
 * On a server the time that others had the processor does not count: a verdict must not depend on who else is busy. Where
 * nobody tells (browsers) it is the clock's time.
 */
const { process } = globalThis as { process?: Partial<NodeJS.Process> }

export function workedMs(): number {
  const usage = process?.threadCpuUsage?.()
  return usage ? (usage.user + usage.system) / 1_000 : performance.now()
}
