import { expect, test } from 'vitest'
import { drawMermaid, drawText } from './draw-rooms.ts'
import { findRooms } from './rooms.ts'

const LAYERS = [
  [{ name: 'publishing', files: 61, imports: ['runs', 'kernel'] }],
  [{ name: 'runs', files: 50, imports: ['kernel'] }],
  [{ name: 'kernel', files: 8, imports: [] }],
]

test('the picture of rooms for a terminal has a line for each room, with its files and its imports', () => {
  expect(drawText('lib', LAYERS).split('\n')).toEqual([
    'lib/',
    '',
    '  publishing  61  → runs kernel',
    '',
    '  runs        50  → kernel',
    '',
    '  kernel       8',
  ])
})

test('the picture of rooms in Mermaid leaves out the arrows that others imply', () => {
  expect(drawMermaid(LAYERS).split('\n')).toEqual([
    'flowchart TB',
    '  0["publishing"]',
    '  1["runs"]',
    '  2["kernel"]',
    '  0 --> 1',
    '  1 --> 2',
  ])
})

test('a room imports the rooms that any of its files imports, and its model and rows are rooms of their own', () => {
  const source = (file: string, ...targets: string[]) => ({
    file,
    text: '',
    exportedNames: [],
    isBarrel: false,
    imports: targets.map((target) => ({ target, typeOnly: false })),
  })
  const rooms = findRooms('lib', [
    source('lib/runs/start/start-run.ts', 'lib/runs/rows/insert-run.ts', 'lib/kernel/errors.ts', 'node:fs'),
    source('lib/runs/rows/insert-run.ts', 'lib/kernel/db/sql.ts'),
  ]).flat()

  expect(rooms.find(({ name }) => name === 'runs')).toEqual({
    name: 'runs',
    files: 1,
    imports: ['*/rows', 'kernel'],
  })
  expect(rooms.find(({ name }) => name === '*/rows')).toEqual({
    name: '*/rows',
    files: 1,
    imports: ['kernel'],
  })
})
