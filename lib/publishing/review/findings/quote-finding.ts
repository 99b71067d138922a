/**
 * What a reviewer quotes in the decision on a submission: findings of the site, and own ones. The publisher sees them with
 * the decision, which nobody can change afterwards.
 */
import { z } from 'zod'
import { type Context, requireAdmin, type Viewer } from '../../../context/context.ts'
import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { AppError } from '../../../kernel/errors.ts'
import { parseFields } from '../../../kernel/validation/parse-with.ts'
import { toStorable } from '../../../kernel/validation/storable.ts'
import { IdField } from '../../../kernel/validation/text-fields.ts'
import { SUBMISSION_PART_NAMES } from '../../model/commentable-parts.ts'
import { FINDING_SEVERITY_NAMES } from '../../model/finding-severities.ts'
import { findReviewRule, type ReviewRule } from '../../model/review-rules.ts'
import {
  countFindings,
  deleteFinding,
  insertFinding,
  listFindingsOfVersion,
  type NewFinding,
} from '../../rows/review-findings.ts'
import { findSubmission, type StoredSubmission } from '../../rows/submissions.ts'
import { lockSkillSet } from '../../rows/versions.ts'
import { getSubmission } from '../read/get-submission.ts'
import { optionalText, requireText } from '../review-preconditions.ts'
import { findSubmittedPlace } from '../submission-parts.ts'

const MAX_FINDINGS = 200

const sectionNames = {
  permissions: 'Permissions and settings',
  code: 'Code',
  schemas: 'Schemas',
  words: 'Texts',
  examples: 'Examples',
} as const

const automatedFields = z.object({
  rule: IdField,
  /** The sentence as the page shows it, which tells findings of one rule apart. */
  sentence: z.string().max(10_000),
})

/**
 * Quotes a finding of the site in the decision. It is found again here, so that a decision never says “automatically” of
 * what the site did not find. Throws UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND (also if the site does not find it),
 * and CONFLICT once the submission is decided, quotes this finding, or has 200 findings.
 */
export async function quoteAutomatedFinding(
  ctx: Context,
  submissionId: string,
  form: unknown,
): Promise<void> {
  const viewer = requireAdmin(ctx)
  const { rule: ruleId, sentence } = parseFields(automatedFields, form)
  const submission = await requireWaiting(ctx, submissionId)
  const { hints, advice } = await getSubmission(ctx, submissionId)
  const hint = hints.find((each) => each.rule === ruleId && each.sentence === sentence)
  const skillAdvice = advice.flatMap(({ skillName, skillIndex, findings }) =>
    findings
      .filter((each) => each.rule === ruleId && each.sentence === sentence)
      .map((each) => ({ ...each, place: skillName, pointer: `/skills/${skillIndex}${each.pointer}` })),
  )[0]
  const rule = findReviewRule(ruleId)
  if (!rule || !(hint || skillAdvice))
    throw new AppError('NOT_FOUND', { message: 'The site no longer finds this. Reload the page.' })
  const pointer = hint?.pointer ?? skillAdvice?.pointer ?? null
  const inFile = findFileAt(submission.document, pointer)
  await addFinding(ctx, submission, viewer, {
    ...ruleColumns(rule),
    ...{ pointer, file: inFile?.path ?? null, line: hint?.line ?? null },
    place: inFile?.place ?? (hint ? sectionNames[hint.section] : (skillAdvice?.place ?? '')),
    quote: null,
    evidence: sentence,
    isAutomated: true,
  })
}

/** Returns the file of a skill that a pointer leads into; null for other places. */
function findFileAt({ skills }: SkillSetDocument, pointer: string | null) {
  const [, skillIndex, index] = /^\/skills\/(\d+)\/resources\/(\d+)(?:\/|$)/.exec(pointer ?? '') ?? []
  const skill = skills[Number(skillIndex)]
  const file = skill?.resources?.[Number(index)]
  return file ? { path: file.path, place: `${file.path} of ${skill?.name}` } : null
}

