import type { Context } from '../../context/context.ts'
import type { ErrorCode, PublicError } from '../../kernel/errors.ts'
import { listFailureKinds } from '../../runs/rows/failed-run-rows.ts'
import { failureOutline } from '../../runs/views/failure-facts.ts'

export type FailureGroup = {
  skillName: string
  versionNumber: string
  /** This site's code; the skill's own stays hidden. */
  code: ErrorCode
  message: string
  count: number
  /** The share of the counted failures, 0 to 1. */
  share: number
  /** Starts of UTC days. */
  firstMs: number
  lastMs: number
}

export type FailureGroups = {
  groups: FailureGroup[]
  total: number
  /** True if only the latest were counted. */
  isCut: boolean
}

const DAYS = 30
const DAY_MS = 86_400_000
const MAX_COUNTED = 1_500

/** Groups failures of 30 days by skill, version and code. Reveals no more than the list of failed runs. */
export async function groupFailures(ctx: Context, publisherOrganisationId: string): Promise<FailureGroups> {
  const since = new Date(Date.now() - DAYS * DAY_MS)
  const rows = await listFailureKinds(ctx.db, { publisherOrganisationId, since, take: MAX_COUNTED })
  const groups = new Map<string, FailureGroup>()
  for (const { skillName, versionNumber, error, createdAt } of rows) {
    const { code, message } = failureOutline({ error: error as PublicError | null, errorDetail: null })
    const day = Math.floor(createdAt.getTime() / DAY_MS) * DAY_MS
    const key = JSON.stringify([skillName, versionNumber, code, message])
    const known = groups.get(key)
    groups.set(key, {
      ...(known ?? { skillName, versionNumber, code, message, share: 0 }),
      count: (known?.count ?? 0) + 1,
      firstMs: Math.min(known?.firstMs ?? day, day),
      lastMs: Math.max(known?.lastMs ?? day, day),
    })
  }
  return {
    groups: [...groups.values()]
      .map((group) => ({ ...group, share: group.count / rows.length }))
      .sort((one, other) => other.count - one.count || other.lastMs - one.lastMs),
    total: rows.length,
    isCut: rows.length === MAX_COUNTED,
  }
}
