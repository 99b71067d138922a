/**
 * What a publisher proves about itself, without an admin: that it controls the domain of its website, or a repository that
 * GitHub vouched for when a build was staged. It says nothing about the name, which an admin checks.
 */
import { setTimeout } from 'node:timers/promises'
import { recordAudit } from '../../audit/audit-log.ts'
import { type Context, requirePerson } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { paths } from '../../kernel/site/paths.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { listMemberIds } from '../../organisations/rows/memberships.ts'
import {
  domainOf,
  type ProofMethod,
  type ProofView,
  parseProofMethod,
  proofPlaces,
  proofText,
  toProofViews,
} from '../model/publisher-proofs.ts'
import type { PublisherRow } from '../rows/published-versions.ts'
import {
  claimProof,
  type DueProof,
  deleteProof,
  listDueProofs,
  listProofs,
  listProvenRepositories,
  saveProof,
  setProofFailing,
} from '../rows/publisher-proofs.ts'
import { checkDnsRecord, checkSiteFile, type DomainCheckOptions } from './domain-checks.ts'
import { requireOwnPublisher } from './require-own-publisher.ts'

export type ProofSettings = {
  proofs: ProofView[]
  /** Null without a website that has a domain. */
  domain: { name: string; record: string; file: string; text: string } | null
  /** Repositories that GitHub has vouched for, and that are not proven yet. */
  repositories: string[]
}

/** Returns what is proven, and what could be. For owners and admins. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED. */
export async function getProofSettings(ctx: Context, handle: string): Promise<ProofSettings> {
  const { publisher } = await requireOwnPublisher(ctx, handle, 'ADMIN')
  const [rows, repositories] = await Promise.all([
    listProofs(ctx.db, publisher.id),
    listProvenRepositories(ctx.db, publisher.id),
  ])
  const name = domainOf(publisher.website)
  return {
    proofs: toProofViews(rows),
    domain: name === null ? null : { name, ...proofPlaces(name), text: proofText(publisher.id) },
    repositories: repositories.filter((each) => !rows.some(({ subject }) => subject === each)),
  }
}

const CHECKS = { dns: checkDnsRecord, site: checkSiteFile }

/**
 * Checks the record or the file of the website's domain, and stores the proof. For owners and admins. Throws UNAUTHENTICATED,
 * NOT_FOUND, POLICY_DENIED (also for keys), and PRECONDITION_FAILED with what is missing.
 */
export async function proveDomain(
  ctx: Context,
  handle: string,
  method: 'dns' | 'site',
  options: DomainCheckOptions = {},
): Promise<void> {
  requirePerson(ctx)
  const { publisher } = await requireOwnPublisher(ctx, handle, 'ADMIN')
  const domain = domainOf(publisher.website)
  if (domain === null)
    throw new AppError('PRECONDITION_FAILED', {
      message: 'The profile has no website with a domain name.',
      suggestedAction: 'Enter the address of your website in the profile and save it.',
    })
  const problem = await CHECKS[method](domain, proofText(publisher.id), options)
  if (problem) throw new AppError('PRECONDITION_FAILED', { message: problem })
  await storeProof(ctx, publisher, { method, subject: domain })
}

/**
 * Shows a repository as proven whose build was staged with an ID token of GitHub. For owners and admins. Throws
 * UNAUTHENTICATED, NOT_FOUND (also for a repository that GitHub has not vouched for) and POLICY_DENIED.
 */
export async function proveRepository(ctx: Context, handle: string, repository: string): Promise<void> {
  requirePerson(ctx)
  const { publisher } = await requireOwnPublisher(ctx, handle, 'ADMIN')
  if (!(await listProvenRepositories(ctx.db, publisher.id)).includes(repository))
    throw new AppError('NOT_FOUND', {
      message: `GitHub has not vouched for ${repository}.`,
      suggestedAction: 'Publish from it by GitHub Actions first.',
    })
  await storeProof(ctx, publisher, { method: 'github', subject: repository })
}

