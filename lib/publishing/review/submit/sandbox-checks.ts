/**
 * The checks that run a publisher's code: examples and migrations. Examples run for real and pay for the skills that they
 * call, so they run only when the publisher asks, and their results are kept until the document changes.
 */
import {
  type BehaviourProfile,
  EMPTY_PROFILE,
  mergeProfiles,
} from '../../../behaviour/model/behaviour-profile.ts'
import { findUnusedPermissions } from '../../../behaviour/model/unused-permissions.ts'
import { versionOfTestConfig } from '../../../config/test-config.ts'
import type { Context } from '../../../context/context.ts'
import type { ChecklistFacts, ExampleOutcome } from '../../../contracts/checks/checklist.ts'
import type { SkillExample, SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import type { OutputDifference } from '../../../contracts/examples/assertions.ts'
import { digestOf } from '../../../kernel/json/digest-of.ts'
import type { Json } from '../../../kernel/json/json.ts'
import { DAY_MS } from '../../../kernel/time.ts'
import { countUnlinkedRuns } from '../../../runs/rows/example-runs.ts'
import { type ExampleRunResult as ExampleRun, runExamples } from '../../../runs/start/run-examples.ts'
import { openKeptRecording } from '../../examples/recordings.ts'
import { findDraftCheck, storeDraftCheck } from '../../rows/drafts.ts'
import { findSkillSetById } from '../../rows/published-versions.ts'
import type { VersionHead } from '../../rows/versions.ts'
import { type TriedMigrations, tryMigrations } from './try-migrations.ts'

type CheckResults = TriedMigrations & {
  examples: ExampleOutcome[]
  runIds: string[]
  /** Of all examples together. Results of earlier releases have none. */
  behaviour?: BehaviourProfile
}
export type SandboxChecks = CheckResults & { checkedAtMs: number }

type CheckedDocument = { skillSetId: string; heads: readonly VersionHead[]; document: SkillSetDocument }

/** The skills and hosts that the examples call may behave differently by then. */
const MAX_AGE_MS = DAY_MS

/** Runs the examples and migrations now, and stores the results. Throws as `runExamples` and `tryMigrations`. */
export async function runSandboxChecks(ctx: Context, checked: CheckedDocument): Promise<SandboxChecks> {
  const { skillSetId, document } = checked
  const digest = await digestFor(ctx, checked)
  const findRecording = (skillSlug: string, example: SkillExample) =>
    openKeptRecording({ skillSetId, skillSlug, example })
  const runs = await runExamples(ctx, { skillSetId, document, findRecording })
  const results: CheckResults = {
    ...(await tryMigrations(ctx, checked)),
    examples: runs.map((run) => judgeExample(run, document)),
    runIds: runs.flatMap(({ run }) => (run ? [run.id] : [])),
    behaviour: runs.reduce(
      (merged, { behaviour }) => (behaviour ? mergeProfiles(merged, behaviour) : merged),
      EMPTY_PROFILE,
    ),
  }
  await storeDraftCheck(ctx.db, { skillSetId, digest, results: results as Json })
  return { ...results, checkedAtMs: Date.now() }
}

/**
 * Returns the stored results of this document; null if it or its test settings were changed or another version was
 * published since, if they are older than a day, or if their runs were deleted or belong to a submission already.
 */
export async function findSandboxChecks(
  ctx: Context,
  checked: CheckedDocument,
): Promise<SandboxChecks | null> {
  const stored = await findDraftCheck(ctx.db, checked.skillSetId)
  if (!stored || stored.digest !== (await digestFor(ctx, checked))) return null
  const checkedAtMs = stored.checkedAt.getTime()
  if (checkedAtMs < Date.now() - MAX_AGE_MS) return null
  // Only `runSandboxChecks` writes them.
  const results = stored.results as CheckResults
  if ((await countUnlinkedRuns(ctx.db, results.runIds)) < results.runIds.length) return null
  return { ...results, checkedAtMs }
}

export function checklistFacts(
  { examples, migrations, leftBehind, behaviour }: SandboxChecks,
  { permissions = {} }: SkillSetDocument,
): Partial<ChecklistFacts> {
  const unused = behaviour ? findUnusedPermissions(permissions, behaviour) : []
  const unusedPermissions = unused.map(({ sentence }) => sentence)
  return { examples, migrations, leftBehind, unusedPermissions }
}

export function hasPassed({ examples, migrations }: SandboxChecks): boolean {
  return [...examples, ...migrations].every(({ ok }) => ok)
}

async function digestFor(ctx: Context, { skillSetId, document, heads }: CheckedDocument): Promise<string> {
  const versions = heads.map(({ id, state }) => `${id} ${state}`).sort()
  const organisationId = (await findSkillSetById(ctx.db, skillSetId))?.publisher.organisationId ?? ''
  const testConfig = await versionOfTestConfig(ctx.db, { skillSetId, organisationId })
  return digestOf({ document: document as Json, versions, testConfig })
}

/**
 * An unsupported sandbox feature is a note for the reviewer, except in Python, whose syntax only its engine can check. So
 * is a secret without a test setting.
 */
function judgeExample(
  { skillSlug, exampleIndex, passed, run, error, needs, recordingId, differences = [] }: ExampleRun,
  document: SkillSetDocument,
): ExampleOutcome {
  const isJavaScript = document.skills.find(({ slug }) => slug === skillSlug)?.runtime !== 'python'
  const isWaiting = isJavaScript && error?.code === 'TOOL_NOT_AVAILABLE'
  const message =
    error?.message ?? run?.error?.message ?? run?.warnings[0]?.message ?? differencesMessage(differences)
  const ok = passed || isWaiting || needs !== undefined
  return {
    skill: skillSlug,
    index: exampleIndex,
    ok,
    ...(message && { message }),
    ...(needs && { needs }),
    ...(recordingId && { recordingId }),
  }
}

const MAX_NAMED_PATHS = 5

function differencesMessage(differences: readonly OutputDifference[]): string | undefined {
  if (differences.length === 0) return undefined
  const named = differences.slice(0, MAX_NAMED_PATHS).map(({ path }) => path || 'the whole output')
  const more = differences.length > named.length ? ` and ${differences.length - named.length} more` : ''
  return `the output differs from the recorded one at ${named.join(', ')}${more}. Fix the code, allow the difference by an assertion, or record the example again: in the studio, or with \`test --record --keep\` of this site’s command line`
}
