import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { ProofMethod } from '../model/publisher-proofs.ts'

export type ProofRow = {
  id: string
  publisherId: string
  method: string
  subject: string
  provenAt: Date
  checkedAt: Date
  failingSince: Date | null
}

export function listProofs(db: Database | Tx, publisherId: string): Promise<ProofRow[]> {
  return db.publisherProof.findMany({ where: { publisherId }, orderBy: [{ provenAt: 'asc' }, { id: 'asc' }] })
}

type NewProof = { publisherId: string; method: ProofMethod; subject: string }

/** Replaces an earlier proof by the same method. */
export async function saveProof(tx: Tx, { publisherId, method, subject }: NewProof): Promise<void> {
  const now = new Date()
  const data = { subject, provenAt: now, checkedAt: now, failingSince: null }
  await tx.publisherProof.upsert({
    where: { publisherId_method: { publisherId, method } },
    create: { publisherId, method, ...data },
    update: data,
  })
}

/** Returns false if there is none. */
export async function deleteProof(
  tx: Tx,
  { publisherId, method }: { publisherId: string; method: ProofMethod },
): Promise<boolean> {
  const { count } = await tx.publisherProof.deleteMany({ where: { publisherId, method } })
  return count > 0
}

/** Ends the proof of a repository that none of the publisher's SkillSets trusts any more. */
export async function deleteLapsedRepository(tx: Tx, publisherId: string): Promise<void> {
  const proven = await listProvenRepositories(tx, publisherId)
  await tx.publisherProof.deleteMany({ where: { publisherId, method: 'github', subject: { notIn: proven } } })
}

export type DueProof = ProofRow & {
  publisher: { handle: string; displayName: string; organisationId: string }
}

/** Returns proofs of domains that were checked before the instant, longest ago first. */
export function listDueProofs(
  db: Database,
  { before, take }: { before: Date; take: number },
): Promise<DueProof[]> {
  return db.publisherProof.findMany({
    where: { method: { in: ['dns', 'site'] }, checkedAt: { lt: before } },
    include: { publisher: { select: { handle: true, displayName: true, organisationId: true } } },
    orderBy: { checkedAt: 'asc' },
    take,
  })
}

/** Claims a check, so that two servers do not make the same. Returns false if another has. */
export async function claimProof(db: Database, { id, checkedAt }: ProofRow): Promise<boolean> {
  const { count } = await db.publisherProof.updateMany({
    where: { id, checkedAt },
    data: { checkedAt: new Date() },
  })
  return count === 1
}

export async function setProofFailing(db: Database, id: string, failingSince: Date | null): Promise<void> {
  await db.publisherProof.updateMany({ where: { id }, data: { failingSince } })
}

/** Returns the repositories whose builds were staged with a token of GitHub, for the publisher's SkillSets. */
export async function listProvenRepositories(db: Database | Tx, publisherId: string): Promise<string[]> {
  const rows = await db.trustedRepository.findMany({
    where: { skillSet: { publisherId }, repositoryId: { not: null } },
    select: { repository: true },
    distinct: ['repository'],
    orderBy: { repository: 'asc' },
  })
  return rows.map(({ repository }) => repository)
}
