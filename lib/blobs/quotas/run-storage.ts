import { z } from 'zod'
import { recordAudit } from '../../audit/audit-log.ts'
import {
  type Context,
  requireOrganisationAdmin,
  requirePerson,
  requireViewer,
} from '../../context/context.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { countPurgeable, findPurgeBefore, savePurgeBefore } from '../../runs/rows/run-retention.ts'
import { limitOf } from '../../settings/read-settings.ts'
import { FREE_RUNS_DAYS, type FreeRunsDays } from '../../settings/retention-days.ts'
import {
  foldStorageEntries,
  type StoredBytes,
  sumSkills,
  sumStored,
  sumVaults,
} from '../rows/storage-entries.ts'
import { storageQuota } from './storage-limits.ts'

export type RunStorage = {
  organisationName: string
  used: StoredBytes
  quotaBytes: number
  /** The quota of a person's organisations together, as a multiple of one. */
  personFactor: number
  ofPerson: { blobBytes: number; vaultBytes: number; skillFileBytes: number }
  skillFiles: { usedBytes: number; quotaBytes: number }
  canFree: boolean
  /** Runs that the sweep has yet to empty. */
  pending: number
  /** The number of runs that each choice would empty now. */
  older: Record<FreeRunsDays, number>
}

export async function getRunStorage(ctx: Context, now = new Date()): Promise<RunStorage> {
  const { organisationId, organisationName, organisationRole } = requireViewer(ctx)
  const { db } = ctx
  const [runQuota, skillFileQuota] = await Promise.all([
    storageQuota(db, 'runQuota', organisationId),
    storageQuota(db, 'skillFiles', organisationId),
  ])
  const counts = await Promise.all(
    FREE_RUNS_DAYS.map(async (days) => {
      const before = new Date(now.getTime() - days * DAY_MS)
      return [days, await countPurgeable(db, organisationId, before)] as const
    }),
  )
  const countedWith = async (name: 'blobQuota' | 'vaultQuota') => ({
    organisationId,
    except: (await storageQuota(db, name, organisationId)).except,
  })
  const purgeBefore = await findPurgeBefore(db, organisationId)
  const [blobs, vaults, skillFiles] = await Promise.all([
    sumStored(db, await countedWith('blobQuota'), 'blobs'),
    sumVaults(db, await countedWith('vaultQuota')),
    sumSkills(db, { organisationId, except: skillFileQuota.except }),
  ])
  return {
    organisationName,
    used: await sumStored(db, { organisationId, except: runQuota.except }, 'runs'),
    quotaBytes: runQuota.quotaBytes,
    personFactor: await limitOf(db, 'personFactor'),
    ofPerson: { blobBytes: blobs.person, vaultBytes: vaults.person, skillFileBytes: skillFiles.person },
    skillFiles: { usedBytes: skillFiles.organisation, quotaBytes: skillFileQuota.quotaBytes },
    canFree: organisationRole !== 'MEMBER',
    pending: purgeBefore ? await countPurgeable(db, organisationId, purgeBefore) : 0,
    older: Object.fromEntries(counts) as RunStorage['older'],
  }
}

const fields = z.strictObject({
  days: z.union(
    FREE_RUNS_DAYS.map((days) => z.literal(days)),
    'Choose one of the listed ages.',
  ),
})

/**
 * The sweep empties runs older than `days`; the runs and their receipts stay. Throws UNAUTHENTICATED,
 * POLICY_DENIED for plain members and keys, INVALID_INPUT.
 */
export async function scheduleRunCleanup(ctx: Context, given: unknown, now = new Date()): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  requirePerson(ctx)
  const { days } = parseFields(fields, given)
  const { organisationId, organisationName } = viewer
  await ctx.db.$transaction(async (tx) => {
    await savePurgeBefore(tx, organisationId, new Date(now.getTime() - days * DAY_MS))
    await recordAudit(tx, {
      actor: viewer,
      action: 'organisation.free_runs',
      subjectType: 'organisation',
      subjectId: organisationId,
      subject: organisationName,
      data: { days },
    })
  })
}

export function sweepStorage({ db }: Pick<Context, 'db'>): Promise<void> {
  return foldStorageEntries(db)
}
