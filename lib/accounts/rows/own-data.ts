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
type Tables = Partial<Record<Prisma.ModelName, string>>

/** Where the rows of each table that names a person or an organisation are in the archive. A test finds forgotten ones. */
export const EXPORTED_IN = {
  User: 'account',
  Account: 'external-sign-ins',
  TotpFactor: 'second-factors',
  RecoveryCode: 'second-factors',
  Passkey: 'passkeys',
  BrowserSession: 'sessions',
  ApiKey: 'api-keys',
  Membership: 'organisations',
  Organisation: 'organisations',
  EmailConfirmation: 'email-confirmations',
  Restriction: 'suspensions',
  Mail: 'mails',
  Notice: 'notifications',
  NoticePreference: 'notification-settings',
  AuditEvent: 'audit-events',
  Run: 'runs',
  PlanRun: 'plan-runs',
  Batch: 'batches',
  Automation: 'automations',
  Preset: 'presets',
  Share: 'shared-links',
  Report: 'reports',
  Star: 'stars',
  Collection: 'collections',
  Rating: 'ratings',
  ReviewComment: 'review-comments',
  ReplayConsent: 'replay-consents',
  ReplayAnswer: 'replay-answers',
  Appeal: 'appeals',
  ReviewFinding: 'review-findings',
  FindingAnswer: 'finding-answers',
  Submission: 'submissions',
  Invitation: 'invitations',
  Image: 'images',
  Workspace: 'workspaces',
  CreditRequest: 'credit-requests',
  Install: 'installs',
  SkillPurchase: 'purchases',
  TakenVersion: 'taken-versions',
  ConfigValue: 'settings',
  TestConfig: 'test-settings',
  Toolset: 'toolsets',
  Webhook: 'webhooks',
  IntegrationConnection: 'integrations',
  IntegrationUse: 'integration-uses',
  ApprovalPolicy: 'plan-policy',
  SavedPlan: 'saved-plans',
  Publisher: 'publishers',
  Transfer: 'transfers',
  TrustedRepository: 'trusted-repositories',
  Blob: 'blobs',
  OrganisationLimit: 'limits',
  OwnHost: 'own-hosts',
  Payee: 'payee',
  Payout: 'payouts',
  LedgerAccount: 'money',
  LedgerTransfer: 'money',
  Vault: 'files/vault.zip',
  VaultFile: 'files/vault.zip',
  VaultContent: 'files/vault.zip',
} satisfies Tables

/** Tables that name a person or an organisation and are not exported, each with the reason. */
export const NOT_EXPORTED = {
  ResetLink: 'hashes of links that expire within a day',
  OAuthCode: 'hashes of codes that expire within minutes',
  ConnectAttempt: 'secrets of a sign-in that expires within minutes',
  IdempotencyKey: 'hashes of requests whose runs are exported',
  SealedSecret: 'secrets, which no one can read again',
  OpenPage: 'which pages are open now',
  StorageEntry: 'sums of what is exported',
  SkillCustomer: 'sums of the exported runs',
  Quarantine: 'decisions of admins, which the exported audit events have, too',
  RecallSecret: 'names of secrets in the exported runs, which the page of the recall shows',
  RecallReach: 'sums of the exported runs and installs, which the page of the recall shows',
  ReplayRecording: 'what exported runs asked of the world, which may contain secrets of others',
  ReplayCase: 'comparisons of exported runs with a version that is in review',
  SkillFile: 'files of the exported drafts, which the studio exports',
  VaultOperation: 'the history of the files, whose current state is exported',
  VaultChange: 'the history of the files, whose current state is exported',
} satisfies Tables

/** Returns the rows by file name, in pages and without secrets or hashes. */
export function ownRows(
  db: Database,
  { userId, organisationId }: { userId: string; organisationId: string },
): Rows {
  return {
    ...accountRows(db, userId),
    ...activityRows(db, userId),
    ...organisationRows(db, organisationId),
    ...connectionRows(db, organisationId),
  }
}

