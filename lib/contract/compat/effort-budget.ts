/** How much work one question may cost, so that no pair of schemas can keep a server busy. Ground. */

export type Effort = {
  left: number
  /** When to stop however much is left, by `performance.now()`: some steps take longer than others. */
  untilMs: number
}

export class TooMuchEffort extends Error {}

export function spend(effort: Effort, cost: number): void {
  effort.left -= cost
  if (effort.left < 0 || performance.now() > effort.untilMs) throw new TooMuchEffort()
}
