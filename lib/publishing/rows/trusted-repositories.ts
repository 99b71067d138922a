import type { Provenance } from '../../catalog/model/provenance.ts'
import { Prisma, type TrustedRepository } from '../../kernel/db/generated/client.ts'
import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'

export type TrustRow = TrustedRepository

type NewTrust = Pick<
  TrustRow,
  'skillSetId' | 'repository' | 'workflow' | 'environment' | 'branch' | 'createdById' | 'createdByName'
>

export function listTrusts(db: Database | Tx, skillSetId: string): Promise<TrustRow[]> {
  return db.trustedRepository.findMany({ where: { skillSetId }, orderBy: { createdAt: 'asc' } })
}

export async function insertTrust(tx: Tx, trust: NewTrust): Promise<string> {
  return (await tx.trustedRepository.create({ data: trust, select: { id: true } })).id
}

/** Returns the deleted row; null if there was none. Its tokens are deleted with it. */
export async function deleteTrust(
  tx: Tx,
  where: { id: string; skillSetId: string },
): Promise<TrustRow | null> {
  const row = await tx.trustedRepository.findFirst({ where })
  if (row) await tx.trustedRepository.deleteMany({ where })
  return row
}

/** Ends all trust in repositories, and discards their builds: a new owner decides whom to trust. */
export async function deleteTrustsOf(tx: Tx, skillSetIds: readonly string[]): Promise<void> {
  const where = { skillSetId: { in: [...skillSetIds] } }
  await tx.trustedRepository.deleteMany({ where })
  await tx.stagedSubmission.deleteMany({ where })
}

/**
 * Stores GitHub's id of the repository with the first token. Returns false if another repository has the name by now:
 * names can be given up and taken by others.
 */
export async function confirmRepository(
  tx: Tx,
  { id, repositoryId }: { id: string; repositoryId: string },
): Promise<boolean> {
  const { count } = await tx.trustedRepository.updateMany({
    where: { id, OR: [{ repositoryId: null }, { repositoryId }] },
    data: { repositoryId, lastUsedAt: new Date() },
  })
  return count === 1
}

type NewToken = {
  jti: string
  tokenHash: string
  trustId: string
  provenance: Provenance
  expiresAt: Date
  forgottenAt: Date
}

/** Returns false if the OIDC token was exchanged before. Deletes expired tokens. */
export async function insertStagingToken(tx: Tx, token: NewToken): Promise<boolean> {
  await tx.stagingToken.deleteMany({ where: { forgottenAt: { lt: new Date() } } })
  const { count } = await tx.stagingToken.createMany({ data: [token], skipDuplicates: true })
  return count === 1
}

/** Returns the id of the SkillSet that a token is for; null if it is unknown, used or expired. */
export async function findOpenStagingToken(db: Database | Tx, tokenHash: string): Promise<string | null> {
  const row = await db.stagingToken.findFirst({
    where: { tokenHash, usedAt: null, expiresAt: { gt: new Date() } },
    select: { trust: { select: { skillSetId: true } } },
  })
  return row?.trust.skillSetId ?? null
}

