/**
 * Checks the examples of published versions again: each night from its recording, which fails if the engine or a package
 * changed, and each week against the real hosts, which shows that the world has drifted. Each example is due a day, or a
 * week, after its last check, so that the checks spread over time by themselves.
 */
import { withRecordedPlaceholders } from '../../config/recorded-config.ts'
import { buildLentConfig } from '../../config/test-config.ts'
import type { UnsealedConfig } from '../../config/unseal-config.ts'
import type { Context } from '../../context/context.ts'
import { compareOutputsInThread } from '../../contracts/examples/compare-in-thread.ts'
import { isCheckedByDryRun } from '../../contracts/permissions/permission-lines.ts'
import { AppError, toPublicError } from '../../kernel/errors.ts'
import { logUnlessExpected } from '../../kernel/logging/log.ts'
import { paths } from '../../kernel/site/paths.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { sendNoticeOnce } from '../../notices/send-notice.ts'
import { listMemberIds } from '../../organisations/rows/memberships.ts'
import { replayRun, runLive, type UnrecordedRun } from '../../runs/replay/replay-run.ts'
import { resolveSkillFor } from '../../runs/resolve/resolve-skill.ts'
import type { Runnable } from '../../runs/resolve/runnable.ts'
import { refreshEvidence } from '../../runs/rows/evidence.ts'
import { FAILED_NIGHTS } from '../model/example-health.ts'
import {
  claimLive,
  claimOffline,
  type DueExample,
  listDueLive,
  listDueOffline,
  storeLiveResult,
  storeOfflineResult,
} from '../rows/version-examples.ts'
import { isRepeatable } from './is-repeatable.ts'
import { openContent, type RecordingContent } from './recordings.ts'

/** How long a round goes on to begin checks, and how many it looks up at once. */
const ROUND_MS = 30_000
const EXAMPLES_AT_ONCE = 20

type Services = Pick<Context, 'db' | 'sandbox'>

/** Performs checks that are due, one after another. A failing check is a result; never throws because of one. */
export async function checkDueExamples(ctx: Services, now = Date.now()): Promise<void> {
  const aDayAgo = new Date(now - DAY_MS)
  await checkWhileDue(
    () => listDueOffline(ctx.db, aDayAgo, EXAMPLES_AT_ONCE),
    async (due) => {
      if (await claimOffline(ctx.db, due, aDayAgo)) await checkOffline(ctx, due)
    },
  )
  const aWeekAgo = new Date(now - 7 * DAY_MS)
  await checkWhileDue(
    () => listDueLive(ctx.db, aWeekAgo, EXAMPLES_AT_ONCE),
    async (due) => {
      if (await claimLive(ctx.db, due, aWeekAgo)) await checkLive(ctx, due)
    },
  )
}

/** A claimed example is not due any more, so each list has others. */
async function checkWhileDue(
  list: () => Promise<DueExample[]>,
  check: (due: DueExample) => Promise<void>,
): Promise<void> {
  const endMs = performance.now() + ROUND_MS
  for (let due = await list(); due.length > 0 && performance.now() < endMs; due = await list())
    for (const each of due) if (performance.now() < endMs) await check(each).catch(logUnlessExpected)
}

async function checkOffline(ctx: Services, due: DueExample): Promise<void> {
  const opened = await open(ctx, due)
  const found = opened
    ? await check(opened, () => replayRun(ctx, { ...toRequest(opened), recording: opened.content.recording }))
    : failure('The recording cannot be read.')
  // A sandbox that is down says nothing about the skill.
  if (!found) return
  const failedNights = found.result === 'passed' ? 0 : due.failedNights + 1
  await storeOfflineResult(ctx.db, due, { ...found, failedNights })
  if (failedNights === FAILED_NIGHTS) await tellPublisher(ctx, due, found.sentence)
  const { slug, publisher } = due.version.skillSet
  // A failing skill ranks below others, and one that passes again does not.
  if (failedNights >= FAILED_NIGHTS || due.failedNights >= FAILED_NIGHTS)
    await refreshEvidence(ctx.db, `${publisher.handle}.${slug}.${due.skillSlug}`)
}

async function checkLive(ctx: Services, due: DueExample): Promise<void> {
  const opened = await open(ctx, due)
  const config = opened && (await configFor(ctx, opened))
  const canRun = opened && config && isRepeatable(opened.runnable.document, due.skillSlug)
  // Without lent secrets, or with effects or calls, an example has no live check.
  if (!canRun) return storeLiveResult(ctx.db, due, { result: 'none', details: [] })
  const found = await check(opened, () => runLive(ctx, { ...toRequest(opened), config }))
  if (!found) return
  await storeLiveResult(ctx.db, due, { ...found, result: found.result === 'passed' ? 'passed' : 'drifted' })
}

