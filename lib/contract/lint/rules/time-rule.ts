/** Lint: one way to write instants in one skill. Ground. Source: "Tool Input/Output Schema Conventions" 1.2, Timestamps and times. */
import type { LintRule } from '../finding.ts'
import { descriptionOf, isOfType } from '../keywords.ts'
import type { FieldView } from '../object-part.ts'

const CONVENTIONS = {
  ms: 'epoch milliseconds',
  iso: 'ISO 8601',
  s: 'epoch seconds',
} as const

type Convention = keyof typeof CONVENTIONS

export const oneTimeConvention: LintRule = {
  id: 'one-time-convention',
  title: 'Write all instants of a skill in one way',
  why: 'Two conventions in one contract are how a time ends up in 1970.',
  source: 'Tool Input/Output Schema Conventions 1.2',
  check({ input, output }) {
    const fields = [input, output].flatMap(({ parts }) => parts.flatMap((part) => part.fields))
    const instants = fields.flatMap((field) => {
      const convention = conventionOf(field)
      return convention ? [{ field, convention }] : []
    })
    const most = mostUsed(instants.map(({ convention }) => convention))
    return instants
      .filter(({ convention }) => convention !== most)
      .map(({ field, convention }) => ({
        pointer: field.pointer,
        sentence: `“${field.name}” is ${CONVENTIONS[convention]}; other times of this skill are ${CONVENTIONS[most]}.`,
        judgement:
          'Choose one and change the code with it; epoch milliseconds (such as “mtimeMs”) are the usual.',
      }))
  },
}

// An instant by its name: createdAt, mtime, updated_at, timestamp. A duration (timeoutMs) is none.
const INSTANT =
  /(?:^|_|(?<=[a-z]))(?:[a-z]+_?at|[mcab]time|birthtime|timestamp|datetime|instant|epoch|since|until)(?:_?(?:ms|s|millis|seconds|utc))?$/i

// Nothing that is longer says an instant by its end.
const LONGEST_NAME = 60

function conventionOf(field: FieldView): Convention | undefined {
  const { name, schema } = field
  if (isOfType(field, 'string')) return schema.format === 'date-time' ? 'iso' : undefined
  if (!isOfType(field, 'integer', 'number')) return undefined
  const description = descriptionOf(field)
  if (/\bmilli(?:s|seconds)? since|epoch milli|unix milli|epoch ms\b/i.test(description)) return 'ms'
  if (/\bseconds since|epoch seconds|unix (?:time|seconds)/i.test(description)) return 's'
  if (name.length > LONGEST_NAME || !INSTANT.test(name) || /^(?:format|repeat|flat|at)$/i.test(name))
    return undefined
  return /(?:ms|millis)$/i.test(name) ? 'ms' : 's'
}

/** Where as many speak for one as for the other: the recommended, epoch milliseconds. */
function mostUsed(conventions: readonly Convention[]): Convention {
  const count = (each: Convention) => conventions.filter((one) => one === each).length
  return (Object.keys(CONVENTIONS) as Convention[]).reduce((best, each) =>
    count(each) > count(best) ? each : best,
  )
}