const ownFields = z.object({
  /** The code of a policy, or the id of another rule. */
  rule: IdField,
  /** That of the rule unless the reviewer chooses another. */
  severity: z.enum(FINDING_SEVERITY_NAMES, 'Choose a severity.').optional(),
  skill: IdField.optional(),
  part: z.enum(SUBMISSION_PART_NAMES).optional(),
  /** The path of a file of the skill. */
  file: z.string().max(1_000).optional(),
  line: z.int('Enter a line number.').min(1, 'Enter a line number.').optional(),
  evidence: z.string().max(100_000),
  fix: z.string().max(100_000).default(''),
})

/**
 * Adds a finding of the reviewer: on a line if `skill`, `part` and `line` are given, on a file if `skill` and `file` are, with
 * or without a line, otherwise on the whole version. Throws as `quoteAutomatedFinding`, and INVALID_INPUT for an unknown rule, a line that does not exist and an empty text.
 */
export async function addOwnFinding(ctx: Context, submissionId: string, form: unknown): Promise<void> {
  const viewer = requireAdmin(ctx)
  const { rule: ruleId, severity, skill, part, file, line, ...texts } = parseFields(ownFields, form)
  const submission = await requireWaiting(ctx, submissionId)
  const rule = findReviewRule(ruleId)
  if (!rule) {
    const message = 'Choose a rule of the public table.'
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/rule', message }] })
  }
  const evidence = requireText(texts.evidence, 'evidence')
  const isPlaced = skill !== undefined && part !== undefined && (line !== undefined || part === 'file')
  const found = isPlaced ? await findSubmittedPlace(ctx.db, submission, { skill, part, file, line }) : null
  await addFinding(ctx, submission, viewer, {
    ...ruleColumns(rule),
    ...(severity && { severity }),
    pointer: found?.pointer ?? null,
    file: found?.file ?? null,
    line: found?.line ?? null,
    place: found?.place ?? '',
    quote: found && toStorable((found.text ?? '').trim().slice(0, 300)),
    evidence,
    fix: optionalText(texts.fix, 'fix') || rule.fix,
    isAutomated: false,
  })
}

/** Removes a finding before the decision. Throws UNAUTHENTICATED, POLICY_DENIED, NOT_FOUND, and CONFLICT once it is decided. */
export async function removeFinding(
  ctx: Context,
  { submissionId, findingId }: { submissionId: string; findingId: string },
): Promise<void> {
  requireAdmin(ctx)
  const submission = await requireWaiting(ctx, submissionId)
  await ctx.db.$transaction(async (tx) => {
    await lockSkillSet(tx, submission.version.skillSet.id)
    if (!(await deleteFinding(tx, { id: findingId, submissionId: submission.id })))
      throw new AppError('NOT_FOUND')
  })
}

function ruleColumns({ id, version, severity, why, fix }: ReviewRule) {
  return { rule: id, ruleVersion: version, severity, why, fix }
}

async function requireWaiting(ctx: Context, submissionId: string): Promise<StoredSubmission> {
  const submission = await findSubmission(ctx.db, submissionId)
  if (!submission) throw new AppError('NOT_FOUND')
  if (submission.decision) throw decidedError()
  return submission
}

function decidedError(): AppError {
  return new AppError('CONFLICT', {
    message: 'This submission has been decided. Its findings can no longer be changed.',
  })
}

type FindingParts = Omit<NewFinding, 'submissionId' | 'authorId'>

async function addFinding(
  ctx: Context,
  { id, version }: StoredSubmission,
  { userId }: Viewer,
  finding: FindingParts,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    // The lock of decisions, so that a finding is never added to a decision that was just made.
    await lockSkillSet(tx, version.skillSet.id)
    if ((await findSubmission(tx, id))?.decision !== null) throw decidedError()
    if ((await countFindings(tx, id)) >= MAX_FINDINGS)
      throw new AppError('CONFLICT', { message: `A decision can quote ${MAX_FINDINGS} findings.` })
    const quoted = await listFindingsOfVersion(tx, version.id, { isAdmin: true })
    const isQuoted = quoted.some(
      (each) =>
        each.submissionId === id &&
        each.rule === finding.rule &&
        each.pointer === finding.pointer &&
        each.evidence === finding.evidence,
    )
    if (isQuoted) throw new AppError('CONFLICT', { message: 'The decision quotes this finding already.' })
    await insertFinding(tx, { ...finding, submissionId: id, authorId: userId })
  })
}
