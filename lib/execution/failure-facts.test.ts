import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../contract/json/json.ts'
import { makeSkillDocument } from '../testing/factories.ts'
import { failureFacts } from './failure-facts.ts'

const PRIVATE = 'ada-4711'
const response: JsonSchema = {
  type: 'object',
  properties: { rows: { type: 'array', items: { properties: { total: { type: 'number' } } } } },
}
const skill = makeSkillDocument({ definition: 'one\ntwo\nthree\n' })
const failed = (code: string, message: string, errorDetail = {}, details = {}) =>
  failureFacts({
    error: { code, message, recoverable: false, ...details } as never,
    errorDetail,
    skill,
    response,
  })

describe('a broken promise', () => {
  test('is told in full, under the names the contract declares', () => {
    const issues = [{ path: '/rows/3/total', message: 'must be a number', keyword: 'type' }]

    const facts = failed('OUTPUT_CONTRACT_VIOLATION', 'It was withheld.', { issues })

    expect(facts).toMatchObject({
      code: 'OUTPUT_CONTRACT_VIOLATION',
      message: 'The result broke the contract, so it was withheld and nothing was charged.',
      issues: [{ path: '/rows/3/total', message: 'must be a number' }],
    })
  })

  test.each([`/${PRIVATE}`, `/rows/0/${PRIVATE}`, '/rows/4915112345678', `/${PRIVATE}~1x`])(
    'does not tell a name that the handler made up: %s',
    (path) => {
      const facts = failed('OUTPUT_CONTRACT_VIOLATION', 'x', { issues: [{ path, message: 'is not known' }] })

      expect(facts.issues[0]?.path).toMatch(/…$/)
      expect(JSON.stringify(facts)).not.toMatch(/ada-4711|4915112345678/)
    },
  )
})

describe('a throw', () => {
  test('is told by its code and its line, not by its words', () => {
    const stack = `Error: ${PRIVATE}\n    at handler (definition.js:2:9)`

    const facts = failed('SKILL_ERROR', `No ${PRIVATE} here.`, { stack }, { suggested_action: PRIVATE })

    expect(facts).toEqual({ code: 'SKILL_ERROR', message: 'The skill failed.', issues: [], line: 2 })
  })

  test('cannot name a line that its code does not have', () => {
    const stack = 'Error\n    at handler (definition.js:4711:9)'

    expect(failed('NOT_FOUND', 'x', { stack }).line).toBeUndefined()
  })
})

test('a limit of the box is told in the box’s words', () => {
  const details = { details: [{ path: '', message: 'x', keyword: 'limit', params: { limit: 'memory' } }] }

  expect(failed('SKILL_ERROR', 'It used more than 128 MB.', {}, details).message).toBe(
    'It used more than 128 MB.',
  )
})
