/** Tests for each rule when it applies, when it does not, and what its fix changes. */
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { valueAt } from '../../kernel/json/json-pointer.ts'
import { checkDocument } from '../checks/check-document.ts'
import { applyFix, lint } from './lint.ts'
import { LINT_CASES, type LintCase } from './lint-cases.ts'
import { LINT_RULES } from './lint-rules.ts'

/** Returns a SkillSet without findings, merged with the case. */
function documentOf({ skill, document }: LintCase): JsonObject {
  const clean: JsonObject = {
    slug: 'look_up',
    name: 'Look up',
    description: 'Looks up what is asked for in a book.',
    prompt: 'Use this to look something up in the book. It takes a word and returns what the book says.',
    definition: 'async function handler() {\n  return { message: "Hello" }\n}\n',
    parameters: {},
    response: { type: 'object', properties: {}, required: [], additionalProperties: false },
    riskLevel: 'read-only',
    sideEffects: [],
    availability: 'Always.',
    examples: [{ title: 'Plain', input: {} }],
  }
  const entries = Object.entries({ ...clean, ...skill }).filter(([, value]) => value !== undefined)
  const set = {
    slug: 'book',
    name: 'Book',
    version: '1.0.0',
    description: 'A book that can be asked.',
    visibility: 'PUBLIC',
  }
  const others = Array.isArray(document?.skills) ? document.skills : []
  return { ...set, ...document, skills: [Object.fromEntries(entries), ...others] }
}

const rows = Object.entries(LINT_CASES).flatMap(([rule, cases]) => cases.map((each) => ({ rule, ...each })))
const skillAt = (document: Json | undefined, pointer: string) => valueAt(document, `/skills/0${pointer}`)
const key = ({ path, message }: { path: string; message: string }) => `${path} ${message}`

describe('every rule', () => {
  test('every lint rule has a case where it reports and one where it does not', () => {
    const complete = Object.entries(LINT_CASES).filter(
      ([, cases]) => cases.some(({ at: pointer }) => pointer) && cases.some(({ at: pointer }) => !pointer),
    )

    expect(complete.map(([rule]) => rule)).toEqual(LINT_RULES.map(({ id }) => id))
  })

  test('every lint rule has an id, a title, a reason and a source', () => {
    expect(
      LINT_RULES.filter(({ title, reason, source }) => !(title && reason.endsWith('.') && source)),
    ).toEqual([])
    expect(new Set(LINT_RULES.map(({ id }) => id)).size).toBe(LINT_RULES.length)
  })
})

describe('a rule speaks where', () => {
  test.each(rows.filter(({ at: pointer }) => pointer !== undefined))(
    'the lint rule $rule reports: $says',
    (row) => {
      const document = documentOf(row)
      const found = lint(document).filter(({ rule }) => rule === row.rule)

      expect(found.map(({ pointer }) => pointer)).toEqual([`/skills/0${row.at}`])
      const [finding] = found
      expect(finding?.reason).not.toBe('')
      expect(finding?.fix === undefined).toBe(row.fixed === undefined)
      if (!finding?.fix) return expect(finding?.judgement).not.toBe('')

      const after = applyFix(document, finding)
      for (const [pointer, value] of Object.entries(row.fixed ?? {})) {
        expect(skillAt(after, pointer), pointer).toEqual(value)
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
          expect(Object.keys(skillAt(after, pointer) as object)).toEqual(Object.keys(value))
        }
      }
      expect(lint(after ?? null).filter(({ key: each }) => each === finding.key)).toEqual([])
      const before = new Set(checkDocument(document).map(key))
      expect(
        checkDocument(after ?? null)
          .map(key)
          .filter((issue) => !before.has(issue)),
      ).toEqual([])
    },
  )
})

describe('a rule is silent where', () => {
  test.each(rows.filter(({ at: pointer }) => pointer === undefined))(
    'the lint rule $rule reports nothing: $says',
    (row) => {
      expect(lint(documentOf(row)).filter(({ rule }) => rule === row.rule)).toEqual([])
    },
  )
})
