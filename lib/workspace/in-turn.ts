/** A few at a time. Floor 3. */

/** Each holds one connection of the pool and asks for another: if all were held, none would get its second. */
const AT_ONCE = 3

// Next evaluates modules once per bundle; the pool is one.
const kept = globalThis as unknown as { guildhallTurns?: { free: number; waiting: (() => void)[] } }

/** Does `work` when it is its turn. */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  kept.guildhallTurns ??= { free: AT_ONCE, waiting: [] }
  const turns = kept.guildhallTurns
  if (turns.free > 0) turns.free -= 1
  else await new Promise<void>((resolve) => turns.waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = turns.waiting.shift()
    if (next) next()
    else turns.free += 1
  }
}
