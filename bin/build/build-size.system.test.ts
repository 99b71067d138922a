// The build takes most of a first start, and its time grows with the modules that it compiles.
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../runtime/project-root.ts'

const folder = path.join(PROJECT_ROOT, process.env.GUILDHALL_DIST_DIR || '.next', 'server')
const files = fs.globSync('**/*.js', { cwd: folder })
const modules = new Set<string>()
const merged = new Set<string>()
for (const file of files) {
  const text = fs.readFileSync(path.join(folder, file), 'utf8')
  for (const [, id = ''] of text.matchAll(/^(\d+), \(\(__turbopack_context__/gm)) modules.add(id)
  for (const [, name = ''] of text.matchAll(/^\/\/ MERGED MODULE: (.*)$/gm)) merged.add(name)
}

test('the server’s bundle has at most 1,650 modules, of which merged ones count once', () => {
  expect(modules.size).toBeGreaterThan(500)
  expect(modules.size).toBeLessThanOrEqual(1_650)
})

test('the server’s bundle contains nothing of lib, which Node loads', () => {
  expect([...merged].filter((name) => /^\[project\]\/lib\//.test(name))).toEqual([])
})
