import { expect, test } from 'vitest'
import { parseRestPlanRun, parseRestResume } from './rest-plan-run.ts'

test('edited arguments arrive unchanged, so that the service can refuse unknown steps', () => {
  const body = JSON.parse('{"edited_args": {"__proto__": {"text": "x"}}}')

  expect(Object.keys(parseRestResume(body).editedArgs as object)).toEqual(['__proto__'])
})

test.each(['Mars/Olympus', 'CEST/nowhere', ''])('“%s” is not a valid time zone', (zone) => {
  expect(() => parseRestPlanRun({ saved_plan: 'a', time_zone: zone })).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT' }),
  )
})

test('a time zone that there is goes with the request', () => {
  const request = parseRestPlanRun({ saved_plan: 'a', time_zone: 'Europe/Oslo' })

  expect(request.timeZone).toBe('Europe/Oslo')
})
