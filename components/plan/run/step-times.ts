/** How long things took, from the results there are. Pure. */
import type { ToolResult } from '#lib/contract/plan/tool-result.ts'

/** From the first beginning to the last end; undefined before anything has ended. */
export function spanMs(results: readonly ToolResult[]): number | undefined {
  if (results.length === 0) return undefined
  return (
    Math.max(...results.map(({ endedAt }) => endedAt)) -
    Math.min(...results.map(({ startedAt }) => startedAt))
  )
}
