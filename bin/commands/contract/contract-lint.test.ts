/** `contract lint` from the user's point of view, in a terminal or in CI. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../server/runtime/project-root.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-lint-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))
const file = path.join(folder, 'skillset.json')

const SKILLSET = `{
\t"slug": "book",
\t"skills": [
\t\t{
\t\t\t"slug": "look_up",
\t\t\t"riskLevel": "read-only",
\t\t\t"sideEffects": [],
\t\t\t"availability": "Always.",
\t\t\t"parameters": {
\t\t\t\t"type": "object",
\t\t\t\t"properties": {
\t\t\t\t\t"page": { "type": "integer", "description": "Which page, from 1 to 900." }
\t\t\t\t},
\t\t\t\t"required": ["page"],
\t\t\t\t"additionalProperties": false
\t\t\t}
\t\t}
\t]
}
`

function lint(text: string, flags: string[] = [], env: Record<string, string> = {}) {
  fs.writeFileSync(file, text)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(PROJECT_ROOT, 'bin/guildhall.ts'), 'contract', 'lint', file, ...flags],
    { encoding: 'utf8', env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, ...env } },
  )
  return {
    code: status,
    stdout,
    stderr,
    json: () => JSON.parse(stdout),
    after: fs.readFileSync(file, 'utf8'),
  }
}

test('contract lint names the line, the rule, the reason and the changes of the fix, and exits with 0', () => {
  const { code, stdout, after } = lint(SKILLSET)

  expect(code).toBe(0)
  expect(stdout).toContain(`${file}:12  numeric-bounds  /skills/0/parameters/properties/page`)
  expect(stdout).toContain('+ "maximum": 900')
  expect(stdout).toContain('run with --fix to fix 1')
  expect(stdout).not.toContain('\u001b[')
  expect(after).toBe(SKILLSET)
})

test('contract lint with --fix writes the file in its own indentation', () => {
  const { code, stdout, after } = lint(SKILLSET, ['--fix'])

  expect(code).toBe(0)
  expect(stdout).toContain('1 change made')
  expect(after).toContain('\t\t\t\t\t\t"maximum": 900')
  expect(JSON.parse(after).skills[0].parameters.properties.page).toMatchObject({ minimum: 1, maximum: 900 })
})

test('contract lint with --json answers as data', () => {
  const { advice, fixed } = lint(SKILLSET, ['--json']).json()

  expect(fixed).toBe(0)
  expect(advice).toMatchObject([
    {
      rule: 'numeric-bounds',
      severity: 'advice',
      pointer: '/skills/0/parameters/properties/page',
      fix: { title: 'Set minimum 1, maximum 900' },
    },
  ])
})

test('contract lint accepts a bare schema, with paths inside it', () => {
  const schema = {
    type: 'object',
    properties: { page: { type: 'integer', description: 'From 1 to 9.' } },
    required: ['page'],
  }
  const { stdout, after } = lint(JSON.stringify(schema), ['--fix', '--json'])

  expect(JSON.parse(stdout)).toMatchObject({ fixed: 2, advice: [] })
  expect(JSON.parse(after)).toMatchObject({
    properties: { page: { maximum: 9 } },
    additionalProperties: false,
  })
})

test('contract lint is coloured only where colours are wanted', () => {
  expect(lint(SKILLSET, [], { FORCE_COLOR: '1' }).stdout).toContain('\u001b[')
  expect(lint(SKILLSET, [], { NO_COLOR: '1' }).stdout).not.toContain('\u001b[')
})

test('contract lint fails because of advice only when it is asked to', () => {
  expect(lint(SKILLSET, ['--strict']).code).toBe(1)
  expect(lint(SKILLSET, ['--strict', '--fix']).code).toBe(0)
})

test('contract lint refuses invalid JSON and names the line', () => {
  const { code, stderr } = lint('{\n  "a": 1,\n  "b" 2\n}')

  expect(code).toBe(1)
  expect(stderr).toContain('Line 3')
})
