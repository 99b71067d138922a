import type { MemberRole } from '../../kernel/db/generated/client.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { MAX_COUNTED_RUNS } from '../../runs/model/run-states.ts'

export type PersonPageRow = {
  emailVerified: Date | null
  hasPassword: boolean
  providers: string[]
  hasSecondFactor: boolean
  lastSeenAt: Date | null
  lastSignInAt: Date | null
  openSessions: number
  keys: number
  runs: number
  organisations: { id: string; name: string; role: MemberRole; isPersonal: boolean }[]
  /** Active ones. */
  suspensions: { reason: string; by: string; at: Date }[]
}

/** Returns null if there is no such person. */
export async function findPersonPage(db: Database, id: string): Promise<PersonPageRow | null> {
  const [row, lastSignIn, runs] = await Promise.all([
    db.user.findUnique({
      where: { id },
      select: {
        emailVerified: true,
        passwordHash: true,
        accounts: { select: { provider: true } },
        totpFactor: { select: { confirmedAt: true } },
        browserSessions: { select: { lastSeenAt: true, createdAt: true }, orderBy: { lastSeenAt: 'desc' } },
        memberships: {
          select: { role: true, organisation: { select: { id: true, name: true, personalOfId: true } } },
          orderBy: { createdAt: 'asc' },
        },
        restrictions: {
          where: { endedAt: null },
          select: { reason: true, createdByName: true, createdAt: true },
        },
        _count: { select: { passkeys: true, apiKeys: { where: { revokedAt: null } } } },
      },
    }),
    db.auditEvent.findFirst({
      where: { subjectType: 'person', subjectId: id, action: 'person.sign_in' },
      orderBy: { at: 'desc' },
      select: { at: true },
    }),
    db.run.count({ where: { userId: id }, take: MAX_COUNTED_RUNS + 1 }),
  ])
  if (!row) return null
  const { _count, browserSessions, memberships } = row
  return {
    emailVerified: row.emailVerified,
    hasPassword: row.passwordHash !== null,
    providers: row.accounts.map(({ provider }) => provider),
    hasSecondFactor: _count.passkeys > 0 || Boolean(row.totpFactor?.confirmedAt),
    lastSeenAt: browserSessions[0]?.lastSeenAt ?? null,
    // Sessions from before sign-ins were recorded know it, too.
    lastSignInAt: lastSignIn?.at ?? browserSessions[0]?.createdAt ?? null,
    openSessions: browserSessions.length,
    keys: _count.apiKeys,
    runs,
    organisations: memberships.map(({ role, organisation }) => ({
      ...{ id: organisation.id, name: organisation.name, role },
      isPersonal: organisation.personalOfId !== null,
    })),
    suspensions: row.restrictions.map(({ reason, createdByName, createdAt }) => ({
      ...{ reason, by: createdByName, at: createdAt },
    })),
  }
}
