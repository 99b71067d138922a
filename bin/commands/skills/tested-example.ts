/** The results of examples, whichever sandbox ran them. */
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { AppError, type Issue, issueText, type PublicError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { LogLine } from '#lib/sandbox/sandbox.ts'
import type { CommandResult } from '../cli-command.ts'
import { issueLines, type LocatedIssue } from './read-skill-set.ts'

export type TestedExample = {
  skill: string
  title: string
  ok: boolean
  message?: string
  /** The class of what the code threw, the line in its definition, and the trace with its causes. */
  error?: { code: string; type?: string; line?: number; trace?: string }
  /** A difference is not a failure: outputs may vary. */
  as_expected?: boolean
  note?: string
  /** Where the output differs from the recorded one; absent without a recording. */
  differences?: string[]
  output?: Json
  logs?: readonly LogLine[]
  duration_ms?: number
}

export function listExamples({ skills }: SkillSetDocument, slug: string | undefined) {
  const wanted = skills.filter((skill) => slug === undefined || skill.slug === slug)
  if (wanted.length === 0) {
    const message = `Unknown skill “${slug}”. Choose one of: ${skills.map((skill) => skill.slug).join(', ')}.`
    throw new AppError('NOT_FOUND', { message, suggestedAction: 'Choose one of these.' })
  }
  return wanted.flatMap((skill) => (skill.examples ?? []).map((example) => ({ skill, example })))
}

/** Faults of examples are told with the result of the example, but not that one contains a secret. */
export function isToldWithExample({ path, keyword }: LocatedIssue): boolean {
  return /^\/skills\/\d+\/examples(\/|$)/.test(path) && keyword !== 'example-secret'
}

type Around = { file: string; notices: string[]; faults: LocatedIssue[] }

export function resultOfExamples(tested: TestedExample[], { file, notices, faults }: Around): CommandResult {
  const passed = tested.filter((each) => each.ok).length
  const isGood = passed === tested.length
  const end = plural(tested.length, 'example')
  return {
    text: [
      ...notices,
      ...tested.map(formatTestedExample),
      '',
      isGood ? `${end}: all pass.` : `${passed} of ${end} pass.`,
      ...(faults.length > 0 ? ['', `${file} has ${plural(faults.length, 'problem')}:`] : []),
      ...faults.map((fault) => issueLines(file, fault)),
    ].join('\n'),
    json: {
      ok: isGood && faults.length === 0,
      passed,
      failed: tested.length - passed,
      examples: tested,
      ...(faults.length > 0 && { issues: faults }),
    },
    isFailure: !isGood || faults.length > 0,
  }
}

export function formatTestedExample({
  ok,
  skill,
  title,
  message,
  error,
  note,
  duration_ms: ms,
}: TestedExample): string {
  const duration = ms === undefined ? '' : ` (${ms} ms)`
  const details = [message, error?.trace, note].filter((each) => each !== undefined)
  return [`  ${ok ? 'passes' : 'FAILS '}  ${skill}: ${title}${duration}`, ...details]
    .join('\n')
    .replaceAll('\n', '\n          ')
}

/** The class says what the message of a Python KeyError does not: `'amount'`. */
export function errorSentence({ code, type, message }: PublicError, line: number | undefined): string {
  const thrown = type === undefined || type === 'Error' ? message : `${type}: ${message}`
  return `${code}: ${thrown}${line === undefined ? '' : ` (line ${line})`}`
}

/** The line of the definition in which the error occurred: a stack begins with it, a Python traceback ends with it. */
export function lineOfTrace(trace: string): number | undefined {
  const [own = ''] = trace.split(/\n(?:Caused by|Raised while handling|Contains|Suppressed):/)
  const found =
    /\(?definition\.js:(\d+)/.exec(own) ?? [...own.matchAll(/^ {2}File "main\.py", line (\d+)/gm)].at(-1)
  return found ? Number(found[1]) : undefined
}

export function formatIssues(issues: readonly Issue[]): string {
  return issues.slice(0, 3).map(issueText).join('; ')
}
