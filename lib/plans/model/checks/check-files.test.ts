// biome-ignore-all lint/suspicious/noTemplateCurlyInString: plans are written with them
import { expect, test } from 'vitest'
import type { Json } from '../../../kernel/json/json.ts'
import { filesRead } from './check-files.ts'

const read = (path: Json, id = 'read') => ({ id, tool: 'vault.readFile', args: { path } })
const write = (path: Json) => ({ id: 'write', tool: 'vault.writeFile', args: { path, content: '' } })
const pathsOf = (...steps: Json[]) => filesRead({ steps }).map(({ path }) => path)

test('the files that a plan’s steps read are listed with the place of their path', () => {
  expect(filesRead({ steps: [write('b.md'), read('a.md')] })).toEqual([
    { stepId: 'read', pointer: '/steps/1/args/path', path: 'a.md' },
  ])
})

test.each<[string, Json[], string[]]>([
  ['a file that the plan makes is not expected', [write('A.md'), read('a.md')], []],
  [
    'a file that moves is expected',
    [{ id: 'm', tool: 'vault.rename', args: { fromPath: 'a.md', toPath: 'b.md' } }, read('b.md')],
    ['a.md'],
  ],
  ['a path from another step is unknown', [read('$steps.list.path'), read('Notes/${$steps.list.name}')], []],
  ['a step may make any file', [write('$steps.list.path'), read('a.md')], []],
  ['other tools read no file', [{ id: 's', tool: 'util.slugifyTitle', args: { title: 'a.md' } }], []],
  ['no plan', [7, null, { tool: 7 }, { tool: 'vault.readFile', args: 'a.md' }], []],
])('the files that a plan reads: %s', (_, steps, paths) => {
  expect(pathsOf(...steps)).toEqual(paths)
})

test('a document that is not a plan reads no files', () => {
  for (const plan of [null, 7, [], { steps: 7 }, {}]) expect(filesRead(plan as Json)).toEqual([])
})
