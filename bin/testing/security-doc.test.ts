/** Every test that the threat model names must exist. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'

const text = fs.readFileSync(path.join(PROJECT_ROOT, 'docs/security.md'), 'utf8')
const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|md))`/g)].map(([, file]) => file as string)
const isThere = (file: string) => fs.existsSync(path.join(PROJECT_ROOT, file))

test('every file that the threat model names exists', () => {
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((file) => !isThere(file))).toEqual([])
})

test('every defence of the threat model names a test', () => {
  const rows = text
    .split('## Defences')[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '))
  const defences = rows.filter((row) => !/^\| (threat|---)/.test(row))

  expect(defences.length).toBeGreaterThan(20)
  expect(defences.filter((row) => !/`[^`]+\.(test|spec)\.tsx?`/.test(row))).toEqual([])
})

test('SECURITY.md links the threat model', () => {
  expect(fs.readFileSync(path.join(PROJECT_ROOT, 'SECURITY.md'), 'utf8')).toContain('docs/security.md')
})
