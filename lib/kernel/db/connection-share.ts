import { type Database, database } from './prisma-client.ts'

type Share = { free: number; waiting: (() => void)[] }

const shares = new Map<string, Share>()

/**
 * Leaves connections of the pool to other work: in this process at most `atOnce` works of this name run at a time, in
 * order.
 */
export async function withConnectionShare<Result>(
  name: string,
  atOnce: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const share = shares.get(name) ?? { free: atOnce, waiting: [] }
  shares.set(name, share)
  if (share.free > 0) share.free -= 1
  else await new Promise<void>((resolve) => share.waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = share.waiting.shift()
    if (next) next()
    else share.free += 1
  }
}

const CONCURRENT_READS = 3

/** Runs a query that reads contents, of which few run at a time: each takes a connection for long. */
export function readContents<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  return withConnectionShare('contents', CONCURRENT_READS, () => work(database()))
}
