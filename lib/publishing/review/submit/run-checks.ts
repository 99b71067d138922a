import {
  type BehaviourProfile,
  EMPTY_PROFILE,
  mergeLines,
} from '../../../behaviour/model/behaviour-profile.ts'
import { listStaticBehaviour } from '../../../behaviour/static-behaviour.ts'
import { readSeparateFiles } from '../../../blobs/skill-files/read-skill-files.ts'
import { requireSkillFiles } from '../../../blobs/skill-files/store-skill-files.ts'
import { type Context, requireViewer, workOwner } from '../../../context/context.ts'
import { compareInThread } from '../../../contracts/changes/compare-in-thread.ts'
import type { ChecklistFacts, ChecklistLine, checklist } from '../../../contracts/checks/checklist.ts'
import { laneOf } from '../../../contracts/document/skill-limits.ts'
import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import type { findSecrets } from '../../../contracts/texts/find-secrets.ts'
import {
  findBaseVersion,
  findReviewedBase,
  listUsedNumbers,
} from '../../../contracts/versions/version-number.ts'
import { matchesRequest } from '../../../contracts/versions/version-range.ts'
import { listProviders } from '../../../integrations/provider-view.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Json } from '../../../kernel/json/json.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { runInThread, runOncePerInput } from '../../../kernel/threads/run-in-thread.ts'
import type { BundledPackage } from '../../../packages/model/bundle.ts'
import { splitToolName } from '../../../plans/model/document/plan-tool.ts'
import { beyondCeilings, readLongCeilings } from '../../../settings/long-lane.ts'
import { readSiteRules } from '../../../settings/site-rules.ts'
import { listOwnPrivate } from '../../rows/skill-names.ts'
import { findSecretAnswers } from '../../rows/skill-sets.ts'
import type { CheckedExample } from '../../rows/version-examples.ts'
import { findVersion, listVersionHeads, type VersionHead } from '../../rows/versions.ts'
import { requireAllowedHosts } from '../review-preconditions.ts'
import type { SecretAnswer, SubmissionChecks } from '../review-views.ts'
import { measureChangeSize, measureStakes } from '../submission-checks.ts'
import { checkPackages } from './check-packages.ts'
import { findCopiedNames } from './copied-names.ts'
import { requireFreeNumber } from './freeze-snapshot.ts'
import { checklistFacts, findSandboxChecks, hasPassed, runSandboxChecks } from './sandbox-checks.ts'

export type CheckedSubmission = {
  checks: SubmissionChecks
  runIds: string[]
  /** The examples that were answered from recordings. */
  recorded: CheckedExample[]
}

/**
 * Runs the checklist of a submission, and returns the results with the ids of the example runs. Examples and migrations run
 * last, since they cost time and money, and not at all if they passed when the publisher checked this document.
 *
 * Throws CONFLICT if the number was used or another version is in review, and PRECONDITION_FAILED with the issues of all
 * failed checks.
 */
export async function runChecks(
  ctx: Context,
  { skillSetId, document }: { skillSetId: string; document: SkillSetDocument },
): Promise<CheckedSubmission> {
  const heads = await listVersionHeads(ctx.db, skillSetId)
  requireFreeNumber(heads, document.version)
  await requireLanesWithinCeilings(ctx, document)
  await requireAllowedHosts(ctx.db, document)
  const facts = {
    ...(await gatherChangeFacts(ctx, heads, document)),
    ...(await findSecretFacts(ctx, skillSetId, document)),
    copiedNames: await findCopiedNames(ctx, { skillSetId, document }),
  }
  const owner = workOwner(ctx)
  requirePassed(await checkInThread(asJson(document), facts, owner), skillSetId)

  const bundledPackages = await checkPackages(ctx, { document, skillSetId })
  const subject = { skillSetId, heads, document }
  const earlier = await findSandboxChecks(ctx, subject)
  const results = earlier && hasPassed(earlier) ? earlier : await runSandboxChecks(ctx, subject)
  const lines = await checkInThread(
    asJson(document),
    { ...facts, ...checklistFacts(results, document) },
    owner,
  )
  requirePassed(lines, skillSetId)

  const base = findReviewedBase(heads, document.version)
  const before = base ? await findVersion(ctx.db, base.id) : null
  const { latest, bump, reasons } = facts
  return {
    checks: {
      lines,
      latest,
      bump,
      reasons: [...reasons],
      base: base ? { versionId: base.id, number: base.number } : null,
      size: await measureChangeSize(before?.document ?? null, document, owner),
      stakes: measureStakes(document),
      migrations: results.migrations,
      secretAnswers: await listAnswers(document, facts, owner),
      copiedNames: facts.copiedNames,
      notRun: results.examples.filter(({ needs }) => needs),
      bundledPackages,
      behaviour: withStatic(results.behaviour, document, bundledPackages),
    },
    runIds: results.runIds,
    recorded: results.examples.flatMap(({ skill: skillSlug, index: exampleIndex, recordingId }) =>
      recordingId === undefined ? [] : [{ skillSlug, exampleIndex, recordingId }],
    ),
  }
}

function withStatic(
  behaviour: BehaviourProfile = EMPTY_PROFILE,
  document: SkillSetDocument,
  packages: readonly BundledPackage[],
): BehaviourProfile {
  return { ...behaviour, lines: mergeLines(behaviour.lines, listStaticBehaviour(document, packages)) }
}

