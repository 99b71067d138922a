/**
 * What a publisher may know of a run that failed for somebody else. Floor 3, pure.
 *
 * A handler's own words, its stack and the names of keys it made up may quote what the customer sent, so a
 * publisher could read inputs by failing on purpose. What is left is said in our words: the code, the broken
 * promises under the names that the contract itself declares, and the line of the code that threw.
 * Source: specification "Contracts" §5 (the publisher gets the full detail), "Execution", Config and secrets.
 */
import type { SkillDocument } from '../contract/document/skillset-document.ts'
import { isObject, type JsonSchema } from '../contract/json/json.ts'
import { walkSchema } from '../contract/schema/schema-tree.ts'
import { ERRORS, type ErrorCode, type Issue, type PublicError } from '../errors.ts'

export type FailureFacts = {
  code: ErrorCode
  message: string
  /** Broken promises of the response; a name that the contract does not declare is "…". */
  issues: Pick<Issue, 'path' | 'message'>[]
  /** Where in the definition it was thrown, as the editor counts. */
  line?: number
}

type Failed = {
  error: PublicError | null
  errorDetail: { issues?: Issue[]; stack?: string } | null
  /** Absent when the skill is in no version that is kept. */
  skill?: SkillDocument
  response?: JsonSchema
}

export function failureFacts({ error, errorDetail, skill, response }: Failed): FailureFacts {
  const code = error?.code ?? 'SKILL_ERROR'
  const isLimit = (error?.details ?? []).some(({ keyword }) => keyword === 'limit')
  const known = response ? declaredNames(response) : new Set<string>()
  const line = lineOf(errorDetail?.stack ?? '', skill?.definition ?? '')
  return {
    code,
    message: isLimit
      ? (error?.message ?? ERRORS[code].message)
      : (TO_PUBLISHERS[code] ?? ERRORS[code].message),
    issues: (errorDetail?.issues ?? []).map((issue) => ({
      path: issue.path.replaceAll(/[^/]+/g, (name) => (isOfContract(name, known) ? name : '…')),
      // By keyword and schema, never by value: `lib/contract/schema/fault-sentences.ts`.
      message: issue.message,
    })),
    ...(line !== undefined && { line }),
  }
}

/** Where the table speaks to the caller. */
const TO_PUBLISHERS: Partial<Record<ErrorCode, string>> = {
  OUTPUT_CONTRACT_VIOLATION: 'The result broke the contract, so it was withheld and nothing was charged.',
  INTERNAL_ERROR: 'Something went wrong on our side: this was not the skill’s doing.',
}

/** A place in a list, or a name that the publisher wrote into the response schema. */
function isOfContract(name: string, known: ReadonlySet<string>): boolean {
  return /^\d{1,5}$/.test(name) || known.has(name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function declaredNames(response: JsonSchema): Set<string> {
  const names = new Set<string>(['message', 'errors', 'status'])
  walkSchema(response, ({ properties, required }) => {
    if (isObject(properties)) for (const name of Object.keys(properties)) names.add(name)
    if (Array.isArray(required)) for (const name of required) names.add(String(name))
  })
  return names
}

/** One line and no more: a handler may write into its stack what it likes. */
function lineOf(stack: string, definition: string): number | undefined {
  const found = /^\s*at .*:(\d{1,6}):\d+\)?$/m.exec(stack)
  const line = Number(found?.[1])
  return line >= 1 && line <= definition.split('\n').length ? line : undefined
}