/** Marks a token as used. Returns null if it is unknown, used or expired. */
export async function redeemStagingToken(
  tx: Tx,
  tokenHash: string,
): Promise<{ skillSetId: string; provenance: Json; by: string } | null> {
  const now = new Date()
  const { count } = await tx.stagingToken.updateMany({
    where: { tokenHash, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  })
  if (count === 0) return null
  const { trust, provenance } = await tx.stagingToken.findUniqueOrThrow({
    where: { tokenHash },
    select: { provenance: true, trust: { select: { skillSetId: true, repository: true } } },
  })
  return { skillSetId: trust.skillSetId, provenance: provenance as Json, by: trust.repository }
}

export type StagedRow = {
  id: string
  skillSetId: string
  number: string
  document: Json
  note: string
  /** Null for a version that a person staged with a key; then `stagedBy` and `keyName` are known. */
  provenance: Json
  stagedBy: string | null
  keyName: string | null
  /** As it called itself. */
  program: string | null
  createdAt: Date
}

type NewStaged = Omit<StagedRow, 'id' | 'createdAt' | 'stagedBy' | 'keyName' | 'program'> &
  Partial<Pick<StagedRow, 'stagedBy' | 'keyName' | 'program'>>

/** Stores a build in place of an earlier one of the same number, and returns its id. */
export async function replaceStaged(tx: Tx, staged: NewStaged): Promise<string> {
  const { skillSetId, number, note, stagedBy, keyName, program } = staged
  const former = await tx.stagedSubmission.findMany({ where: { skillSetId, number }, select: { id: true } })
  for (const { id } of former) await deleteStaged(tx, id, 'replaced')
  const { id } = await tx.stagedSubmission.create({
    data: {
      ...{ skillSetId, number, note, stagedBy, keyName, program },
      document: jsonColumn(staged.document),
      provenance: staged.provenance === null ? Prisma.DbNull : jsonColumn(staged.provenance),
    },
    select: { id: true },
  })
  return id
}

export function countStaged(tx: Tx, skillSetId: string): Promise<number> {
  return tx.stagedSubmission.count({ where: { skillSetId } })
}

export async function findStaged(db: Database | Tx, id: string): Promise<StagedRow | null> {
  return (await db.stagedSubmission.findUnique({ where: { id } })) as StagedRow | null
}

export function listStaged(
  db: Database | Tx,
  skillSetId: string,
): Promise<{ id: string; number: string; createdAt: Date }[]> {
  return db.stagedSubmission.findMany({
    where: { skillSetId },
    select: { id: true, number: true, createdAt: true },
    orderBy: { createdAt: 'desc' },
  })
}

export type StagedEndKind = 'replaced' | 'submitted' | 'discarded'

/** How many ends of a SkillSet are kept: an agent may stage again and again. */
const MAX_ENDS = 200

/** Deletes a build and keeps what became of it. Returns false if it is gone already. */
export async function deleteStaged(tx: Tx, id: string, kind: StagedEndKind): Promise<boolean> {
  const row = await tx.stagedSubmission.findUnique({
    where: { id },
    select: { skillSetId: true, number: true },
  })
  const { count } = await tx.stagedSubmission.deleteMany({ where: { id } })
  if (!row || count === 0) return false
  await tx.stagedEnd.create({ data: { id, ...row, kind } })
  const { skillSetId } = row
  const old = await tx.stagedEnd.findMany({
    where: { skillSetId },
    orderBy: [{ endedAt: 'desc' }, { id: 'desc' }],
    skip: MAX_ENDS,
    select: { id: true },
  })
  if (old.length > 0) await tx.stagedEnd.deleteMany({ where: { id: { in: old.map((each) => each.id) } } })
  return true
}

export type StagedEndRow = {
  skillSetId: string
  number: string
  kind: StagedEndKind
  endedAt: Date
  /** The build of the same number that waits; null if none does. */
  currentId: string | null
}

export async function findStagedEnd(db: Database | Tx, id: string): Promise<StagedEndRow | null> {
  const end = await db.stagedEnd.findUnique({ where: { id } })
  if (!end) return null
  const { skillSetId, number, endedAt } = end
  const current = await db.stagedSubmission.findUnique({
    where: { skillSetId_number: { skillSetId, number } },
    select: { id: true },
  })
  return { skillSetId, number, endedAt, kind: end.kind as StagedEndKind, currentId: current?.id ?? null }
}

/** Stores where the version was built. One that was submitted by hand has no provenance, so null removes that of an earlier try. */
export async function setProvenance(
  tx: Tx,
  {
    versionId,
    submissionId,
    provenance,
  }: { versionId: string; submissionId?: string; provenance: Provenance | null },
): Promise<void> {
  const data = { provenance: provenance ? jsonColumn(provenance) : Prisma.DbNull }
  await tx.version.update({ where: { id: versionId }, data })
  if (submissionId) await tx.submission.update({ where: { id: submissionId }, data })
}
