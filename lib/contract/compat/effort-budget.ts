/** How much work one question may cost, so that no pair of schemas can keep a server busy. Ground. */

export type Effort = { left: number }

export class TooMuchEffort extends Error {}

export function spend(effort: Effort, cost: number): void {
  effort.left -= cost
  if (effort.left < 0) throw new TooMuchEffort()
}
