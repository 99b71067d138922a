/**
 * What a publisher may see of a run that failed for another organisation. Code decides how it fails, so messages, names
 * and line numbers may carry customer data. They are shown only as causes that several organisations met
 * (`lib/publishing/drafts/failed-runs.ts`), or when the customer shares them.
 */

import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import { walkSchema } from '../../json-schema/tree/schema-tree.ts'
import { ERRORS, type ErrorCode, type Issue, type PublicError } from '../../kernel/errors.ts'
import { isObject, type JsonSchema } from '../../kernel/json/json.ts'
import { CALLED_SKILL } from '../finish/attribute-error.ts'

export type FailureFacts = {
  code: ErrorCode
  message: string
  issues: Pick<Issue, 'path' | 'message'>[]
  line?: number
  /** The class of the exception: "RangeError". */
  type?: string | undefined
}

export type FailureSource = {
  error: PublicError | null
  errorDetail: { issues?: Issue[]; stack?: string } | null
  skill?: SkillDocument
  response?: JsonSchema
}

const MAX_ISSUES = 2
const MAX_SHARED_ISSUES = 10
const HIDDEN = '…'

/** Returns what a publisher sees of others' runs, without any text of the run. */
export function failureOutline({ error, errorDetail }: FailureSource): FailureFacts {
  const code = outlineCode(error)
  const outlines = listBrokenRules(errorDetail).map(({ path, keyword }) => ({
    path: path === '' ? '' : `/${HIDDEN}`,
    message: `violates “${keyword}”`,
  }))
  const message = isLimit(error) ? 'The run exceeded one of its limits.' : describeCode(code)
  return { code, message, issues: distinct(outlines).sort(byMessage) }
}

/** Returns names and lines of the publisher's own code, without values. */
export function failureCauses({ error, errorDetail, skill, response }: FailureSource): FailureFacts {
  const code = error?.code ?? 'SKILL_ERROR'
  const known = response ? declaredNames(response) : new Set<string>()
  const line = findLineInStack(errorDetail?.stack ?? '', skill?.definition ?? '')
  const message = error?.message ?? ''
  const isPublic = isLimit(error) || isWrittenInCode(message, skill?.definition ?? '')
  return {
    code,
    message: isPublic && message ? message : describeCode(code),
    ...(isStandardType(error?.type) && { type: error?.type }),
    issues: distinct(
      listBrokenRules(errorDetail).map(({ path, message }) => ({
        path: path.replaceAll(/[^/]+/g, (name) => (isDeclared(name, known) ? name : HIDDEN)),
        // Messages never quote values: `lib/json-schema/evaluate/issues.ts`.
        message,
      })),
    ),
    ...(line !== undefined && { line }),
  }
}

/** Returns what the caller has shared, with messages that may quote the input. */
export function sharedFailure({ error, errorDetail, skill }: FailureSource): FailureFacts {
  const code = error?.code ?? 'SKILL_ERROR'
  const line = findLineInStack(errorDetail?.stack ?? '', skill?.definition ?? '')
  const issues = (errorDetail?.issues ?? error?.details ?? []).slice(0, MAX_SHARED_ISSUES)
  return {
    code,
    message: error?.message ?? ERRORS[code].message,
    issues: issues
      .filter(({ message }) => message !== error?.message)
      .map(({ path, message }) => ({ path, message })),
    ...(error?.type && { type: error.type }),
    ...(line !== undefined && { line }),
  }
}

/** Returns SKILL_ERROR for every code that a handler may throw, since the choice of a code could carry data. */
function outlineCode(error: PublicError | null): ErrorCode {
  if (error?.code === 'OUTPUT_CONTRACT_VIOLATION' || error?.code === 'INTERNAL_ERROR') return error.code
  return error?.code === 'TOOL_TIMEOUT' && isLimit(error) ? 'TOOL_TIMEOUT' : 'SKILL_ERROR'
}

function isLimit(error: PublicError | null): boolean {
  return (error?.details ?? []).some(({ keyword }) => keyword === 'limit')
}

function describeCode(code: ErrorCode): string {
  return TO_PUBLISHERS[code] ?? ERRORS[code].message
}

const TO_PUBLISHERS: Partial<Record<ErrorCode, string>> = {
  OUTPUT_CONTRACT_VIOLATION: 'The output violates the contract, so it was withheld and nothing was charged.',
  INTERNAL_ERROR: 'Something went wrong on our side. The skill did not cause this.',
}

type BrokenRule = { path: string; keyword: string; message: string }

function listBrokenRules(detail: FailureSource['errorDetail']): BrokenRule[] {
  // A called skill's words may quote the customer's input.
  const own = (detail?.issues ?? []).filter(({ keyword }) => keyword !== CALLED_SKILL)
  return own.map(({ path, message, keyword = 'contract' }) => ({ path, message, keyword }))
}

type Shown = FailureFacts['issues'][number]

function distinct(issues: readonly Shown[]): Shown[] {
  const byText = new Map(issues.map((issue) => [`${issue.path}\n${issue.message}`, issue]))
  return [...byText.values()].slice(0, MAX_ISSUES)
}

function byMessage(one: Shown, other: Shown): number {
  return `${one.message}${one.path}` < `${other.message}${other.path}` ? -1 : 1
}

function isDeclared(name: string, known: ReadonlySet<string>): boolean {
  return !/^\d+$/.test(name) && known.has(name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function declaredNames(response: JsonSchema): Set<string> {
  const names = new Set<string>(['message', 'errors', 'status'])
  walkSchema(response, ({ properties, required }) => {
    if (isObject(properties)) for (const name of Object.keys(properties)) names.add(name)
    if (Array.isArray(required)) for (const name of required) names.add(String(name))
  })
  return names
}

/** True if the text stands between quotes in the published code, so that it quotes nobody's input. */
function isWrittenInCode(text: string, definition: string): boolean {
  return text !== '' && ["'", '"', '`'].some((quote) => definition.includes(quote + text + quote))
}

/** Classes of JavaScript and Python; the name of any other class could be made at run time. */
const STANDARD_TYPES = new Set([
  ...['Error', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'AggregateError'],
  ...['ArithmeticError', 'AssertionError', 'AttributeError', 'EOFError', 'Exception', 'FileNotFoundError'],
  ...[
    'ImportError',
    'IndexError',
    'KeyError',
    'LookupError',
    'MemoryError',
    'ModuleNotFoundError',
    'NameError',
  ],
  ...['NotImplementedError', 'OSError', 'OverflowError', 'PermissionError', 'RecursionError', 'RuntimeError'],
  ...['StopIteration', 'TimeoutError', 'UnboundLocalError', 'UnicodeDecodeError', 'UnicodeEncodeError'],
  ...['ValueError', 'ZeroDivisionError'],
])

function isStandardType(type: string | undefined): boolean {
  return type !== undefined && STANDARD_TYPES.has(type)
}

/** Returns the line of the code that threw: the first frame of a JavaScript stack, the last of a Python traceback. */
function findLineInStack(stack: string, definition: string): number | undefined {
  const [own = ''] = stack.split(/^Caused by:/m)
  const python = [...own.matchAll(/^ *File "main\.py", line (\d{1,6})\b/gm)].at(-1)
  const found = python ?? /^\s*at .*:(\d{1,6}):\d+\)?$/m.exec(stack)
  const line = Number(found?.[1])
  return line >= 1 && line <= definition.split('\n').length ? line : undefined
}
