/** Runs as they are read again: one with its owners, the lines of a history, a publisher's failures. Floor 1. */
import type { Json } from '../contract/json/json.ts'
import { isStorable } from '../contract/json/storable.ts'
import type { RunState } from '../contract/market/run-states.ts'
import type { Database, Tx } from './client.ts'
import type { Prisma } from './generated/client.ts'

const withOwners = {
  user: { select: { id: true, name: true } },
  skillSet: { select: { publisher: { select: { handle: true, organisationId: true } } } },
} satisfies Prisma.RunInclude

export type RunWithOwners = Prisma.RunGetPayload<{ include: typeof withOwners }>

/** A run, who made it and whose skill it is; null when there is none. */
export async function findRun(db: Database | Tx, id: string): Promise<RunWithOwners | null> {
  // Whatever stands in a URL ends here.
  if (!isStorable(id)) return null
  return db.run.findUnique({ where: { id }, include: withOwners })
}

export type RunFilter = {
  organisationId: string
  userId?: string
  skillName?: string
  states?: RunState[]
  /** Both ends are included. */
  from?: Date
  to?: Date
  /** Only runs older than this id. */
  before?: string
  /** Without those that other runs started. */
  onlyRoots?: boolean
  take: number
}

const lineFields = {
  id: true,
  skillName: true,
  versionNumber: true,
  mode: true,
  door: true,
  state: true,
  error: true,
  durationMs: true,
  createdAt: true,
  user: { select: { id: true, name: true } },
} satisfies Prisma.RunSelect

export type RunLineRow = Prisma.RunGetPayload<{ select: typeof lineFields }>

/** Runs of an organisation, newest first, without their inputs and outputs. Ids are in order of time. */
export function listRunLines(db: Database | Tx, filter: RunFilter): Promise<RunLineRow[]> {
  const { organisationId, userId, skillName, states, from, to, before, onlyRoots, take } = filter
  return db.run.findMany({
    where: {
      organisationId,
      userId,
      skillName,
      ...(states && { state: { in: states } }),
      ...((from || to) && { createdAt: { gte: from, lte: to } }),
      ...(before && { id: { lt: before } }),
      ...(onlyRoots && { parentRunId: null }),
    },
    select: lineFields,
    orderBy: { id: 'desc' },
    take,
  })
}

/** The runs that a run started, in their order, and the one that started it. */
export async function listRelatives(
  db: Database | Tx,
  run: { id: string; parentRunId: string | null; rootRunId: string | null },
  take: number,
): Promise<{ parent: RunLineRow | null; children: RunLineRow[] }> {
  const rootRunId = run.rootRunId ?? run.id
  const [parent, children] = await Promise.all([
    run.parentRunId ? db.run.findUnique({ where: { id: run.parentRunId }, select: lineFields }) : null,
    db.run.findMany({
      // The root is asked for because there is an index of roots.
      where: { rootRunId, parentRunId: run.id },
      select: lineFields,
      orderBy: { id: 'asc' },
      take,
    }),
  ])
  return { parent, children }
}

/** What a person ran last of their own accord and could run again; null when there is nothing. */
export function findLastCall(
  db: Database | Tx,
  { userId, organisationId }: { userId: string; organisationId: string },
): Promise<{ skillName: string; input: unknown } | null> {
  return db.run.findFirst({
    where: {
      organisationId,
      userId,
      mode: 'production',
      parentRunId: null,
      planRunId: null,
      forgottenAt: null,
      // Code that was sent is not kept, and a command that runs the last command would go on for ever.
      skillName: { contains: '.', not: { startsWith: 'commands.' } },
    },
    select: { skillName: true, input: true },
    orderBy: { id: 'desc' },
  })
}

/** The names of skills an organisation has run, for the filter. */
export async function listRunSkillNames(db: Database | Tx, organisationId: string): Promise<string[]> {
  const rows = await db.run.findMany({
    where: { organisationId },
    distinct: ['skillName'],
    select: { skillName: true },
    orderBy: { skillName: 'asc' },
    take: 200,
  })
  return rows.map(({ skillName }) => skillName)
}

const failedFields = {
  id: true,
  skillName: true,
  versionId: true,
  versionNumber: true,
  state: true,
  error: true,
  errorDetail: true,
  createdAt: true,
} satisfies Prisma.RunSelect

/**
 * Failed runs of what an organisation publishes, whoever made them, newest first: without their people, inputs
 * and logs. Test runs and examples are not in it.
 */
export function listFailedRunsOf(
  db: Database | Tx,
  wanted: { publisherOrganisationId: string; before?: string; take: number },
) {
  const { publisherOrganisationId: organisationId, before, take } = wanted
  return db.run.findMany({
    where: {
      skillSet: { publisher: { organisationId } },
      mode: 'production',
      state: { in: ['failed', 'timed_out'] },
      ...(before && { id: { lt: before } }),
    },
    select: failedFields,
    orderBy: { id: 'desc' },
    take,
  })
}

export type PlanCallRow = { input: Json; output: Json; dryRun: boolean }

/** Calls of one tool that a plan run has made well, the last first. */
export async function listPlanCalls(
  db: Database | Tx,
  { planRunId, name, take }: { planRunId: string; name: string; take: number },
): Promise<PlanCallRow[]> {
  const rows = await db.run.findMany({
    where: { planRunId, skillName: name, state: 'succeeded' },
    orderBy: [{ endedAt: 'desc' }, { id: 'desc' }],
    select: { input: true, output: true, dryRun: true },
    take,
  })
  return rows as PlanCallRow[]
}
