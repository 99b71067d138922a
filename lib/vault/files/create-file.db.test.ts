import { beforeAll, expect, test } from 'vitest'
import { makeVault } from '../../testing/setup/storage/vault.ts'
import type { VaultWriter } from '../vault.ts'
import { createFile } from './create-file.ts'
import { readFile } from './read-file.ts'

let vault: VaultWriter

beforeAll(async () => {
  vault = await makeVault()
})

test('createFile creates the file and its folders', async () => {
  const made = await createFile(vault, { path: 'Notes/2026/A.md', content: 'one' })

  expect(made).toMatchObject({
    path: 'Notes/2026/A.md',
    created: true,
    effects: { created: ['Notes', 'Notes/2026', 'Notes/2026/A.md'] },
  })
  expect(await readFile(vault, { path: 'Notes/2026/A.md' })).toMatchObject({
    content: 'one',
    etag: made.etag,
    mtimeMs: made.mtimeMs,
    truncated: false,
    encoding: 'utf-8',
  })
})

test('createFile of an existing path is a CONFLICT, even if only the case differs', async () => {
  await createFile(vault, { path: 'there.md', content: 'first' })

  await expect(createFile(vault, { path: 'there.md', content: 'x' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(createFile(vault, { path: 'THERE.md', content: 'x' })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: '“THERE.md” differs only by case from “there.md”, which already exists.',
  })
  await expect(
    createFile(vault, { path: 'THERE.md', content: 'x', collisionStrategy: 'overwrite' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(createFile(vault, { path: 'notes/b.md', content: 'x' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(createFile(vault, { path: 'there.md/b.md', content: 'x' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect((await readFile(vault, { path: 'there.md' })).content).toBe('first')
})

test('createFile finds another name if asked to, whatever the case', async () => {
  const create = (path: string) =>
    createFile(vault, { path, content: path, collisionStrategy: 'create-unique' })
  const paths = [
    'Unique/Title.md',
    'Unique/Title.md',
    'Unique/title.MD',
    'Unique/Title (2).md',
    'Unique/Title.md',
  ]

  const made: string[] = []
  for (const path of paths) made.push((await create(path)).path)

  expect(made).toEqual([
    'Unique/Title.md',
    'Unique/Title (2).md',
    'Unique/title (3).MD',
    'Unique/Title (2) (2).md',
    'Unique/Title (4).md',
  ])
})

test('createFile overwrites if asked to, and only then created is false', async () => {
  await createFile(vault, { path: 'over.md', content: 'first' })

  const over = await createFile(vault, {
    path: 'over.md',
    content: 'second',
    collisionStrategy: 'overwrite',
  })

  expect(over).toMatchObject({ created: false, effects: { modified: ['over.md'] } })
  expect((await readFile(vault, { path: 'over.md' })).content).toBe('second')
  const folder = createFile(vault, { path: 'Notes', content: 'x', collisionStrategy: 'overwrite' })
  await expect(folder).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('of many simultaneous creations of one path, one succeeds', async () => {
  const all = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((each) => createFile(vault, { path: 'race.md', content: `${each}` })),
  )

  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('of many simultaneous requests for a unique file name, each gets one', async () => {
  const wanted = { path: 'crowd.md', content: 'x', collisionStrategy: 'create-unique' as const }

  const all = await Promise.all([1, 2, 3, 4, 5].map(() => createFile(vault, wanted)))

  expect(new Set(all.map(({ path }) => path)).size).toBe(5)
})
