/** What the reach is measured with: packages that a skill declares, and something that it does with them. */
import type { Json } from '#lib/kernel/json/json.ts'

export type Probe = {
  name: string
  runtime: 'javascript' | 'python'
  dependencies: Record<string, string> | string[]
  definition: string
  /** What the handler returns as `value`; undefined if anything will do. */
  returns?: Json
}

/** How far a package came. A package that ran was also resolved and bundled. */
export type Stage = 'nothing' | 'resolved' | 'bundled' | 'ran'

export type Measured = {
  name: string
  reached: Stage
  /** What the publisher is told; undefined for one that ran. */
  reason?: string
  version?: string
  packages?: number
  seconds: number
}
