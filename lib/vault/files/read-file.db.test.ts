import { beforeAll, expect, test } from 'vitest'
import { makeVault, pathsOf } from '../../testing/setup/storage/vault.ts'
import type { VaultWriter } from '../vault.ts'
import { createFile, ensureFolder } from './create-file.ts'
import { listFiles } from './list-files.ts'
import { readFile } from './read-file.ts'
import { writeFile } from './write-file.ts'

let vault: VaultWriter

beforeAll(async () => {
  vault = await makeVault()
})

test('listFiles gives a folder’s own entries, or everything below, in pages that fit together', async () => {
  const own = await makeVault()
  await ensureFolder(own, { path: 'b/empty' })
  for (const path of ['b/c.md', 'a.md', 'B2.txt', 'b/d/e.MD', '.env'])
    await writeFile(own, { path, content: path })

  const all = ['.env', 'a.md', 'b', 'b/c.md', 'b/d', 'b/d/e.MD', 'b/empty', 'B2.txt']
  expect(await pathsOf(own)).toEqual(all)
  const inB = await listFiles(own, { prefix: 'b/' })
  expect(inB.items.map(({ path, kind }) => [path, kind])).toEqual([
    ['b/c.md', 'file'],
    ['b/d', 'folder'],
    ['b/empty', 'folder'],
  ])
  const paged: string[] = []
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page: Awaited<ReturnType<typeof listFiles>> = await listFiles(own, {
      recursive: true,
      limit: 3,
      offset,
    })
    paged.push(...page.items.map(({ path }) => path))
    expect(page.truncated).toBe(page.nextOffset !== undefined)
    offset = page.nextOffset
  }
  expect(paged).toEqual(all)
  const markdown = await listFiles(own, { recursive: true, extensions: ['.md', 'ENV'] })
  expect(markdown.items.map(({ path }) => path)).toEqual(['a.md', 'b/c.md', 'b/d/e.MD'])
  await expect(listFiles(own, { prefix: 'a.md' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(listFiles(own, { prefix: 'B' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(listFiles(own, { prefix: '../b' })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('listFiles of another organisation’s vault shows nothing of this one', async () => {
  await createFile(vault, { path: 'over.md', content: 'Ours.' })
  const stranger = await makeVault()

  expect((await listFiles(stranger)).items).toEqual([])
  await expect(readFile(stranger, { path: 'over.md' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

const TEXT = 'a€😀é'

test('readFile counts in bytes, and never breaks a character', async () => {
  await writeFile(vault, { path: 'range.md', content: TEXT })
  const read = async (start: number, end: number, maxBytes?: number) => {
    const range = { start, end }
    const { content, truncated } = await readFile(vault, {
      path: 'range.md',
      range,
      ...(maxBytes && { maxBytes }),
    })
    return [content, truncated]
  }

  expect(await read(0, 10)).toEqual([TEXT, false])
  expect(await read(0, 4)).toEqual(['a€', false])
  expect(await read(0, 3)).toEqual(['a', true])
  expect(await read(2, 8)).toEqual(['😀', false])
  expect(await read(0, 10, 5)).toEqual(['a€', true])
  expect(await read(8, 100)).toEqual(['é', false])
  expect(await read(100, 200)).toEqual(['', false])
  await expect(read(5, 4)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('readFile reads bytes as base64, and refuses to call them text', async () => {
  const bytes = Uint8Array.from([0, 255, 1])
  await writeFile(vault, { path: 'bytes.bin', content: bytes })

  expect(await readFile(vault, { path: 'bytes.bin', as: 'base64' })).toMatchObject({
    content: 'AP8B',
    encoding: 'base64',
  })
  await expect(readFile(vault, { path: 'bytes.bin' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('large content is read back as it came, whole and in ranges', async () => {
  const bytes = Buffer.alloc(
    1_300_000,
    Uint8Array.from({ length: 997 }, (_, at) => at % 256),
  )
  const { etag } = await writeFile(vault, { path: 'large.bin', content: bytes })

  const range = { start: 600_000, end: 700_000 }
  const { content } = await readFile(vault, { path: 'large.bin', as: 'base64', range })

  expect(Buffer.from(content, 'base64').equals(bytes.subarray(600_000, 700_000))).toBe(true)
  expect((await writeFile(vault, { path: 'large copy.bin', content: bytes })).etag).toBe(etag)
  await writeFile(vault, { path: 'large.bin', content: 'x', mode: 'append' })
  const [entry] = (await listFiles(vault)).items.filter(({ path }) => path === 'large.bin')
  expect(entry?.sizeBytes).toBe(1_300_001)
})
