import { describe, expect, test } from 'vitest'
import type { Issue } from '../../kernel/errors.ts'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { makeSkillDocument } from '../../testing/factories.ts'
import { failureCauses, failureOutline, sharedFailure } from './failure-facts.ts'

const PRIVATE = 'ada-4711'
const response: JsonSchema = {
  type: 'object',
  properties: { rows: { type: 'array', items: { properties: { total: { type: 'number' } } } } },
}
const skill = makeSkillDocument({ definition: 'one\ntwo\nthree\n' })
const failed = (code: string, message: string, errorDetail = {}, details = {}) => ({
  error: { code, message, recoverable: false, ...details } as never,
  errorDetail,
  skill,
  response,
})
const broken = (...issues: Issue[]) => failed('OUTPUT_CONTRACT_VIOLATION', 'It was withheld.', { issues })
const issue = (path: string, keyword = 'type', message = 'must be a number') => ({ path, message, keyword })
const STACK = `Error: ${PRIVATE}\n    at handler (definition.js:2:9)`

describe('the outline of a failure', () => {
  test('the outline of a failure states which rules were broken, at most two, without a name or a position', () => {
    const many = Array.from({ length: 40 }, (_, index) => issue(`/rows/${index * 128 + 49}`))

    expect(failureOutline(broken(...many, issue('/rows', 'minItems'), issue('', 'required')))).toEqual({
      code: 'OUTPUT_CONTRACT_VIOLATION',
      message: 'The output violates the contract, so it was withheld and nothing was charged.',
      issues: [
        { path: '/…', message: 'violates “minItems”' },
        { path: '/…', message: 'violates “type”' },
      ],
    })
  })

  test('the outline of a failure is independent of location, order and number of the same errors', () => {
    const one = failureOutline(broken(issue('/rows/3/total'), issue('/rows/7', 'required')))
    const other = failureOutline(broken(issue('/total', 'required'), issue('/rows/4711'), issue('/rows/1')))

    expect(one).toEqual(other)
  })

  test('the outline of a throw is the same for every message, code and line', () => {
    const outlines = ['SKILL_ERROR', 'NOT_FOUND', 'CONFLICT', 'TOOL_TIMEOUT'].map((code) =>
      failureOutline(failed(code, `No ${PRIVATE}.`, { stack: STACK }, { suggested_action: PRIVATE })),
    )

    expect(new Set(outlines.map((outline) => JSON.stringify(outline))).size).toBe(1)
    expect(outlines[0]).toEqual({ code: 'SKILL_ERROR', message: 'The skill failed.', issues: [] })
  })

  test('the outline of an exceeded limit does not show which', () => {
    const limit = (name: string, code: string) =>
      failureOutline(
        failed(
          code,
          name,
          {},
          { details: [{ path: '', message: name, keyword: 'limit', params: { limit: name } }] },
        ),
      )

    expect(limit('memory', 'SKILL_ERROR')).toEqual(limit('requests', 'SKILL_ERROR'))
    expect(limit('wall', 'TOOL_TIMEOUT')).toMatchObject({ code: 'TOOL_TIMEOUT' })
  })
})

describe('the causes of a failure', () => {
  test('the causes of a failure name declared fields, and no position in a list', () => {
    const causes = failureCauses(broken(issue('/rows/3/total'), issue('/rows/4/total'), issue(`/${PRIVATE}`)))

    expect(causes.issues).toEqual([
      { path: '/rows/…/total', message: 'must be a number' },
      { path: '/…', message: 'must be a number' },
    ])
  })

  test('the causes of a failure name the line, as long as the code has it', () => {
    expect(failureCauses(failed('SKILL_ERROR', PRIVATE, { stack: STACK }))).toEqual({
      code: 'SKILL_ERROR',
      message: 'The skill failed.',
      issues: [],
      line: 2,
    })
    const stack = 'Error\n    at handler (definition.js:4711:9)'
    expect(failureCauses(failed('NOT_FOUND', 'x', { stack })).line).toBeUndefined()
  })
})

describe('the causes of a failure in Python', () => {
  const python = makeSkillDocument({
    definition: 'def handler(input):\n    if not input:\n        raise ValueError("The list is empty.")\n',
  })
  const stack = [
    'Traceback (most recent call last):',
    '  File "main.py", line 1, in handler',
    '  File "main.py", line 3, in check',
    '    raise ValueError("The list is empty.")',
    'ValueError: The list is empty.',
    '',
    'Caused by:',
    '  File "main.py", line 2, in read',
  ].join('\n')

  test('the causes of a failure in Python name the line that raised, the class, and a message that the code contains', () => {
    const thrown = failed('SKILL_ERROR', 'The list is empty.', { stack }, { type: 'ValueError' })

    expect(failureCauses({ ...thrown, skill: python })).toEqual({
      code: 'SKILL_ERROR',
      message: 'The list is empty.',
      type: 'ValueError',
      issues: [],
      line: 3,
    })
  })

  test('the causes of a failure name no message that the code puts together, and no class of its own', () => {
    const thrown = failed('SKILL_ERROR', `No ${PRIVATE}.`, { stack }, { type: PRIVATE })

    expect(failureCauses({ ...thrown, skill: python })).toEqual({
      code: 'SKILL_ERROR',
      message: 'The skill failed.',
      issues: [],
      line: 3,
    })
  })
})

test('a failure with shared details does not repeat its message as an issue', () => {
  const thrown = failed('INVALID_INPUT', 'No rows.', { issues: [issue('', 'contract', 'No rows.')] })

  expect(sharedFailure(thrown)).toMatchObject({ message: 'No rows.', issues: [] })
})

test('a failure with shared details is shown as the customer sees it', () => {
  expect(sharedFailure(failed('NOT_FOUND', `No ${PRIVATE}.`, { stack: STACK }))).toEqual({
    code: 'NOT_FOUND',
    message: `No ${PRIVATE}.`,
    issues: [],
    line: 2,
  })
  expect(sharedFailure(broken(issue('/rows/3/total'))).issues).toEqual([
    { path: '/rows/3/total', message: 'must be a number' },
  ])
})
