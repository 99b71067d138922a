/** Lint: failures are told by the codes that everybody knows. Ground. Source: "Tool Input/Output Schema Conventions" 4. */
import { ERRORS, type ErrorCode } from '../../../errors.ts'
import type { LintRule } from '../finding.ts'
import { sourceOf } from '../linted-skill.ts'

/** What people call them; words that mean nothing else stand alone. */
// biome-ignore format: a table reads in rows
const MEANT: [words: RegExp, code: ErrorCode][] = [
  [/^(?:E?NOENT|NO_SUCH_\w+|(?:FILE|NOTE|PATH|FOLDER|ITEM|RECORD|RESOURCE)_?(?:NOT_FOUND|MISSING)|\w+_NOT_FOUND|NOTFOUND)$/, 'NOT_FOUND'],
  [/^(?:ETAG_MISMATCH|VERSION_(?:MISMATCH|CONFLICT)|(?:FILE_|PATH_)?(?:ALREADY_)?EXISTS|EEXIST|STALE|\w+_CONFLICT)$/,               'CONFLICT'],
  [/^(?:NO_SELECTION|NO_ACTIVE_(?:EDITOR|FILE|NOTE)|NOT_(?:CONFIGURED|READY)|PRECONDITION|MISSING_PRECONDITION)$/,                 'PRECONDITION_FAILED'],
  [/^(?:RATE_LIMITED|RATE_LIMIT|TOO_MANY_REQUESTS)$/,                                                                              'RATE_LIMIT_EXCEEDED'],
  [/^(?:TIMEOUT|TIMED_OUT|ETIMEDOUT)$/,                                                                                            'TOOL_TIMEOUT'],
  [/^(?:VALIDATION_ERROR|INVALID_ARGUMENTS?|BAD_INPUT|BAD_REQUEST|INVALID_PARAMS?)$/,                                              'INVALID_INPUT'],
]

/** `code: 'X'` of an error that is made, `error.code = 'X'`, `"code": "X"`. */
const CODE = /((?:\bcode["']?\s*[:=]\s*|\.code\s*=\s*)(["'`]))([A-Z][A-Z0-9_]{2,40})\2/g

export const standardErrorCodes: LintRule = {
  id: 'standard-error-codes',
  title: 'Fail by the codes that everybody knows',
  why: 'Plans and agents act on the code: one that nobody knows becomes SKILL_ERROR, and says nothing of what to do.',
  source: 'Tool Input/Output Schema Conventions 4',
  check(skill) {
    const source = sourceOf(skill)
    // A code that is only returned or compared may be anything.
    if (!/\b(?:throw|raise)\b/.test(source)) return []
    const pointer = `${skill.pointer}/definition`
    const own = new Set([...source.matchAll(CODE)].map(([, , , code = '']) => code))
    const known = [...own].flatMap((code) => {
      const meant = Object.hasOwn(ERRORS, code) ? undefined : MEANT.find(([words]) => words.test(code))?.[1]
      return meant ? [{ code, meant }] : []
    })
    return known.map(({ code, meant }) => ({
      pointer,
      sentence: `The code fails with “${code}”, which everybody else calls ${meant}.`,
      fix: {
        title: `Say “${meant}”`,
        edits: [{ op: 'replace' as const, path: pointer, value: said(source, code, meant) }],
      },
    }))
  },
}

function said(source: string, code: string, meant: ErrorCode): string {
  return source.replace(CODE, (whole, before: string, quote: string, each: string) =>
    each === code ? `${before}${meant}${quote}` : whole,
  )
}
