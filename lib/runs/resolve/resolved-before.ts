import { LRUCache } from 'lru-cache'
import { type Context, freshAdmission, type Viewer } from '../../context/context.ts'
import type { PublishedRunnable } from './runnable.ts'

type Resolved = { catalogState: string; runnable: PublishedRunnable }

const MAX_RESOLVED = 500
const resolved = new WeakMap<Context['db'], LRUCache<string, Resolved>>()

type Caller = Pick<Viewer, 'userId' | 'organisationId' | 'organisationName'> & {
  withinIds?: readonly string[] | undefined
}

/**
 * Returns what `resolve` returned for an earlier call of the same caller if nothing that it reads has changed since.
 * That is known if the caller was admitted in this second, with the state of the catalogue at that time.
 */
export async function resolvedBefore(
  ctx: Context,
  caller: Caller,
  asked: { name: string; version?: string | undefined },
  resolve: () => Promise<PublishedRunnable>,
): Promise<PublishedRunnable> {
  const admission = freshAdmission(ctx)
  if (!admission) return resolve()
  const { userId, organisationId, organisationName, withinIds } = caller
  const { catalogState, retentionDays } = admission
  const key = JSON.stringify([userId, organisationId, withinIds, asked.name, asked.version])
  const known = resolved.get(ctx.db) ?? new LRUCache<string, Resolved>({ max: MAX_RESOLVED })
  resolved.set(ctx.db, known)
  const earlier = known.get(key)
  if (earlier && earlier.catalogState === catalogState) {
    const organisation = { id: organisationId, name: organisationName }
    return { ...earlier.runnable, organisation, retentionDays }
  }
  const runnable = await resolve()
  known.set(key, { catalogState, runnable })
  return runnable
}