/** Returns all rows at once: for tables that have no id of their own, and few rows of one owner. */
async function* all(rows: () => Promise<object[]>): AsyncGenerator<object> {
  yield* await rows()
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
    'second-factors': all(async () => [
      ...(await db.totpFactor.findMany({ where, select: { createdAt: true, confirmedAt: true } })),
      { recoveryCodesLeft: await db.recoveryCode.count({ where }) },
    ]),
    'email-confirmations': inPages((after, take) =>
      db.emailConfirmation.findMany({
        where,
        omit: { tokenHash: true, oldTokenHash: true },
        ...next(after, take),
      }),
    ),
    suspensions: inPages((after, take) => db.restriction.findMany({ where, ...next(after, take) })),
    mails: inPages((after, take) =>
      db.mail.findMany({
        where,
        select: { id: true, to: true, kind: true, subject: true, state: true, createdAt: true, sentAt: true },
        ...next(after, take),
      }),
    ),
    'notification-settings': all(() => db.noticePreference.findMany({ where })),
    workspaces: inPages((after, take) => db.workspace.findMany({ where, ...next(after, take) })),
    'audit-events': inPages((after, take) =>
      db.auditEvent.findMany({ where: { actorId: userId }, ...next(after, take) }),
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
    automations: inPages((after, take) =>
      db.automation.findMany({
        where: readable,
        omit: { secretId: true, tokenHash: true },
        ...next(after, take),
      }),
    ),
    'shared-links': inPages((after, take) =>
      db.share.findMany({
        where: { createdById: userId },
        omit: { tokenHash: true },
        ...next(after, take),
      }),
    ),
    'review-comments': inPages((after, take) =>
      db.reviewComment.findMany({ where: { authorId: userId }, ...next(after, take) }),
    ),
    appeals: inPages((after, take) =>
      db.appeal.findMany({ where: { openedById: userId }, ...next(after, take) }),
    ),
    'review-findings': inPages((after, take) =>
      db.reviewFinding.findMany({ where: { authorId: userId }, ...next(after, take) }),
    ),
    'finding-answers': all(() => db.findingAnswer.findMany({ where: { answeredById: userId } })),
    submissions: inPages((after, take) =>
      db.submission.findMany({
        where: { submittedById: userId },
        omit: { document: true, checks: true },
        ...next(after, take),
      }),
    ),
    invitations: inPages((after, take) =>
      db.invitation.findMany({
        where: { createdById: userId },
        omit: { tokenHash: true },
        ...next(after, take),
      }),
    ),
    images: inPages((after, take) =>
      db.image.findMany({ where: { createdById: userId }, omit: { bytes: true }, ...next(after, take) }),
    ),
    'credit-requests': inPages((after, take) => db.creditRequest.findMany({ where, ...next(after, take) })),
    batches: inPages((after, take) =>
      db.batch.findMany({ where: readable, include: { rows: true }, ...next(after, take) }),
    ),
    presets: inPages((after, take) => db.preset.findMany({ where, ...next(after, take) })),
    reports: inPages((after, take) => db.report.findMany({ where, ...next(after, take) })),
    stars: inPages(async () =>
      (await db.star.findMany({ where })).map((row) => ({ id: row.skillSetId, ...row })),
    ),
    collections: inPages((after, take) =>
      db.collection.findMany({
        where,
        include: {
          entries: {
            select: {
              skillSlug: true,
              createdAt: true,
              skillSet: { select: { slug: true, publisher: { select: { handle: true } } } },
            },
            orderBy: [{ position: 'asc' }, { id: 'asc' }],
          },
        },
        ...next(after, take),
      }),
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

/** What the organisation has set up. Secrets and values of settings are left out. */
function connectionRows(db: Database, organisationId: string): Rows {
  const where = { organisationId }
  return {
    installs: all(() => db.install.findMany({ where })),
    purchases: all(() => db.skillPurchase.findMany({ where })),
    'taken-versions': all(() => db.takenVersion.findMany({ where })),
    'replay-consents': all(() => db.replayConsent.findMany({ where })),
    'replay-answers': all(() => db.replayAnswer.findMany({ where })),
    settings: all(() => db.configValue.findMany({ where, omit: { sealed: true, keyId: true, hint: true } })),
    'test-settings': all(() =>
      db.testConfig.findMany({ where, include: { values: { select: { key: true, updatedAt: true } } } }),
    ),
    toolsets: inPages((after, take) =>
      db.toolset.findMany({ where, include: { skills: true }, ...next(after, take) }),
    ),
    webhooks: inPages((after, take) =>
      db.webhook.findMany({ where, omit: { sealed: true, keyId: true }, ...next(after, take) }),
    ),
    integrations: inPages((after, take) =>
      db.integrationConnection.findMany({ where, omit: { hint: true }, ...next(after, take) }),
    ),
    'integration-uses': all(() => db.integrationUse.findMany({ where })),
    'plan-policy': all(() => db.approvalPolicy.findMany({ where })),
    publishers: inPages((after, take) => db.publisher.findMany({ where, ...next(after, take) })),
    transfers: inPages((after, take) =>
      db.transfer.findMany({
        where: { OR: [{ fromOrganisationId: organisationId }, { toOrganisationId: organisationId }] },
        ...next(after, take),
      }),
    ),
    'trusted-repositories': inPages((after, take) =>
      db.trustedRepository.findMany({ where: { skillSet: { publisher: where } }, ...next(after, take) }),
    ),
    blobs: inPages((after, take) =>
      db.blob.findMany({ where, omit: { contentId: true }, ...next(after, take) }),
    ),
    limits: all(() => db.organisationLimit.findMany({ where })),
    'own-hosts': all(() => db.ownHost.findMany({ where })),
  }
}
