import { knownValues } from '../model/known-values.ts'
import { type LintAdvice, type LintedSkill, type LintRule, listPermissions } from '../model/linted-skill.ts'
import { type FieldView, findDescription, isOfType } from '../model/object-part.ts'

export const relativePaths: LintRule = {
  id: 'relative-paths',
  title: 'Use paths relative to the vault',
  reason:
    'A path such as “Folder/Note.md” works wherever the skill runs. Absolute paths and URLs do not work anywhere.',
  source: 'Tool Input/Output Schema Conventions 1.2, 3.1',
  check: (skill) =>
    usesVault(skill)
      ? [skill.input, skill.output].flatMap((view) =>
          view.parts.flatMap((part) =>
            part.fields
              .filter(
                (field) => /^(?:path|(?:from|to|file)Path)$/.test(field.name) && isOfType(field, 'string'),
              )
              .flatMap((field) =>
                knownValues(skill, view, field.dataPaths).flatMap(({ pointer, value }): LintAdvice[] =>
                  typeof value === 'string' && isForeign(value) ? [advice(pointer, value)] : [],
                ),
              ),
          ),
        )
      : [],
}

/** Only skills that use the vault are judged: elsewhere, “path” may mean a URL or a disk. */
function usesVault(skill: LintedSkill): boolean {
  return (
    listPermissions(skill, 'vault').length > 0 ||
    listPermissions(skill, 'tools').some((tool) => tool.startsWith('vault.') || tool.startsWith('workspace.'))
  )
}

function isForeign(path: string): boolean {
  return path.startsWith('/') || path.includes('\\') || /^[A-Za-z]:/.test(path) || path.includes('://')
}

function advice(pointer: string, value: string): LintAdvice {
  const sentence = `“${value}” is not a path in the vault.`
  const relative = value.replaceAll('\\', '/').replace(/^\/+/, '')
  if (relative === '' || isForeign(relative))
    return { pointer, sentence, judgement: 'Use a path in the vault, such as “Folder/Note.md”.' }
  return {
    pointer,
    sentence,
    fix: { title: `Use “${relative}”`, edits: [{ op: 'replace', path: pointer, value: relative }] },
  }
}

const CONVENTIONS = {
  ms: 'epoch milliseconds',
  iso: 'ISO 8601',
  s: 'epoch seconds',
} as const

type Convention = keyof typeof CONVENTIONS

export const oneTimeConvention: LintRule = {
  id: 'one-time-convention',
  title: 'Use one time format per skill',
  reason: 'Mixing two formats in one contract leads to errors such as dates in 1970.',
  source: 'Tool Input/Output Schema Conventions 1.2',
  check({ input, output }) {
    const fields = [input, output].flatMap(({ parts }) => parts.flatMap((part) => part.fields))
    const instants = fields.flatMap((field) => {
      const convention = findConvention(field)
      return convention ? [{ field, convention }] : []
    })
    const mostCommon = mostCommonConvention(instants.map(({ convention }) => convention))
    return instants
      .filter(({ convention }) => convention !== mostCommon)
      .map(({ field, convention }) => ({
        pointer: field.pointer,
        sentence: `“${field.name}” uses ${CONVENTIONS[convention]}, but other times of this skill use ${CONVENTIONS[mostCommon]}.`,
        judgement:
          'Choose one format and change the code to match. Epoch milliseconds (such as “mtimeMs”) are the most common.',
      }))
  },
}

// Matches createdAt, mtime, updated_at and timestamp, but not timeoutMs.
const INSTANT =
  /(?:^|_|(?<=[a-z]))(?:[a-z]+_?at|[mcab]time|birthtime|timestamp|datetime|instant|epoch|since|until)(?:_?(?:ms|s|millis|seconds|utc))?$/i

const LONGEST_NAME = 60

function findConvention(field: FieldView): Convention | undefined {
  const { name, schema } = field
  if (isOfType(field, 'string')) return schema.format === 'date-time' ? 'iso' : undefined
  if (!isOfType(field, 'integer', 'number')) return undefined
  const description = findDescription(field)
  if (/\bmilli(?:s|seconds)? since|epoch milli|unix milli|epoch ms\b/i.test(description)) return 'ms'
  if (/\bseconds since|epoch seconds|unix (?:time|seconds)/i.test(description)) return 's'
  if (name.length > LONGEST_NAME || !INSTANT.test(name) || /^(?:format|repeat|flat|at)$/i.test(name))
    return undefined
  return /(?:ms|millis)$/i.test(name) ? 'ms' : 's'
}

/** Returns epoch milliseconds for a tie. */
function mostCommonConvention(conventions: readonly Convention[]): Convention {
  const count = (each: Convention) => conventions.filter((one) => one === each).length
  return (Object.keys(CONVENTIONS) as Convention[]).reduce((best, each) =>
    count(each) > count(best) ? each : best,
  )
}
