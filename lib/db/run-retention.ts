/** What an organisation keeps of its old runs, and what it keeps no longer. Floor 1. */

import type { PublicError } from '../errors.ts'
import type { Database, Tx } from './client.ts'
import { Prisma, type RunState } from './generated/client.ts'
import { dataColumn, jsonColumn } from './json-column.ts'

export async function findRetention(db: Database | Tx, organisationId: string): Promise<number | null> {
  const row = await db.organisation.findUnique({
    where: { id: organisationId },
    select: { runsKeptDays: true },
  })
  return row?.runsKeptDays ?? null
}

export async function saveRetention(tx: Tx, organisationId: string, days: number | null): Promise<void> {
  await tx.organisation.update({ where: { id: organisationId }, data: { runsKeptDays: days } })
}

const ENDED: RunState[] = ['succeeded', 'partial', 'failed', 'timed_out', 'cancelled']

/** Runs made at a submission are the reviewers' evidence, and stay. */
const forgettable = {
  forgottenAt: null,
  submissionId: null,
  state: { in: ENDED },
} satisfies Prisma.RunWhereInput

/** How many runs of the organisation, begun before `before`, have something to forget. */
export function countForgettable(db: Database | Tx, organisationId: string, before: Date): Promise<number> {
  return db.run.count({ where: { organisationId, createdAt: { lt: before }, ...forgettable } })
}

export type OldRun = Prisma.RunGetPayload<{ select: typeof oldFields }>

const oldFields = {
  id: true,
  input: true,
  output: true,
  hasOutput: true,
  error: true,
} satisfies Prisma.RunSelect

/** Organisations that do not keep everything, with the days. */
export async function listRetentions(db: Database): Promise<{ organisationId: string; days: number }[]> {
  const rows = await db.organisation.findMany({
    where: { runsKeptDays: { not: null } },
    select: { id: true, runsKeptDays: true },
  })
  return rows.map(({ id, runsKeptDays }) => ({ organisationId: id, days: runsKeptDays! }))
}

export function listForgettable(
  db: Database,
  { organisationId, before, take }: { organisationId: string; before: Date; take: number },
): Promise<OldRun[]> {
  return db.run.findMany({
    where: { organisationId, createdAt: { lt: before }, ...forgettable },
    select: oldFields,
    orderBy: { createdAt: 'asc' },
    take,
  })
}

/** Empties a run of all that somebody sent or code said, and ends its links; its digests stand for it. */
export async function forgetRun(
  db: Database,
  id: string,
  kept: { at: Date; inputDigest: string; outputDigest: string | null; error: PublicError | null },
): Promise<void> {
  const { at, error, ...digests } = kept
  await db.$transaction([
    db.run.updateMany({
      where: { id, forgottenAt: null },
      data: {
        ...digests,
        forgottenAt: at,
        input: jsonColumn(null),
        output: Prisma.DbNull,
        hasOutput: false,
        error: error ? dataColumn(error) : Prisma.DbNull,
        errorDetail: Prisma.DbNull,
        migration: Prisma.DbNull,
        requests: Prisma.DbNull,
        effects: Prisma.DbNull,
        coercions: dataColumn([]),
        warnings: dataColumn([]),
        logs: dataColumn([]),
        progressNote: null,
        inputBlobs: [],
        outputBlobs: [],
        outputBlobId: null,
      },
    }),
    db.share.deleteMany({ where: { runId: id } }),
  ])
}

/** Runs of plans have no receipt of their own: they go whole, with the results of their steps. Returns how many. */
export async function deletePlanRuns(
  db: Database,
  { organisationId, before }: { organisationId: string; before: Date },
): Promise<number> {
  const { count } = await db.planRun.deleteMany({
    where: {
      organisationId,
      createdAt: { lt: before },
      state: { in: ['succeeded', 'failed', 'cancelled'] },
    },
  })
  return count
}
