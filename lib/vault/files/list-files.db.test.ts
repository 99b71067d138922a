import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '../../context/context.ts'
import { contextFor, makeUser } from '../../testing/factories.ts'
import { openVault, openVaultToWrite } from '../vault.ts'
import { findFiles } from './list-files.ts'
import { writeFile } from './write-file.ts'

let ctx: Awaited<ReturnType<typeof contextFor>>
beforeAll(async () => {
  ctx = await contextFor(await makeUser())
  const vault = openVaultToWrite(ctx)
  for (const path of ['Boats/Knots.md', 'Knots/Boats.md', 'Knots/100%.md', 'Crème Brûlée.md'])
    await writeFile(vault, { path, content: path })
})

// biome-ignore format: table
test.each<[string, string, string[]]>([
  ['a part of a name, in any case',                    'KNOT',         ['Boats/Knots.md', 'Knots/100%.md', 'Knots/Boats.md']],
  ['several words, of the name and of its folders',    'boats knots',  ['Knots/Boats.md', 'Boats/Knots.md']],
  ['letters as they are, however they were written',   'bru\u0302l',  ['Crème Brûlée.md']],
  ['a sign that is a wildcard elsewhere',              '%',            ['Knots/100%.md']],
  ['nothing that is there',                            'oars',         []],
  ['text that no name can contain',                            'a\u0000',     []],
  // A blank search returns the files that were changed last.
  ['blanks',                                           '  ',           ['Crème Brûlée.md', 'Knots/100%.md', 'Knots/Boats.md', 'Boats/Knots.md']],
])('a search for file names finds %s', async (_what, name, found) => {
  const paths = (await findFiles(openVault(ctx), { name })).items.map(({ path }) => path)
  expect(paths).toEqual(found)
})

test('a search for file names returns at most the requested number, and nothing of another organisation', async () => {
  expect((await findFiles(openVault(ctx), { name: 'knots', limit: 1 })).items).toHaveLength(1)
  const other = await contextFor(await makeUser())
  expect((other.viewer as Viewer).organisationId).not.toBe((ctx.viewer as Viewer).organisationId)
  expect(await findFiles(openVault(other), { name: '' })).toEqual({ items: [] })
})
