/**
 * Tries submitted versions on past inputs, so that their publishers, reviewers and users see what would change. It reaches
 * nothing, and is no run: nothing is charged, counted or announced.
 */
import type { Context } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import {
  claimReplay,
  endReplay,
  findReplay,
  listOpenCases,
  type ReplayCaseRow,
  type ReplayRow,
  releaseReplay,
  storeJudgement,
} from '../rows/replays.ts'
import { chooseCases } from './choose-cases.ts'
import type { ReplayJudgement } from './judge-replay.ts'
import {
  type ComparedSkill,
  type ComparedVersions,
  openComparison,
  openSkillPair,
} from './open-comparison.ts'
import { openCase, performCase } from './perform-case.ts'
import { tellOrganisations } from './tell-organisations.ts'

type Services = Pick<Context, 'db' | 'sandbox'>

/** How long a round goes on to begin cases. Another worker takes up what a dead one has left after the lease. */
const ROUND_MS = 30_000
const LEASE_MS = 5 * 60_000
const CASES_AT_ONCE = 20

/** Performs replays that wait, oldest first, until the round is over. Never throws because of one. */
export async function performReplays(ctx: Services): Promise<void> {
  const endMs = performance.now() + ROUND_MS
  while (performance.now() < endMs) {
    const replay = await claimReplay(ctx.db, new Date(Date.now() + LEASE_MS))
    if (!replay) return
    const { submissionId } = replay
    try {
      await performReplay(ctx, replay, endMs)
      await releaseReplay(ctx.db, submissionId)
    } catch (thrown) {
      logUnlessExpected(thrown)
      // While the sandbox is down, its lease makes it wait; another error would come again each time.
      if (!isOutage(thrown)) await endReplay(ctx.db, submissionId)
    }
  }
}

function isOutage(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'TOOL_NOT_AVAILABLE'
}

/** A case that cannot be performed is one that cannot be replayed. Throws TOOL_NOT_AVAILABLE. */
async function tryCase(
  ctx: Services,
  { compared, pair, each }: { compared: ComparedVersions; pair: ComparedSkill; each: ReplayCaseRow },
): Promise<ReplayJudgement> {
  try {
    return await performCase(ctx, pair, await openCase(ctx, compared, each))
  } catch (thrown) {
    if (isOutage(thrown)) throw thrown
    logUnlessExpected(thrown)
    return { verdict: 'not_replayable', differences: [] }
  }
}

async function performReplay(ctx: Services, claimed: ReplayRow, endMs: number): Promise<void> {
  const { submissionId } = claimed
  const compared = await openComparison(ctx.db, claimed)
  if (!compared) return endReplay(ctx.db, submissionId)
  if (claimed.codeDigest === null) await chooseCases(ctx, compared)
  // Whoever takes over from a worker that dies between the two tells nobody twice.
  const end = async () => {
    await tellOrganisations(ctx, submissionId)
    await endReplay(ctx.db, submissionId)
  }
  const replay = await findReplay(ctx.db, submissionId)
  if (replay?.state !== 'waiting') return
  // The result of an earlier replay of the same code was taken over.
  if (replay.copiedFromId !== null) return end()
  const pairs = new Map<string, ComparedSkill>()
  while (true) {
    const cases = await listOpenCases(ctx.db, submissionId, CASES_AT_ONCE)
    if (cases.length === 0) return end()
    for (const each of cases) {
      if (performance.now() > endMs) return
      const pair = pairs.get(each.skillSlug) ?? (await openSkillPair(ctx.db, compared, each.skillSlug))
      pairs.set(each.skillSlug, pair)
      await storeJudgement(ctx.db, each, await tryCase(ctx, { compared, pair, each }))
    }
  }
}