/** Throws PRECONDITION_FAILED for skills of the long lane that ask for more than the operator allows. */
async function requireLanesWithinCeilings({ db }: Context, { skills }: SkillSetDocument): Promise<void> {
  if (skills.every((skill) => laneOf(skill) === 'quick')) return
  const ceilings = await readLongCeilings(db)
  const issues = skills.flatMap((skill, index) => {
    const message = beyondCeilings(skill, ceilings)
    return message ? [{ path: `/skills/${index}/limits`, keyword: 'lane', message }] : []
  })
  const [first] = issues
  if (first) throw new AppError('PRECONDITION_FAILED', { message: first.message, issues })
}

type SecretFacts = Required<Pick<ChecklistFacts, 'fileSecrets' | 'secretAnswers'>>

/**
 * Searches the files outside the document, and reads what the publisher said about earlier findings. Throws
 * INVALID_INPUT with the pointer of each file that the SkillSet does not store.
 */
export async function findSecretFacts(
  ctx: Context,
  skillSetId: string,
  document: SkillSetDocument,
): Promise<SecretFacts> {
  const secretAnswers = await findSecretAnswers(ctx.db, skillSetId)
  await ctx.db.$transaction((tx) => requireSkillFiles(tx, skillSetId, asJson(document)))
  const { files } = await readSeparateFiles(ctx.db, skillSetId, document)
  if (files.length === 0) return { fileSecrets: [], secretAnswers }
  const args: Parameters<typeof findSecrets> = [[], files]
  const fileSecrets = await runInThread<typeof findSecrets>('secrets', args, { owner: workOwner(ctx) })
  return { fileSecrets, secretAnswers }
}

/** Returns the answers to what is in this document, with the findings that they explain. */
async function listAnswers(
  document: SkillSetDocument,
  { fileSecrets, secretAnswers }: SecretFacts,
  owner: string,
): Promise<SecretAnswer[]> {
  if (Object.keys(secretAnswers).length === 0) return []
  const own = await runInThread<typeof findSecrets>('secrets', [asJson(document)], { owner })
  return [...own, ...fileSecrets].flatMap(({ id, sentence }) => {
    const reason = secretAnswers[id]
    return reason === undefined ? [] : [{ id, sentence, reason }]
  })
}

/** Runs the checklist in a worker thread of `owner`'s share. Throws as `runInThread`. */
export function checkInThread(
  document: Json,
  facts: ChecklistFacts,
  owner: string,
): Promise<ChecklistLine[]> {
  return runOncePerInput<typeof checklist>('checklist', [document, facts], { owner })
}

/** Compares the document with the version before it, and gathers what else the checklist needs to know. */
export async function gatherChangeFacts(
  ctx: Context,
  heads: VersionHead[],
  document: SkillSetDocument,
): Promise<ChecklistFacts> {
  const latest = findBaseVersion(heads, document.version)
  const before = latest ? await findVersion(ctx.db, latest.id) : null
  const { bump, reasons } = await compareInThread(before?.document ?? null, document, workOwner(ctx))
  const offered = await listProviders(ctx)
  const providers = offered.map(({ slug }) => slug)
  const required = document.requiredIntegrationProviders ?? []
  const providerHosts = offered.filter(({ slug }) => required.includes(slug)).flatMap(({ hosts }) => hosts)
  const privateCalls = await listPrivateCalls(ctx, document.permissions?.skills ?? [])
  const numbers = { usedNumbers: listUsedNumbers(heads), latest: latest?.number ?? null }
  const rules = await readSiteRules(ctx.db)
  return { ...numbers, bump, reasons, examples: null, providers, providerHosts, privateCalls, rules }
}

function requirePassed(lines: readonly ChecklistLine[], skillSetId: string): void {
  const failed = lines.filter(({ ok }) => !ok)
  if (failed.length === 0) return
  const titles = failed.map(({ title }) => `“${title}”`).join(', ')
  throw new AppError('PRECONDITION_FAILED', {
    message: `Some checks failed: ${titles}.`,
    issues: failed.flatMap(({ issues }) => issues),
    href: paths.publishSkillSet(skillSetId),
    suggestedAction: 'Fix the failed checks, then submit again.',
  })
}

function asJson(document: SkillSetDocument): Json {
  return document as Json
}

/**
 * Returns those of the called skills, such as "acme.mail.send@^1.0", that only the viewer's organisation can call.
 * Throws UNAUTHENTICATED.
 */
export async function listPrivateCalls(ctx: Context, called: readonly string[]): Promise<string[]> {
  const { organisationId } = requireViewer(ctx)
  if (called.length === 0) return []
  const own = await listOwnPrivate(ctx.db, organisationId)
  const versionsOf = new Map(own.map(({ prefix, versions }) => [prefix, versions]))
  return called.flatMap((text) => {
    const { name, wanted } = splitToolName(text)
    const versions = versionsOf.get(name.slice(0, name.lastIndexOf('.'))) ?? []
    const callable = versions.filter(({ number }) => wanted === undefined || matchesRequest(number, wanted))
    const isPrivate = callable.length > 0 && callable.every(({ visibility }) => visibility === 'PRIVATE')
    return isPrivate ? [name] : []
  })
}
