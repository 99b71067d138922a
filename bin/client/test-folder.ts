import { matchesExample } from '#lib/contracts/checks/matches-example.ts'
import type {
  SkillDocument,
  SkillExample,
  SkillSetDocument,
} from '#lib/contracts/document/skillset-document.ts'
import { compareOutputs, type OutputDifference } from '#lib/contracts/examples/assertions.ts'
import type { ExampleAssertion } from '#lib/contracts/examples/example-assertion.ts'
import { listPlaces, tellDriftApart } from '#lib/contracts/examples/tell-drift-apart.ts'
import { AppError, type Issue, type PublicError, toPublicError } from '#lib/kernel/errors.ts'
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { RecordedStep } from '#lib/publishing/drafts/record-example.ts'
import type { LogLine } from '#lib/sandbox/sandbox.ts'
import { type CliCommand, UsageError } from '../commands/cli-command.ts'
import { faultyFileError } from '../commands/skills/read-skill-set.ts'
import { readTestSettings } from '../commands/skills/read-test-settings.ts'
import {
  errorSentence,
  formatIssues,
  isToldWithExample,
  lineOfTrace,
  listExamples,
  resultOfExamples,
  type TestedExample,
} from '../commands/skills/tested-example.ts'
import { followTestRun, type TestRun } from './follow-test-run.ts'
import { chooseSite, PUBLISHER_OPTION, postToSite, SITE_OPTION } from './site.ts'
import { readSkillSetFolder } from './skillset-folder.ts'

export const TEST_OPTIONS = {
  skill: 'run only the examples of this skill',
  settings: 'a JSON file with values for the settings of the SkillSet, by key; secrets included',
  ...PUBLISHER_OPTION,
  'max-price': 'what each example may cost in USDC, for paid skills that it calls (default: 0)',
  ...SITE_OPTION,
}

const FLAGS = {
  offline: 'answer from the recordings on the site instead of running live',
  live: 'fail if the output differs from the recorded one',
  record: 'record what the examples ask of hosts, skills and tools, and the answers',
  keep: 'with --record: use the recordings at once, unless they contain what looks like a secret',
}

export const testFolderCommand: CliCommand = {
  summary: 'Run the examples of a SkillSet in the sandbox of the site.',
  usage:
    '[FOLDER] [--skill SLUG] [--settings FILE] [--publisher HANDLE] [--offline | --live | --record [--keep]] [--max-price USDC] [--site URL]',
  options: TEST_OPTIONS,
  flags: FLAGS,
  positionals: [0, 1],
  needsDatabase: false,
  async run({ positionals: [folder], options, flags }) {
    const mode = chooseMode(flags)
    const site = chooseSite({ options })
    const { file, document, faults, notices } = readSkillSetFolder(folder, { settingsFile: options.settings })
    const wanted = listExamples(document, options.skill)
    if (wanted.length === 0) {
      if (faults.length > 0) throw faultyFileError(file, faults)
      const message = `${file} has no example to run.`
      const suggestedAction = 'Add a file such as examples/first.json with a title and an input.'
      throw new AppError('PRECONDITION_FAILED', { message, suggestedAction })
    }
    const { publisher, 'max-price': maxPrice } = options
    const settings = readTestSettings(options.settings)
    const stop = abortOnInterrupt()
    const how = { publisher, 'max-price': maxPrice, settings, signal: stop.signal, ...mode }
    const tested: TestedExample[] = []
    for (const each of wanted) {
      tested.push(await testOnSite(site, document, each, how))
      if (stop.signal.aborted) break
    }
    const around = { file, notices, faults: faults.filter((fault) => !isToldWithExample(fault)) }
    return resultOfExamples(tested, around)
  },
}

/** Ctrl+C also cancels what runs on the site; pressed again, it ends the program at once. */
function abortOnInterrupt(): AbortController {
  const stop = new AbortController()
  process.once('SIGINT', () => {
    console.error('Stopping after this example. Press Ctrl+C again to stop at once.')
    stop.abort()
  })
  return stop
}

