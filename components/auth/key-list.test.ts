import { expect, test } from 'vitest'
import type { KeyView } from '#lib/auth/manage-api-keys.ts'
import { orderAsTree } from './key-list.tsx'

const key = (id: string, parentId: string | null) => ({ id, parentId }) as KeyView

test('the list of keys shows each minted key below the key that minted it', () => {
  const keys = [key('grandchild', 'child'), key('other', null), key('child', 'first'), key('first', null)]

  expect(orderAsTree(keys).map(({ key: { id }, depth }) => [id, depth])).toEqual([
    ['other', 0],
    ['first', 0],
    ['child', 1],
    ['grandchild', 2],
  ])
})

test('a minted key whose parent is not listed is shown on its own', () => {
  expect(orderAsTree([key('child', 'gone')])).toMatchObject([{ depth: 0 }])
})
