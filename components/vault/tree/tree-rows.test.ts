import { describe, expect, test } from 'vitest'
import type { FileEntry } from '#lib/vault/files/list-files.ts'
import { folderOfRow, pathInFolder, treeMove, treeRows } from './tree-rows.ts'

const file = (path: string): FileEntry => ({ path, kind: 'file' })
const folder = (path: string): FileEntry => ({ path, kind: 'folder' })
const FOLDERS = new Map([
  ['', { items: [file('b.md'), folder('Ideas'), file('a10.md'), file('a9.md')] }],
  ['Ideas', { items: [file('Ideas/One.md')], nextOffset: 1 }],
])
const rows = treeRows(FOLDERS, new Set(['Ideas']))

test('folders come first, and numbers are in their order', () => {
  expect(rows.map(({ name, level }) => [name, level])).toEqual([
    ['Ideas', 1],
    ['One.md', 2],
    ['Show more', 2],
    ['a9.md', 1],
    ['a10.md', 1],
    ['b.md', 1],
  ])
})

test('the content of a closed folder is hidden', () => {
  expect(treeRows(FOLDERS, new Set())).toHaveLength(4)
})

test('an item dropped on a row moves into its folder', () => {
  expect(rows.map(folderOfRow)).toEqual(['Ideas', 'Ideas', 'Ideas', '', '', ''])
})

// biome-ignore format: table
test.each([
  ['a file into a folder',             'a.md',       'Ideas',      'Ideas/a.md'],
  ['a file out of its folder',         'Ideas/a.md', '',           'a.md'],
  ['a folder into another',            'Ideas/Old',  'Archive',    'Archive/Old'],
  ['nothing into the folder where it is', 'Ideas/a.md', 'Ideas',      undefined],
  ['no folder into itself',         'Ideas',      'Ideas',      undefined],
  ['no folder into one of its own',           'Ideas',      'Ideas/Old',  undefined],
  ['a folder into one whose name starts the same',      'Ideas',      'Ideas2',     'Ideas2/Ideas'],
])('dragging moves %s', (_what, path, folder, target) => {
  expect(pathInFolder(path, folder)).toBe(target)
})

describe('a key', () => {
  // biome-ignore format: table
  test.each([
    ['down goes to the next row',                    0, 'ArrowDown',  { goTo: 1 }],
    ['down stays at the end',                        5, 'ArrowDown',  undefined],
    ['up stays at the start',                        0, 'ArrowUp',    undefined],
    ['right goes into an open folder',               0, 'ArrowRight', { goTo: 1 }],
    ['right does nothing on a file',                 1, 'ArrowRight', undefined],
    ['left closes an open folder',                   0, 'ArrowLeft',  { close: 'Ideas' }],
    ['left goes from a file to its folder',          1, 'ArrowLeft',  { goTo: 0 }],
    ['left stays on what is in no folder',           3, 'ArrowLeft',  undefined],
    ['End goes to the last row',                     0, 'End',        { goTo: 5 }],
    ['a letter goes to the next name with it',       3, 'a',          { goTo: 4 }],
    ['a letter goes on from the start after the end',                            4, 'a',          { goTo: 3 }],
  ] as const)('in the file tree, %s', (_what, at, key, move) => {
    expect(treeMove(rows, at, key)).toEqual(move)
  })

  test('in the file tree, right opens a closed folder', () => {
    expect(treeMove(treeRows(FOLDERS, new Set()), 0, 'ArrowRight')).toEqual({ open: 'Ideas' })
  })
})