/** Throws UsageError for flags that exclude each other. */
function chooseMode({ offline, live, record, keep }: Record<string, boolean>): TestMode {
  const chosen = [offline && 'offline', live && 'live', record && 'record'].filter((each) => each)
  if (chosen.length > 1) throw new UsageError('Choose one of --offline, --live and --record.')
  if (keep && !record) throw new UsageError('--keep goes with --record.')
  return {
    ...(offline && { mode: 'offline' }),
    ...(record && { mode: 'record', keep: keep ?? false }),
    ...(live && { isStrict: true }),
  }
}

type TestMode = { mode?: 'offline' | 'record'; keep?: boolean; isStrict?: boolean }

type RunOnSite = TestRun & {
  output?: Json
  error?: PublicError
  trace?: string
  warnings: Issue[]
  logs: LogLine[]
  duration_ms?: number
  /** From the recorded output; absent without a recording. */
  differences?: OutputDifference[]
  /** Of a run that had not ended when the site answered. */
  recorded_output?: Json
  recording?: { steps: RecordedStep[]; noise: ExampleAssertion[]; secrets: string[]; is_kept: boolean }
}

type TestOptions = {
  publisher?: string | undefined
  'max-price'?: string | undefined
  /** Values for these runs, by key. */
  settings?: JsonObject | undefined
  /** Cancels the run when it is aborted. */
  signal?: AbortSignal
}

/** An example whose input is refused fails. Throws what concerns all examples, such as a key that has expired. */
export async function testOnSite(
  site: string,
  document: SkillSetDocument,
  { skill, example }: { skill: SkillDocument; example: SkillExample },
  {
    publisher,
    'max-price': max_price,
    settings,
    signal,
    mode,
    keep,
    isStrict = false,
  }: TestOptions & TestMode,
): Promise<TestedExample> {
  const { title, input: args, config } = example
  const body = { document, skill: skill.slug, args, config, settings, publisher, max_price, keep }
  const test = async (as: TestMode['mode']): Promise<RunOnSite> => {
    try {
      const started = await postToSite<RunOnSite>(site, paths.publishingTestRuns, { ...body, mode: as })
      const ended = await followTestRun(site, started, { name: `${skill.slug}: ${title}`, signal })
      return withDifferences(ended, example)
    } catch (error) {
      if (!isOfThisExample(error)) throw error
      return { state: 'failed', error: toPublicError(error), warnings: [], logs: [], url: '' }
    }
  }
  const run = await test(mode)
  const { state, output, error, trace, warnings, logs, duration_ms, differences, recording } = run
  const isDelivered = state === 'succeeded' && warnings.length === 0
  const isDifferent = (mode === 'offline' || isStrict) && (differences?.length ?? 0) > 0
  const isUncompared = isStrict && differences === undefined
  const ok = isDelivered && !isDifferent && !isUncompared
  const line = trace === undefined ? undefined : lineOfTrace(trace)
  const isExpected = ok ? matchesExample({ output }, example.output) : undefined
  return {
    ...{ skill: skill.slug, title, ok },
    ...(!isDelivered && { message: formatRunMessage(run, line) }),
    ...(isDelivered && isUncompared && { message: NOT_RECORDED }),
    ...(isDelivered &&
      isDifferent && {
        message: isStrict
          ? await explainDrift(differences ?? [], () => test('offline'))
          : `The output differs from the recorded one at ${listPlaces(placesOf(differences))}.`,
      }),
    ...(error && {
      error: { code: error.code, ...(line !== undefined && { line }), ...(trace && { trace }) },
    }),
    ...(isExpected !== undefined && { as_expected: isExpected }),
    ...(differences && { differences: differences.map(({ path }) => path) }),
    ...(isExpected === false && { note: 'The result differs from the expected output of the example.' }),
    ...(recording && { note: formatRecording(recording, run.url, example) }),
    ...(output !== undefined && { output }),
    ...(logs.length > 0 && { logs }),
    duration_ms,
  }
}

const NOT_RECORDED =
  'There is no recording to compare the live output with. Make one with `test --record --keep`.'

