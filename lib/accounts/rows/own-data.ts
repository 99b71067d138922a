import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'

const PAGE_ROWS = 200

type Page = (after: string | undefined, take: number) => Promise<{ id: string }[]>

async function* inPages(page: Page): AsyncGenerator<object> {
  let after: string | undefined
  while (true) {
    const rows = await page(after, PAGE_ROWS)
    yield* rows
    if (rows.length < PAGE_ROWS) return
    after = rows.at(-1)!.id
  }
}

function next(after: string | undefined, take: number) {
  return {
    orderBy: { id: 'asc' as const },
    take,
    ...(after !== undefined && { cursor: { id: after }, skip: 1 }),
  }
}

type Rows = Record<string, AsyncIterable<object>>

/** Returns the rows by file name, in pages and without secrets or hashes. */
export function ownRows(
  db: Database,
  { userId, organisationId }: { userId: string; organisationId: string },
): Rows {
  return { ...accountRows(db, userId), ...activityRows(db, userId), ...organisationRows(db, organisationId) }
}

function accountRows(db: Database, userId: string): Rows {
  const where = { userId }
  return {
    account: inPages(() =>
      db.user.findMany({ where: { id: userId }, omit: { passwordHash: true, sessionVersion: true } }),
    ),
    'external-sign-ins': inPages((after, take) =>
      db.account.findMany({
        where,
        select: {
          id: true,
          provider: true,
          providerAccountId: true,
          label: true,
          createdAt: true,
          lastUsedAt: true,
        },
        ...next(after, take),
      }),
    ),
    organisations: inPages(async () =>
      (await db.membership.findMany({ where, include: { organisation: { select: { name: true } } } })).map(
        (row) => ({
          id: row.organisationId,
          name: row.organisation.name,
          role: row.role,
          since: row.createdAt,
        }),
      ),
    ),
    sessions: inPages((after, take) => db.browserSession.findMany({ where, ...next(after, take) })),
    passkeys: inPages((after, take) =>
      db.passkey.findMany({ where, omit: { publicKey: true, counter: true }, ...next(after, take) }),
    ),
    'api-keys': inPages((after, take) =>
      db.apiKey.findMany({ where, omit: { hash: true }, ...next(after, take) }),
    ),
  }
}

function activityRows(db: Database, userId: string): Rows {
  const where = { userId }
  const readable = { userId, organisation: { members: { some: { userId } } } }
  return {
    notifications: inPages((after, take) => db.notice.findMany({ where, ...next(after, take) })),
    runs: inPages((after, take) =>
      db.run.findMany({ where: readable, omit: { errorDetail: true }, ...next(after, take) }),
    ),
    'run-parts': inPages((after, take) => listOwnParts(db, readable, { after, take })),
    'plan-runs': inPages((after, take) => db.planRun.findMany({ where: readable, ...next(after, take) })),
    presets: inPages((after, take) => db.preset.findMany({ where, ...next(after, take) })),
    reports: inPages((after, take) => db.report.findMany({ where, ...next(after, take) })),
    stars: inPages(async () =>
      (await db.star.findMany({ where })).map((row) => ({ id: row.skillSetId, ...row })),
    ),
    ratings: inPages(async () =>
      (await db.rating.findMany({ where })).map((row) => ({ id: row.skillSetId, ...row })),
    ),
  }
}

/** Returns parts of streamed outputs, which have no id of their own. */
async function listOwnParts(
  db: Database,
  run: Prisma.RunWhereInput,
  { after, take }: { after: string | undefined; take: number },
): Promise<{ id: string }[]> {
  const [runId = '', number = '0'] = after?.split(' ') ?? []
  const parts = await db.runPart.findMany({
    where: { run, OR: [{ runId: { gt: runId } }, { runId, number: { gt: Number(number) } }] },
    orderBy: [{ runId: 'asc' }, { number: 'asc' }],
    take,
  })
  return parts.map((part) => ({ id: `${part.runId} ${part.number}`, ...part }))
}

function organisationRows(db: Database, organisationId: string): Rows {
  const own = { organisationId }
  return {
    'saved-plans': inPages((after, take) => db.savedPlan.findMany({ where: own, ...next(after, take) })),
    'skillset-drafts': inPages(async (after, take) =>
      (
        await db.skillSet.findMany({
          where: { publisher: own },
          include: { draft: true, publisher: { select: { handle: true } } },
          ...next(after, take),
        })
      ).map((row) => row),
    ),
    payouts: inPages((after, take) => db.payout.findMany({ where: own, ...next(after, take) })),
    money: inPages(async (after, take) =>
      db.ledgerTransfer.findMany({
        where: { lines: { some: { account: { organisationId } } } },
        include: { lines: { where: { account: { organisationId } } } },
        ...next(after, take),
      }),
    ),
  }
}
