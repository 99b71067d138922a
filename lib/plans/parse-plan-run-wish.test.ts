// What a page may send to start a plan, and nothing else.
import { expect, test } from 'vitest'
import { parsePlanRunWish, parseResumeWish } from './parse-plan-run-wish.ts'

const wish = { savedPlanId: 'weekly-report', confirmed: true, dryRun: false, timeZone: 'Europe/Oslo' }

test('a wish comes through as it was sent', () => {
  expect(parsePlanRunWish(wish)).toEqual(wish)
  expect(parseResumeWish({ confirmed: true, editedArgs: '{"read":{"path":"a.md"}}' })).toEqual({
    confirmed: true,
    editedArgs: { read: { path: 'a.md' } },
  })
})

test.each([
  ['a plan of one’s own beside the saved one', { ...wish, plan: {} }],
  ['an operator instead of an id', { ...wish, savedPlanId: { not: '' } }],
  ['a yes that is none', { ...wish, confirmed: 'yes' }],
  ['nothing', undefined],
])('%s is refused', (_, given) => {
  expect(() => parsePlanRunWish(given)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})

test.each([
  ['what is no JSON', '{'],
  ['a list', '[]'],
  ['a text', '"x"'],
])('edited arguments that are %s are refused', (_, editedArgs) => {
  const parse = () => parseResumeWish({ confirmed: true, editedArgs })
  expect(parse).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})