const placesOf = (differences: readonly OutputDifference[] = []) => differences.map(({ path }) => path)

/** Runs the example once more from its recording, which shows what the code changed by itself. */
async function explainDrift(
  live: readonly OutputDifference[],
  testOffline: () => Promise<RunOnSite>,
): Promise<string> {
  const { state, differences } = await testOffline()
  if (state !== 'succeeded' && state !== 'failed')
    return `The live output differs from the recorded one at ${listPlaces(placesOf(live))}. Whether the world or the code has changed is unknown, because the run from the recording ended as ${state}.`
  if (state === 'failed')
    return `The live output differs from the recorded one at ${listPlaces(placesOf(live))}, and the code no longer runs with the recorded answers.`
  const { code, world } = tellDriftApart({ offline: placesOf(differences), live: placesOf(live) })
  return [
    world.length > 0 &&
      `The world has changed at ${listPlaces(world)}: with the recorded answers the output there is as before.`,
    code.length > 0 && `The code changes the output at ${listPlaces(code)}, also with the recorded answers.`,
  ]
    .filter((each) => each !== false)
    .join(' ')
}

/** The site compares a run that ended while it was asked; one that went on is compared here. */
function withDifferences(run: RunOnSite, { assertions = [] }: SkillExample): RunOnSite {
  const { state, output, recorded_output: recorded } = run
  if (recorded === undefined || state !== 'succeeded' || output === undefined) return run
  return { ...run, differences: compareOutputs(recorded, output, assertions) }
}

function formatRecording(
  { steps, noise, secrets, is_kept }: NonNullable<RunOnSite['recording']>,
  url: string,
  { assertions = [] }: SkillExample,
): string {
  const unasserted = noise.filter(({ path }) => !assertions.some((each) => each.path === path))
  const made = steps.map((step) =>
    step.kind === 'call'
      ? [step.method, step.subject].filter(Boolean).join(' ')
      : `${step.method} ${step.url}: ${step.kind === 'failure' ? step.message : step.status}`,
  )
  return [
    ...made,
    ...(unasserted.length > 0
      ? [`Two runs differed: add these to the "assertions" of the example: ${JSON.stringify(unasserted)}`]
      : []),
    ...(secrets.length > 0 ? [`It contains what looks like ${secrets.join(', ')}.`] : []),
    is_kept
      ? 'The recording is used from now on.'
      : `Look at the recording, and keep it: ${url}${secrets.length > 0 ? '' : '. If the draft there lacks this example, record it again with --keep.'}`,
  ].join('\n')
}

function isOfThisExample(error: unknown): boolean {
  const codes = [
    'INVALID_INPUT',
    'MISSING_REQUIRED_PARAM',
    'NOT_FOUND',
    'PRECONDITION_FAILED',
    'PAYMENT_REQUIRED',
  ]
  return error instanceof AppError && codes.includes(error.code)
}

/** Settings have an address in the studio, and an option here. */
function whereToSet({ details = [], href }: PublicError): string {
  if (!details.some(({ keyword }) => keyword === 'config')) return ''
  return ` ${href ? `The address is ${href}. ` : ''}For this test, name a JSON file with --settings.`
}

function formatRunMessage({ state, error, warnings, url }: RunOnSite, line: number | undefined): string {
  if (error) {
    const sentence = errorSentence(error, line)
    // A detail often repeats the message, with its place in the document.
    const details = (error.details ?? []).filter((issue) => !error.message.includes(issue.message))
    const where = whereToSet(error)
    // What helps the caller of a skill does not help its author, but a refusal of the site tells the author what to do.
    const isRefused = url === ''
    const action =
      where || (isRefused && error.suggested_action) ? `\n${error.suggested_action ?? ''}${where}` : ''
    return `${sentence}${details.length > 0 ? ` ${formatIssues(details)}` : ''}${action}`
  }
  if (warnings.length > 0) return `The result does not match the response schema: ${formatIssues(warnings)}`
  return `The run ended with state ${state}: ${url}`
}
