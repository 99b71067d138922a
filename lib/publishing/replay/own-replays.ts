/** What an organisation sees of replays on its own runs, whole: would the version change what it gets? */
import { z } from 'zod'
import { recordAudit } from '../../audit/audit-log.ts'
import {
  type Context,
  requireOrganisationAdmin,
  requirePerson,
  requireViewer,
  workOwner,
} from '../../context/context.ts'
import { proposeInThread } from '../../contracts/examples/compare-in-thread.ts'
import { AppError } from '../../kernel/errors.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { IdField } from '../../kernel/validation/text-fields.ts'
import { dependsOnWorld } from '../../runs/replay/keep-recording.ts'
import type { Runnable } from '../../runs/resolve/runnable.ts'
import type { OwnReplay, OwnReplayLine, ReplayAnswerKind, ShownCase } from '../model/own-replay.ts'
import { isChange } from '../model/replay-verdicts.ts'
import {
  countOwnCases,
  findCase,
  findReplay,
  findReplayAnswer,
  listCases,
  listOwnReplayHeads,
  listReplayedRunLines,
  type ReplayedRunLine,
  saveReplayAnswer,
} from '../rows/replays.ts'
import { findSubmission, type StoredSubmission } from '../rows/submissions.ts'
import { openComparison, openSkillPair } from './open-comparison.ts'
import { executeCase, openCase, startingLater } from './perform-case.ts'

/** Returns the last 50 versions that were tried on runs of the viewer's organisation, newest first. Throws UNAUTHENTICATED. */
export async function listOwnReplays(ctx: Context): Promise<OwnReplayLine[]> {
  const { organisationId } = requireViewer(ctx)
  const heads = await listOwnReplayHeads(ctx.db, organisationId)
  const cases = await countOwnCases(
    ctx.db,
    organisationId,
    heads.map(({ submissionId }) => submissionId),
  )
  return heads.map(({ submissionId, submission, answers, createdAt }) => {
    const own = cases.filter((each) => each.submissionId === submissionId)
    const changed = own.filter(({ verdict }) => verdict && isChange(verdict))
    const { number, skillSet } = submission.version
    return {
      submissionId,
      skillSet: `${skillSet.publisher.handle}.${skillSet.slug}`,
      title: skillSet.name,
      number,
      cases: sumCounts(own),
      changed: sumCounts(changed),
      untried: sumCounts(own.filter(({ verdict }) => verdict === 'not_replayable')),
      isOpen: submission.decision === null,
      answer: toAnswer(answers[0]?.answer),
      createdAtMs: createdAt.getTime(),
    }
  })
}

function sumCounts(list: readonly { count: number }[]): number {
  return list.reduce((sum, { count }) => sum + count, 0)
}

function toAnswer(answer: string | undefined): ReplayAnswerKind | null {
  return answer === 'fine' || answer === 'not_for_me' ? answer : null
}

/** Throws UNAUTHENTICATED, and NOT_FOUND unless the version was tried on runs of the viewer's organisation. */
export async function getOwnReplay(ctx: Context, submissionId: string): Promise<OwnReplay> {
  const viewer = requireViewer(ctx)
  const { organisationId } = viewer
  const { submission, compared, replay } = await openOwn(ctx, submissionId)
  const [cases, answer] = await Promise.all([
    listCases(ctx.db, { submissionId, organisationId }),
    findReplayAnswer(ctx.db, { submissionId, organisationId }),
  ])
  const runs = await listReplayedRunLines(
    ctx.db,
    cases.flatMap(({ runId }) => runId ?? []),
  )
  const isRecordingNeeded = dependsOnWorld(compared.base.document)
  const kind = toAnswer(answer?.answer)
  const { skillSet, number } = submission.version
  return {
    submissionId,
    skillSet: { publisher: skillSet.publisher.handle, slug: skillSet.slug, title: submission.document.name },
    number,
    baseNumber: compared.base.number,
    changelog: submission.document.changelog ?? '',
    isOpen: submission.decision === null,
    isEnded: replay.state === 'ended',
    cases: cases
      .map(({ runId, verdict, ...each }) => {
        const run = runs.get(runId ?? '')
        return {
          ...{ number: each.number, skillSlug: each.skillSlug, differences: each.differences },
          ...{ verdict, runId: runId ?? '', isChange: verdict !== null && isChange(verdict) },
          ...{ atMs: run?.atMs ?? null, input: run?.input ?? null },
          obstacle:
            verdict === 'not_replayable'
              ? findObstacle(run, { isRecordingNeeded, baseNumber: compared.base.number })
              : null,
        }
      })
      .sort((one, other) => Number(other.isChange) - Number(one.isChange)),
    answer: answer && kind && { answer: kind, note: answer.note, answeredAtMs: answer.answeredAt.getTime() },
    canAnswer: viewer.organisationRole !== 'MEMBER',
  }
}

