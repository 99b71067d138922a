import type { Context } from '../../context/context.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { type LimitedThing, limitReached } from '../../kernel/limit-reached.ts'
import { paths } from '../../kernel/site/paths.ts'
import { formatBytes } from '../../kernel/text/format.ts'
import type { LimitName } from '../../settings/limit-table.ts'
import { limitOf, organisationsWithOwn, readLimit } from '../../settings/read-settings.ts'
import { type StoredBytes, sumStored } from '../rows/storage-entries.ts'

/** The quota of an organisation for one kind of content. */
type StorageQuota = {
  quotaBytes: number
  /** The quota of a person's organisations together, as a multiple of one; null if it has its own. */
  personFactor: number | null
  /** Organisations that do not count towards the quota of their person. */
  except: string[]
}

const MEGABYTE = 1024 * 1024

type QuotaName = Extract<LimitName, 'runQuota' | 'skillFiles' | 'blobQuota' | 'vaultQuota'>

export async function storageQuota(
  db: Database | Tx,
  name: QuotaName,
  organisationId: string,
): Promise<StorageQuota> {
  const { value, source } = await readLimit(db, name, organisationId)
  const isOwn = source === 'organisation'
  return {
    quotaBytes: value * MEGABYTE,
    personFactor: isOwn ? null : await limitOf(db, 'personFactor'),
    except: isOwn ? [] : await organisationsWithOwn(db, name),
  }
}

/** More than a run and its children usually store, because the output of a run that was performed is always stored. */
const HEADROOM_BYTES = 64 * MEGABYTE

type NewRun = { organisationId: string; isChild: boolean }

/**
 * Throws LIMIT_REACHED if the quota is used up. Checked before a run starts, so that its output is
 * never lost; some room is reserved for child runs.
 */
export async function requireRoomForRun(
  { db }: Pick<Context, 'db'>,
  { organisationId, isChild }: NewRun,
): Promise<void> {
  const quota = await storageQuota(db, 'runQuota', organisationId)
  const used = await sumStored(db, { organisationId, except: quota.except }, 'runs')
  requireStorageRoom(used, isChild ? 0 : headroomOf(quota), { ...quota, what: 'run_storage' })
}

/**
 * Throws LIMIT_REACHED if the recordings of runs would take more than half of what runs may take. They have room of their own,
 * because an organisation that agreed to replays must not lose runs by it.
 */
export async function requireRoomForRecording(tx: Tx, organisationId: string, bytes: number): Promise<void> {
  const quota = await storageQuota(tx, 'runQuota', organisationId)
  const used = await sumStored(tx, { organisationId, except: quota.except }, 'recordings')
  requireStorageRoom(used, bytes, { ...quota, quotaBytes: quota.quotaBytes / 2, what: 'recording_storage' })
}

function headroomOf({ quotaBytes }: Pick<StorageQuota, 'quotaBytes'>): number {
  return Math.min(HEADROOM_BYTES, quotaBytes / 10)
}

const NOUNS = {
  run_storage: 'runs and plan runs',
  recording_storage: 'recordings of runs',
  blob_storage: 'blobs',
  skill_storage: 'skills, with their versions and files',
  vault_storage: 'files',
} satisfies Partial<Record<LimitedThing, string>>

type Quota = Pick<StorageQuota, 'quotaBytes' | 'personFactor'> & {
  what: keyof typeof NOUNS
  /** Skips the organisation's own quota, checked elsewhere. */
  isPersonOnly?: boolean
}

/** Throws LIMIT_REACHED if `moreBytes` exceed the quota, with a link to the page where space is freed. */
export function requireStorageRoom(used: StoredBytes, moreBytes: number, quota: Quota): void {
  const { quotaBytes, personFactor, what, isPersonOnly = false } = quota
  if (!isPersonOnly && used.organisation + moreBytes > quotaBytes)
    throw limitReached(what, {
      max: quotaBytes,
      used: used.organisation,
      message: `Your organisation uses ${formatBytes(used.organisation)} of its ${formatBytes(quotaBytes)} for ${NOUNS[what]}.`,
      suggestedAction: FREE_SPACE,
      href: paths.storage,
    })
  if (personFactor === null) return
  const personBytes = quotaBytes * personFactor
  if (used.person + moreBytes > personBytes)
    throw limitReached(what, {
      max: personBytes,
      used: used.person,
      message: `The organisations of this organisation’s creator use ${formatBytes(used.person)} of their combined ${formatBytes(personBytes)} for ${NOUNS[what]}.`,
      suggestedAction: FREE_SPACE,
      href: paths.storage,
    })
}

const FREE_SPACE = 'Free space under Settings → Storage, then try again.'
