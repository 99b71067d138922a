import { expect, test } from 'vitest'
import { parseResume } from './rest-plan-run.ts'

test('edited arguments arrive whole, so that the service can refuse what is no step', () => {
  const body = JSON.parse('{"edited_args": {"__proto__": {"text": "x"}}}')

  expect(Object.keys(parseResume(body).editedArgs as object)).toEqual(['__proto__'])
})