async function storeProof(
  ctx: Context,
  publisher: PublisherRow,
  proof: { method: ProofMethod; subject: string },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await saveProof(tx, { publisherId: publisher.id, ...proof })
    await recordAudit(tx, {
      ...{ actor: ctx.viewer, action: 'publisher.prove', subjectType: 'publisher' },
      ...{ subjectId: publisher.id, subject: publisher.handle, data: proof },
    })
  })
}

/** Throws UNAUTHENTICATED, POLICY_DENIED, and NOT_FOUND also if nothing is proven by the method. */
export async function removeProof(ctx: Context, handle: string, method: ProofMethod): Promise<void> {
  requirePerson(ctx)
  const { publisher } = await requireOwnPublisher(ctx, handle, 'ADMIN')
  await ctx.db.$transaction(async (tx) => {
    if (!(await deleteProof(tx, { publisherId: publisher.id, method }))) throw new AppError('NOT_FOUND')
    await recordAudit(tx, {
      ...{ actor: ctx.viewer, action: 'publisher.unprove', subjectType: 'publisher' },
      ...{ subjectId: publisher.id, subject: publisher.handle, data: { method } },
    })
  })
}

const RECHECK_DAYS = 7
/** How long a record or a file may be missing: a domain that moves to another provider takes days. */
const GRACE_DAYS = 14
/** All of them are checked at the same time, so that names that do not answer hold up the other sweeps only once. */
const PROOFS_AT_ONCE = 20
const DEADLINE_MS = 10_000

/** Checks each record and file again, a week after the last check. A proof that failed for two weeks ends. */
export async function recheckProofs(
  { db }: Pick<Context, 'db'>,
  { now = new Date(), deadlineMs = DEADLINE_MS, ...options }: RecheckOptions = {},
): Promise<void> {
  const before = new Date(now.getTime() - RECHECK_DAYS * DAY_MS)
  const due = await listDueProofs(db, { before, take: PROOFS_AT_ONCE })
  const finished = new AbortController()
  const deadline = setTimeout(deadlineMs, true, { signal: finished.signal, ref: false }).catch(() => true)
  try {
    await Promise.all(due.map(recheck))
  } finally {
    finished.abort()
  }

  async function recheck(proof: DueProof): Promise<void> {
    const { id, publisherId, method, subject, failingSince } = proof
    if (method !== 'dns' && method !== 'site') return
    if (!(await claimProof(db, proof))) return
    const late = deadline.then(() => `${subject} did not answer within ${deadlineMs / 1_000} seconds.`)
    const problem = await Promise.race([CHECKS[method](subject, proofText(publisherId), options), late])
    const isOver = failingSince !== null && failingSince.getTime() <= now.getTime() - GRACE_DAYS * DAY_MS
    if (problem && isOver) await endProof({ db }, proof, problem)
    else await setProofFailing(db, id, problem ? (failingSince ?? now) : null)
  }
}

/** `deadlineMs` is for all checks together. */
type RecheckOptions = DomainCheckOptions & { now?: Date; deadlineMs?: number }

async function endProof({ db }: Pick<Context, 'db'>, proof: DueProof, problem: string): Promise<void> {
  const method = parseProofMethod(proof.method)
  if (!method) return
  const { handle, displayName, organisationId } = proof.publisher
  await db.$transaction(async (tx) => {
    await deleteProof(tx, { publisherId: proof.publisherId, method })
    await recordAudit(tx, {
      ...{ actor: null, action: 'publisher.unprove', subjectType: 'publisher' },
      ...{ subjectId: proof.publisherId, subject: handle, data: { method, problem } },
    })
    await sendNotice(tx, await listMemberIds(tx, organisationId), {
      kind: 'publisher.unverified',
      title: `${displayName} is no longer verified for ${proof.subject}`,
      body: `${problem} It has been missing for two weeks. Put it back, then check it again under Publisher settings.`,
      href: paths.publisherSettings(handle),
    })
  })
}
