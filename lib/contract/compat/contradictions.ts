/** Which goals and statements cannot all be true, and which say the same. Ground. */
import type { Goal, Literal } from './clause.ts'

/** Each goal once, in one order; null when one of them is the opposite of another. */
export function distinctGoals(goals: readonly Goal[]): Goal[] | null {
  const found = new Map<number, Goal>()
  for (const goal of goals) {
    if (goal.node.constant !== undefined) {
      if (goal.node.constant !== goal.holds) return null
      continue
    }
    const before = found.get(goal.node.id)
    if (before && before.holds !== goal.holds) return null
    // What both versions say is no news.
    if (!before || (before.isNew && !goal.isNew)) found.set(goal.node.id, goal)
  }
  return [...found.values()].sort((a, b) => a.node.id - b.node.id)
}

/** Whether something that is not understood is said to hold and not to hold. */
export function contradictsItself(literals: readonly Literal[]): boolean {
  return literals.some(
    (each) =>
      each.is === 'unknown' &&
      each.holds &&
      literals.some((other) => other.is === 'unknown' && other.text === each.text && !other.holds),
  )
}

/** Whether two statements say the same, as far as it can be seen at once. */
export function isSameLiteral(a: Literal, b: Literal): boolean {
  if (a === b) return true
  if (a.is === 'has' && b.is === 'has') return a.name === b.name
  if (a.is === 'lacks' && b.is === 'lacks') return a.name === b.name
  if (a.is === 'field' && b.is === 'field')
    return a.name === b.name && a.goal.node.id === b.goal.node.id && a.goal.holds === b.goal.holds
  return false
}
