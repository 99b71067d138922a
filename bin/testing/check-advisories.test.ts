import { expect, test } from 'vitest'
import { readAudit } from './check-advisories.ts'

const report = (severity: string) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      leftpad: {
        severity,
        range: '<1.2.3',
        via: [{ title: 'Pads too much', url: 'https://advisories.example/1' }, 'other'],
      },
    },
  })

test('a lock file without advisories passes', () => {
  expect(readAudit('{"auditReportVersion":2,"vulnerabilities":{}}', () => {})).toEqual({
    passed: 1,
    failed: 0,
  })
})

test.each(['high', 'critical'])('a dependency with a %s advisory fails, and is named', (severity) => {
  const { failed, failures } = readAudit(report(severity), () => {})

  expect(failed).toBe(1)
  expect(failures?.[0]).toContain('leftpad <1.2.3')
  expect(failures?.[0]).toContain('https://advisories.example/1')
})

test.each(['low', 'moderate'])('a dependency with a %s advisory is only listed', (severity) => {
  const logged: string[] = []

  expect(readAudit(report(severity), (line) => logged.push(line))).toMatchObject({ passed: 1, failed: 0 })
  expect(logged.join()).toContain('leftpad')
})

// biome-ignore format: table
test.each([
  ['a registry without advisories', '{"message":"405 Method Not Allowed","statusCode":405}', '405 Method Not Allowed'],
  ['no network',                    '',                                                      'no report'],
  ['a page of a proxy',             '<html>',                                                'no report'],
])('the check of advisories is skipped with the reason: %s', (_, output, reason) => {
  const tally = readAudit(output, () => {})

  expect(tally).toMatchObject({ passed: 0, failed: 0, skipped: [{ count: 1 }] })
  expect(tally.skipped?.[0]?.reason).toContain(reason)
})
