import { expect, test } from 'vitest'
import { openLog } from './log.ts'

test('a failure is logged without the keys it contains, in any part', () => {
  const lines: string[] = []
  const key = `gh_${'k'.repeat(43)}`
  const cause = new Error('connect postgres://me:hunter2@db/x')
  const failure = Object.assign(new Error(`no "${key}"`, { cause }), {
    parameters: [`next-auth.session-token=${key}"`],
  })

  openLog('info', { write: (line) => lines.push(line) }).error({ err: failure }, 'unexpected failure')

  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain(key)
  expect(lines[0]).not.toContain('hunter2')
  expect(JSON.parse(lines[0]!)).toMatchObject({
    msg: 'unexpected failure',
    err: {
      stack: expect.stringContaining('log.test.ts'),
      parameters: ['next-auth.session-token=[redacted]"'],
    },
  })
})
