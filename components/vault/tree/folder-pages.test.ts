import { expect, test } from 'vitest'
import type { FileEntry } from '#lib/vault/files/list-files.ts'
import { createFolderPages, type ListFolder } from './folder-pages.ts'
import type { Folders } from './tree-rows.ts'

const PAGE = 200
const named = (number: number) => `${String(number).padStart(4, '0')}.md`

/** Opens a folder with `count` files, as the server would list it. */
function openFolder(count: number) {
  let names = Array.from({ length: count }, (_, at) => named(at))
  const requests: { offset: number; limit: number }[] = []
  const page = (offset: number, limit: number) => {
    const items = names.slice(offset, offset + limit).map((path): FileEntry => ({ path, kind: 'file' }))
    return { items, ...(names.length > offset + limit && { nextOffset: offset + limit }) }
  }
  let folders: Folders = new Map()
  let answer: ListFolder = async (_folder, { offset, limit }) => ({ found: page(offset, limit) })
  const pages = createFolderPages({
    root: page(0, PAGE),
    list: (folder, range) => {
      requests.push(range)
      return answer(folder, range)
    },
    onChange: (next) => {
      folders = next
    },
  })
  return {
    pages,
    requests,
    shown: () => folders.get('')?.items.map(({ path }) => path),
    nextOffset: () => folders.get('')?.nextOffset,
    become: (change: (names: string[]) => string[]) => {
      names = change(names).sort()
    },
    answerWith: (next: ListFolder) => {
      answer = next
    },
    page,
  }
}

test('a change in a folder keeps every loaded page, and shows new entries', async () => {
  const { pages, become, shown, nextOffset } = openFolder(500)
  await pages.more('')
  become((names) => ['0000-new.md', ...names.filter((name) => name !== named(350))])

  await pages.load('')

  expect(shown()).toHaveLength(400)
  expect(shown()).toContain('0000-new.md')
  expect(shown()).not.toContain(named(350))
  expect(nextOffset()).toBe(400)
})

test('the next page of a folder starts where the previous one ended, without duplicates', async () => {
  const { pages, become, shown, nextOffset } = openFolder(500)
  become((names) => [...names, '0000-new.md'])

  await pages.more('')

  expect(new Set(shown()).size).toBe(shown()?.length)
  expect(nextOffset()).toBe(400)
})

test('a folder whose last page is loaded has no more pages', async () => {
  const { pages, requests, shown } = openFolder(250)
  await pages.more('')
  await pages.more('')

  expect(requests).toEqual([{ offset: 200, limit: 200 }])
  expect(shown()).toHaveLength(250)
})

test('the later of two responses for a folder wins, whichever arrived first', async () => {
  const { pages, answerWith, shown, page, become } = openFolder(3)
  const first = Promise.withResolvers<void>()
  const before = page(0, PAGE)
  answerWith(async () => {
    await first.promise
    return { found: before }
  })
  const slow = pages.load('')
  await Promise.resolve()
  await Promise.resolve()
  become((names) => [...names, 'new.md'])
  answerWith(async () => ({ found: page(0, PAGE) }))
  const quick = pages.load('')
  first.resolve()
  await Promise.all([slow, quick])

  expect(shown()).toContain('new.md')
})

test('many simultaneous changes in a folder cause one reload', async () => {
  const { pages, requests } = openFolder(3)
  await Promise.all([pages.load(''), pages.load(''), pages.load('')])
  expect(requests).toHaveLength(1)
})

test('a deleted folder disappears, and an unreachable one stays unchanged', async () => {
  const { pages, answerWith, shown } = openFolder(3)
  await pages.load('')
  answerWith(() => Promise.reject(new Error('away')))
  await pages.load('')
  expect(shown()).toHaveLength(3)
  answerWith(async () => ({ found: null }))
  await pages.load('')
  expect(shown()).toBeUndefined()
})
