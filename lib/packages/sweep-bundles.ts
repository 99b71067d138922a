import type { Context } from '../context/context.ts'
import { deleteUnusedBundles } from './rows/package-bundles.ts'

const UNUSED_MS = 90 * 86_400_000

/**
 * Deletes bundles that no run has used for 90 days: most belong to drafts that have changed since. One that is needed after
 * all is built again from its lock. Returns how many it deleted.
 */
export function sweepBundles({ db }: Pick<Context, 'db'>, now = new Date()): Promise<number> {
  return deleteUnusedBundles(db, new Date(now.getTime() - UNUSED_MS))
}
