// Tests which requests to start a plan are accepted from a page.
import { expect, test } from 'vitest'
import { parseFormPlanRun, parseFormResume } from './parse-form-plan-run.ts'

const request = { savedPlanId: 'weekly-report', confirmed: true, dryRun: false, timeZone: 'Europe/Oslo' }

test('a request is received unchanged', () => {
  expect(parseFormPlanRun(request)).toEqual(request)
  expect(parseFormResume({ confirmed: true, editedArgs: '{"read":{"path":"a.md"}}' })).toEqual({
    confirmed: true,
    editedArgs: { read: { path: 'a.md' } },
  })
})

test.each([
  ['a plan of one’s own beside the saved one', { ...request, plan: {} }],
  ['an operator instead of an id', { ...request, savedPlanId: { not: '' } }],
  ['an invalid confirmation', { ...request, confirmed: 'yes' }],
  ['nothing', undefined],
])('%s is refused', (_, given) => {
  expect(() => parseFormPlanRun(given)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})

test.each([
  ['invalid JSON', '{'],
  ['a list', '[]'],
  ['a text', '"x"'],
])('edited arguments that are %s are refused', (_, editedArgs) => {
  const parse = () => parseFormResume({ confirmed: true, editedArgs })
  expect(parse).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})
