/** How much work one question may cost, so that no pair of schemas can keep a server busy. Ground. */

import { workedMs } from './work-clock.ts'

export type Effort = {
  left: number
  /** When to stop however much is left, by `workedMs`: some steps take longer than others. */
  untilMs: number
}

export class TooMuchEffort extends Error {}

export function spend(effort: Effort, cost: number): void {
  effort.left -= cost
  if (effort.left < 0 || workedMs() > effort.untilMs) throw new TooMuchEffort()
}
