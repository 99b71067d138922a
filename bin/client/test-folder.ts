import { matchesExample } from '#lib/contracts/checks/matches-example.ts'
import type {
  SkillDocument,
  SkillExample,
  SkillSetDocument,
} from '#lib/contracts/document/skillset-document.ts'
import { AppError, type Issue, type PublicError, toPublicError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { LogLine } from '#lib/sandbox/sandbox.ts'
import type { CliCommand } from '../commands/cli-command.ts'
import { faultyFileError } from '../commands/skills/read-skill-set.ts'
import {
  errorSentence,
  formatIssues,
  isToldWithExample,
  lineOfTrace,
  listExamples,
  resultOfExamples,
  type TestedExample,
} from '../commands/skills/tested-example.ts'
import { chooseSite, PUBLISHER_OPTION, postToSite, SITE_OPTION } from './site.ts'
import { readSkillSetFolder } from './skillset-folder.ts'

export const TEST_OPTIONS = {
  skill: 'run only the examples of this skill',
  ...PUBLISHER_OPTION,
  'max-price': 'what each example may cost in USDC, for paid skills that it calls (default: 0)',
  ...SITE_OPTION,
}

export const testFolderCommand: CliCommand = {
  summary: 'Run the examples of a SkillSet in the sandbox of the site.',
  usage: '[FOLDER] [--skill SLUG] [--publisher HANDLE] [--max-price USDC] [--site URL]',
  options: TEST_OPTIONS,
  positionals: [0, 1],
  needsDatabase: false,
  async run({ positionals: [folder], options }) {
    const site = chooseSite({ options })
    const { file, document, faults, notices } = readSkillSetFolder(folder)
    const wanted = listExamples(document, options.skill)
    if (wanted.length === 0) {
      if (faults.length > 0) throw faultyFileError(file, faults)
      const message = `${file} has no example to run.`
      const suggestedAction = 'Add a file such as examples/first.json with a title and an input.'
      throw new AppError('PRECONDITION_FAILED', { message, suggestedAction })
    }
    const tested: TestedExample[] = []
    for (const each of wanted) tested.push(await testOnSite(site, document, each, options))
    const around = { file, notices, faults: faults.filter((fault) => !isToldWithExample(fault)) }
    return resultOfExamples(tested, around)
  },
}

type RunOnSite = {
  state: string
  output?: Json
  error?: PublicError
  trace?: string
  warnings: Issue[]
  logs: LogLine[]
  duration_ms?: number
  url: string
}

type TestOptions = { publisher?: string | undefined; 'max-price'?: string | undefined }

/** An example whose input is refused fails. Throws what concerns all examples, such as a key that has expired. */
export async function testOnSite(
  site: string,
  document: SkillSetDocument,
  { skill, example }: { skill: SkillDocument; example: SkillExample },
  { publisher, 'max-price': max_price }: TestOptions,
): Promise<TestedExample> {
  const { title, input: args, config } = example
  const body = { document, skill: skill.slug, args, config, publisher, max_price }
  const run = await postToSite<RunOnSite>(site, paths.publishingTestRuns, body).catch(
    (error: unknown): RunOnSite => {
      if (!isOfThisExample(error)) throw error
      return { state: 'failed', error: toPublicError(error), warnings: [], logs: [], url: '' }
    },
  )
  const { state, output, error, trace, warnings, logs, duration_ms } = run
  const ok = state === 'succeeded' && warnings.length === 0
  const line = trace === undefined ? undefined : lineOfTrace(trace)
  const isExpected = ok ? matchesExample({ output }, example.output) : undefined
  return {
    ...{ skill: skill.slug, title, ok },
    ...(!ok && { message: formatRunMessage(run, line) }),
    ...(error && {
      error: { code: error.code, ...(line !== undefined && { line }), ...(trace && { trace }) },
    }),
    ...(isExpected !== undefined && { as_expected: isExpected }),
    ...(isExpected === false && { note: 'The result differs from the expected output of the example.' }),
    ...(output !== undefined && { output }),
    ...(logs.length > 0 && { logs }),
    duration_ms,
  }
}

function isOfThisExample(error: unknown): boolean {
  const codes = ['INVALID_INPUT', 'MISSING_REQUIRED_PARAM', 'PRECONDITION_FAILED', 'PAYMENT_REQUIRED']
  return error instanceof AppError && codes.includes(error.code)
}

function formatRunMessage({ state, error, warnings, url }: RunOnSite, line: number | undefined): string {
  if (error) {
    const details = error.details?.length ? ` ${formatIssues(error.details)}` : ''
    return `${errorSentence(error, line)}${details}`
  }
  if (warnings.length > 0) return `The result does not match the response schema: ${formatIssues(warnings)}`
  return `The run ended with state ${state}: ${url}`
}