type OpenedExample = {
  runnable: Runnable
  example: NonNullable<Runnable['skill']['examples']>[number]
  content: RecordingContent
}

/** Returns null if the recording cannot be read, or the version has no such example. */
async function open({ db }: Services, due: DueExample): Promise<OpenedExample | null> {
  const { skillSlug, exampleIndex, version, recording } = due
  const { slug, publisher } = version.skillSet
  const content = await openContent(recording)
  const { handle, organisationId } = publisher
  const caller = {
    userId: organisationId,
    organisationId,
    organisationName: handle,
    withinIds: [organisationId],
  }
  const name = `${handle}.${slug}.${skillSlug}`
  const runnable = await resolveSkillFor(db, caller, { name, version: version.number })
  const example = runnable.skill.examples?.[exampleIndex]
  // As for a draft: an output that breaks its contract is seen, with warnings.
  return content && example ? { runnable: { ...runnable, mode: 'development' }, example, content } : null
}

function toRequest({ runnable, example }: OpenedExample) {
  return { runnable, args: example.input, dryRun: isCheckedByDryRun(runnable.document, runnable.skill) }
}

/** Returns undefined if the sandbox could not run it. */
async function check(
  { content, example, runnable }: OpenedExample,
  run: () => Promise<UnrecordedRun>,
): Promise<CheckResult | undefined> {
  const ended = await run().catch((thrown: unknown) => {
    if (!(thrown instanceof AppError)) throw thrown
    return { state: 'failed' as const, error: toPublicError(thrown), output: undefined, warnings: [] }
  })
  if (ended.error?.code === 'TOOL_NOT_AVAILABLE') return undefined
  if (ended.state !== 'succeeded' || ended.output === undefined)
    return failure(ended.error?.message ?? 'The run was cancelled.')
  const args: Parameters<typeof compareOutputsInThread>[0] = [
    content.output,
    ended.output,
    example.assertions,
  ]
  const differences = await compareOutputsInThread(args, runnable.organisation.id)
  const places = [...new Set([...ended.warnings, ...differences].map(({ path }) => path))]
  if (places.length === 0) return { result: 'passed', details: [], sentence: '' }
  const named = places.slice(0, 5).map((path) => path || 'the whole output')
  return { result: 'failed', details: places, sentence: `The output differs at ${named.join(', ')}.` }
}

/** `details` are pointers into the output, or the error; `sentence` says the same to people. */
type CheckResult = { result: 'passed' | 'failed'; details: string[]; sentence: string }

function failure(message: string): CheckResult {
  return { result: 'failed', details: [message], sentence: message }
}

/**
 * Returns the config of a live check: the recorded one, or for an example with secrets the test settings that the publisher
 * lends. Null without those, and for an example that calls skills, tools or blobs.
 */
async function configFor(
  { db }: Services,
  { content, example, runnable }: OpenedExample,
): Promise<UnsealedConfig | null> {
  const { settings, calls } = content.recording
  const { skillSetId, document, organisation } = runnable
  if (calls.length > 0 || skillSetId === null) return null
  if (settings.secrets.length === 0) return { config: settings.config, secrets: [], missing: [] }
  const draft = { skillSetId, document, organisationId: organisation.id }
  const lent = await buildLentConfig(db, draft, example.config ?? {})
  // An output that repeats a placeholder is as recorded.
  return lent && withRecordedPlaceholders(lent, skillSetId)
}

function tellPublisher({ db }: Services, due: DueExample, sentence: string): Promise<void> {
  const { skillSlug, exampleIndex, version } = due
  const { id, slug, publisher } = version.skillSet
  const name = `${publisher.handle}.${slug}.${skillSlug}`
  return db.$transaction((tx) =>
    sendNoticeOnce(
      tx,
      { key: `example.failing:${due.versionId}:${skillSlug}:${exampleIndex}`, days: 7 },
      () => listMemberIds(tx, publisher.organisationId),
      {
        kind: 'example.failing',
        title: `An example of ${name} fails`,
        body: `Example ${exampleIndex + 1} of version ${version.number} has failed for ${FAILED_NIGHTS} nights, although it is answered from its recording. ${sentence} Fix the skill, or record the example again.`,
        href: `${paths.skillSetSettings(id)}#checks`,
      },
    ),
  )
}