/** Returns why a run could not be replayed, as far as it can still be told. */
function findObstacle(
  run: ReplayedRunLine | undefined,
  { isRecordingNeeded, baseNumber }: { isRecordingNeeded: boolean; baseNumber: string },
): string {
  if (!run || run.isPurged) return 'The content of the run was deleted.'
  if (isRecordingNeeded && !run.isRecorded)
    return 'What the run asked of hosts, skills or tools was not recorded: it is from before you agreed, or too large.'
  return `With the recorded answers, ${baseNumber} itself gives no result for this input.`
}

async function openOwn(ctx: Context, submissionId: string) {
  const { organisationId } = requireViewer(ctx)
  const replay = await findReplay(ctx.db, submissionId)
  const hasCases = replay && (await countOwnCases(ctx.db, organisationId, [submissionId])).length > 0
  const submission = hasCases ? await findSubmission(ctx.db, submissionId) : null
  const compared = replay && submission && (await openComparison(ctx.db, replay))
  if (!replay || !submission || !compared) throw new AppError('NOT_FOUND')
  return { replay, submission, compared }
}

/**
 * Runs both versions on one of the organisation's own inputs, and returns what each gives and what varies between two runs of
 * the published one. Throws the same, and TOOL_NOT_AVAILABLE.
 */
export async function showOwnCase(
  ctx: Context,
  { submissionId, number }: { submissionId: string; number: number },
): Promise<ShownCase> {
  const { organisationId, organisationName } = requireViewer(ctx)
  const { compared, submission } = await openOwn(ctx, submissionId)
  if (submission.decision === 'REJECTED')
    throw new AppError('PRECONDITION_FAILED', { message: 'This version was rejected, so it does not run.' })
  const found = await findCase(ctx.db, { submissionId, number })
  if (found?.organisationId !== organisationId) throw new AppError('NOT_FOUND')
  const input = await openCase(ctx, compared, found)
  if (!input)
    throw new AppError('PRECONDITION_FAILED', {
      message: 'This run cannot be replayed: what it asked of the world was not recorded.',
    })
  const pair = await openSkillPair(ctx.db, compared, found.skillSlug)
  // These runs take the place of the viewer's own, not of the publisher's.
  const organisation = { id: organisationId, name: organisationName }
  const asViewer = (runnable: Runnable): Runnable => ({
    ...runnable,
    organisation,
    isPublisherOrganisation: false,
  })
  const first = await executeCase(ctx, asViewer(pair.before), input)
  const second = await executeCase(ctx, asViewer(pair.before), startingLater(input))
  const next = await executeCase(ctx, asViewer(pair.after), input)
  const noise =
    first.output === undefined || second.output === undefined
      ? []
      : await proposeInThread([first.output, second.output], workOwner(ctx))
  return {
    input: input.args,
    before: first.output ?? null,
    after: next.output ?? null,
    noise,
    error:
      next.output === undefined ? (next.error?.message ?? 'The new version does not take this input.') : null,
  }
}

const Answer = z.object({
  submissionId: IdField,
  answer: z.enum(['fine', 'not_for_me']),
  note: z.string().trim().max(1_000, 'Use at most 1,000 characters.').default(''),
})

/**
 * Says for the viewer's organisation whether the version is fine. The publisher and the reviewer see how many say so; only
 * the reviewer sees the note. Throws UNAUTHENTICATED, POLICY_DENIED for plain members and keys, INVALID_INPUT, NOT_FOUND, and
 * PRECONDITION_FAILED when the version was decided.
 */
export async function answerReplay(ctx: Context, sent: unknown): Promise<void> {
  requirePerson(ctx)
  const viewer = requireOrganisationAdmin(ctx)
  const { submissionId, answer, note } = parseFields(Answer, sent)
  const { submission } = await openOwn(ctx, submissionId)
  if (submission.decision !== null)
    throw new AppError('PRECONDITION_FAILED', { message: 'This version has been decided already.' })
  const { organisationId, userId } = viewer
  await ctx.db.$transaction(async (tx) => {
    await saveReplayAnswer(tx, { submissionId, organisationId, answer, note, answeredById: userId })
    await recordAudit(tx, {
      actor: viewer,
      action: 'replay.answer',
      subjectType: 'skill_set',
      subjectId: submission.version.skillSet.id,
      subject: titleOf(submission),
      data: { organisationId, answer },
    })
  })
}

function titleOf({ version: { skillSet, number } }: StoredSubmission): string {
  return `${skillSet.publisher.handle}.${skillSet.slug} ${number}`
}
