// The build takes most of a first start, and its time grows with the modules that it compiles.
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../runtime/project-root.ts'

const dist = path.join(PROJECT_ROOT, process.env.GUILDHALL_DIST_DIR || '.next')
const folder = path.join(dist, 'server')
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

test('each module of lib exists once in the bundled programs, so that pages share its state', () => {
  const maps = fs.globSync('**/*.map', { cwd: `${dist}-programs` })
  const sources = maps.flatMap((file) => {
    const map = path.join(`${dist}-programs`, file)
    const read = JSON.parse(fs.readFileSync(map, 'utf8')) as { sources: string[] }
    return read.sources.map((source) => path.resolve(path.dirname(map), source))
  })
  const ofLib = sources.filter((source) => source.startsWith(path.join(PROJECT_ROOT, 'lib/')))

  expect(ofLib.length).toBeGreaterThan(500)
  expect(ofLib.filter((source, index) => ofLib.indexOf(source) !== index)).toEqual([])
})
