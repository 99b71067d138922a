/** Holds the source text to the floor plan, and to the few other rules of the architecture. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { RESERVED_HANDLES } from './contract/market/reserved-handles.ts'
import { isSlug } from './contract/market/skill-name.ts'
import { MAY_IMPORT } from './floors.ts'
import { type Import, isTest, readSources, type SourceFile } from './testing/source-imports.ts'

const sources = readSources('app', 'bin', 'components', 'lib', 'prisma', 'sandboxd')
const product = sources.filter(({ file }) => !isTest(file))
const lib = product.filter(({ file }) => file.startsWith('lib/') && file !== 'lib/floors.ts')

const isWithin = (file: string, entry: string) => file === entry || file.startsWith(`${entry}/`)
const rowOf = (file: string) => Object.keys(MAY_IMPORT).find((row) => isWithin(file, row))

/** "a.ts imports b.ts" for each import that `isWrong`: an empty list is what a test wants to see. */
function offences(files: SourceFile[], isWrong: (file: string, each: Import) => boolean): string[] {
  return files.flatMap(({ file, imports }) =>
    imports.filter((each) => isWrong(file, each)).map(({ target }) => `${file} imports ${target}`),
  )
}

describe('the floor plan', () => {
  test('gives every file of lib a place', () => {
    expect(lib.map(({ file }) => file).filter((file) => !rowOf(file))).toEqual([])
  })

  test('allows every arrow there is', () => {
    const wrong = offences(lib, (file, { target }) => {
      const row = rowOf(file)
      if (!row || !target.startsWith('lib/')) return false
      return ![row, ...MAY_IMPORT[row]!].some((entry) => isWithin(target, entry))
    })

    expect(wrong).toEqual([])
  })

  test('has no row that leads back to itself', () => {
    const edges = Object.fromEntries(
      Object.entries(MAY_IMPORT).map(([row, entries]) => [
        row,
        entries.map((entry) => rowOf(entry) ?? entry),
      ]),
    )

    expect(findCycle(edges)).toBeUndefined()
  })
})

test('no file imports itself by way of others', () => {
  const edges = Object.fromEntries(
    product.map(({ file, imports }) => [
      file,
      imports.filter((each) => !each.typeOnly).map((each) => each.target),
    ]),
  )

  expect(findCycle(edges)).toBeUndefined()
})

test('lib knows nothing of app, components, bin or sandboxd', () => {
  const above = ['app', 'components', 'bin', 'sandboxd']

  expect(offences(lib, (_, { target }) => above.some((folder) => isWithin(target, folder)))).toEqual([])
})

test('app asks services: it never imports lib/db or lib/sandbox', () => {
  const app = product.filter(({ file }) => file.startsWith('app/'))

  expect(offences(app, (_, { target }) => /^lib\/(db|sandbox)\//.test(target))).toEqual([])
})

test('components take runtime code only from the ground, types from anywhere in lib, and nothing from app', () => {
  const components = product.filter(({ file }) => file.startsWith('components/'))
  const isGround = (target: string) => target === 'lib/errors.ts' || target.startsWith('lib/contract/')

  const wrong = offences(components, (_, { target, typeOnly }) => {
    if (target.startsWith('lib/')) return !typeOnly && !isGround(target)
    return isWithin(target, 'app') || isWithin(target, 'bin')
  })

  expect(wrong).toEqual([])
})

test('only lib/db names Prisma', () => {
  const elsewhere = product.filter(({ file }) => !file.startsWith('lib/db/'))

  expect(offences(elsewhere, (_, { target }) => /^(@prisma\/|lib\/db\/generated)/.test(target))).toEqual([])
})

test('no file is a barrel, but the one that outsiders import: an import names the file it wants', () => {
  expect(product.filter(({ isBarrel }) => isBarrel).map(({ file }) => file)).toEqual(['lib/sdk/sdk.ts'])
})

test('tests stay out of the product', () => {
  expect(offences(product, (_, { target }) => isTest(target))).toEqual([])
})

test('what leans on Next’s server stands behind server-only', () => {
  const unguarded = lib
    .filter(({ imports }) => imports.some(({ target, typeOnly }) => !typeOnly && target.startsWith('next/')))
    .filter(({ imports }) => !imports.some(({ target }) => target === 'server-only'))

  expect(unguarded.map(({ file }) => file)).toEqual([])
})

test('no publisher can claim the first segment of one of our own addresses', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const list = (folder: string) =>
    fs.existsSync(path.join(root, folder)) ? fs.readdirSync(path.join(root, folder)) : []
  const segments = [...firstSegments('app'), ...list('public')]

  // What is no slug (sign-in, robots.txt) could never be a handle.
  expect(segments.filter((segment) => isSlug(segment) && !RESERVED_HANDLES.has(segment))).toEqual([])

  /** Folders in (brackets) are no part of the address; [dynamic], @slots and _private ones are no segment. */
  function firstSegments(folder: string): string[] {
    const folders = list(folder).filter((name) => fs.statSync(path.join(root, folder, name)).isDirectory())
    return folders.flatMap((name) => {
      if (name.startsWith('(')) return firstSegments(`${folder}/${name}`)
      return /^[[@_]/.test(name) ? [] : [name]
    })
  }
})

/** One cycle of the graph, as the way round; undefined when there is none. */
function findCycle(edges: Record<string, string[]>): string[] | undefined {
  const done = new Set<string>()
  const walk = (node: string, way: string[]): string[] | undefined => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node]
    if (done.has(node)) return undefined
    for (const next of edges[node] ?? []) {
      const cycle = walk(next, [...way, node])
      if (cycle) return cycle
    }
    done.add(node)
    return undefined
  }
  for (const node of Object.keys(edges)) {
    const cycle = walk(node, [])
    if (cycle) return cycle
  }
  return undefined
}
