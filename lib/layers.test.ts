/** Tests the imports against `layers.ts`, and other rules of the architecture. `npm run structure` draws them. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Import, isTest, readSources, type SourceFile } from '#bin/structure/read-sources.ts'
import { isSlug, RESERVED_HANDLES } from './kernel/names/skill-name.ts'
import { findRoom, LAYERS, MAY_USE } from './layers.ts'

const sources = readSources('app', 'bin', 'components', 'lib', 'prisma', 'sandboxd')
const product = sources.filter(({ file }) => !isTest(file) && file !== 'lib/layers.ts')
const lib = product.filter(({ file }) => file.startsWith('lib/'))

const areaOf = (file: string) => file.split('/')[0] ?? ''
const isWithin = (file: string, entry: string) => file === entry || file.startsWith(`${entry}/`)

/** Returns "a.ts imports b.ts" for each import that `isWrong`. */
function wrongImports(files: SourceFile[], isWrong: (file: string, each: Import) => boolean): string[] {
  return files.flatMap(({ file, imports }) =>
    imports.filter((each) => isWrong(file, each)).map(({ target }) => `${file} imports ${target}`),
  )
}

describe.each(Object.entries(LAYERS))('the layers of %s', (area, layers) => {
  const files = product.filter(({ file }) => areaOf(file) === area)
  const layerOf = (room: string) => layers.findIndex((rooms) => rooms.includes(room))

  test('name every folder once, and no other', () => {
    expect(layers.flat().sort()).toEqual([...new Set(files.map(({ file }) => findRoom(file)))].sort())
  })

  test('allow every import between its folders', () => {
    const wrong = wrongImports(files, (file, { target }) => {
      const [from, to] = [findRoom(file), findRoom(target)]
      return areaOf(target) === area && from !== to && layerOf(to) >= layerOf(from)
    })

    expect(wrong).toEqual([])
  })
})

test('an area imports only the areas that it may use', () => {
  const wrong = wrongImports(product, (file, { target }) => {
    const [from, to] = [areaOf(file), areaOf(target)]
    return from !== to && to in MAY_USE && !MAY_USE[from]?.includes(to)
  })

  expect(wrong).toEqual([])
})

test('no two folders import each other, directly or through others', () => {
  const edges: Record<string, string[]> = {}
  const checked = product.filter(({ file }) => areaOf(file) in LAYERS)
  for (const { file, imports } of checked) {
    const folder = path.posix.dirname(file)
    edges[folder] = [
      ...(edges[folder] ?? []),
      ...imports
        .filter(({ target }) => areaOf(target) in LAYERS)
        .map(({ target }) => path.posix.dirname(target))
        .filter((target) => target !== folder),
    ]
  }

  expect(findCycle(edges)).toBeUndefined()
})

test('no file imports itself through others', () => {
  const edges = Object.fromEntries(
    product.map(({ file, imports }) => [
      file,
      imports.filter((each) => !each.typeOnly).map((each) => each.target),
    ]),
  )

  expect(findCycle(edges)).toBeUndefined()
})

test('app uses services: it never imports rows, kernel/db or the sandbox', () => {
  const app = product.filter(({ file }) => file.startsWith('app/'))

  expect(wrongImports(app, (_, { target }) => /^lib\/(\w+\/rows|kernel\/db|sandbox)\//.test(target))).toEqual(
    [],
  )
})

test('components import runtime code of lib only where it runs in a browser too, unless they are server-only', () => {
  const components = product.filter(
    ({ file, imports }) =>
      file.startsWith('components/') && !imports.some(({ target }) => target === 'server-only'),
  )
  const runtimeImports = new Map(
    product.map(({ file, imports }) => [
      file,
      imports.filter(({ typeOnly }) => !typeOnly).map(({ target }) => target),
    ]),
  )
  /** Only server components call thread tasks, so `lib/kernel/threads` does not count. */
  const isServerOnly = (target: string) =>
    /^(node:|next\/|server-only$|lib\/([\w-]+\/rows|kernel\/db|context|sandbox)\/)/.test(target) ||
    (!isWithin(target, 'lib/kernel/threads') && (runtimeImports.get(target) ?? []).some(isServerOnly))

  const wrong = wrongImports(
    components,
    (_, { target, typeOnly }) => !typeOnly && target.startsWith('lib/') && isServerOnly(target),
  )

  expect(wrong).toEqual([])
})

test('only rows and kernel/db name Prisma', () => {
  const elsewhere = product.filter(({ file }) => !/^lib\/([\w-]+\/rows|kernel\/db)\//.test(file))

  expect(
    wrongImports(elsewhere, (_, { target }) => /^(@prisma\/|lib\/kernel\/db\/generated)/.test(target)),
  ).toEqual([])
})

test('only rows, kernel/db and the bench run SQL', () => {
  const isRaw = ({ text }: SourceFile) => /\$(query|execute)Raw/.test(text)
  const elsewhere = product.filter(({ file }) => !/^(lib\/([\w-]+\/rows|kernel\/db)|bin\/bench)\//.test(file))

  expect(elsewhere.filter(isRaw).map(({ file }) => file)).toEqual([])
})

test('no file is a barrel, but the one that outsiders import: an import names the file it wants', () => {
  expect(product.filter(({ isBarrel }) => isBarrel).map(({ file }) => file)).toEqual([
    'lib/protocols/sdk/sdk.ts',
  ])
})

test('no two files of lib, bin and sandboxd export one name, so that a search for it finds one thing', () => {
  // Browser bundles get it in place of the other file.
  const standsForAnother = 'lib/json-schema/regex/re2-on-demand.ts'
  const owners = new Map<string, string[]>()
  for (const { file, exportedNames } of product) {
    if (!['lib', 'bin', 'sandboxd'].includes(areaOf(file)) || file === standsForAnother) continue
    for (const name of exportedNames) owners.set(name, [...(owners.get(name) ?? []), file])
  }

  expect([...owners].filter(([, files]) => files.length > 1)).toEqual([])
})

test('casts through unknown, which switch the compiler off, stand only where a library has no type', () => {
  const casts = product.flatMap(({ file, text }) => [...text.matchAll(/\bas unknown as\b/g)].map(() => file))

  expect(casts).toEqual([
    'bin/server/supervisor/database.ts',
    'lib/contracts/changes/compare-in-thread.ts',
    'lib/contracts/handler/plain-javascript.ts',
    'lib/contracts/handler/plain-javascript.ts',
    'lib/json-schema/evaluate/interpreter.ts',
    'lib/packages/build/source-tree.ts',
    'lib/protocols/sdk/define-skill-set.ts',
    'sandboxd/os/listening-socket.ts',
  ])
})

test('tests stay out of the product', () => {
  expect(wrongImports(product, (_, { target }) => isTest(target))).toEqual([])
})

test('modules that need Next’s server import server-only', () => {
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

  // Handles are slugs, so segments such as sign-in and robots.txt cannot conflict with one.
  expect(segments.filter((segment) => isSlug(segment) && !RESERVED_HANDLES.has(segment))).toEqual([])

  /** Excludes [dynamic], @slots and _private folders; those in (brackets) are not part of the address. */
  function firstSegments(folder: string): string[] {
    const folders = list(folder).filter((name) => fs.statSync(path.join(root, folder, name)).isDirectory())
    return folders.flatMap((name) => {
      if (name.startsWith('(')) return firstSegments(`${folder}/${name}`)
      return /^[[@_]/.test(name) ? [] : [name]
    })
  }
})

/** Returns the path of one cycle, or undefined. */
function findCycle(edges: Record<string, string[]>): string[] | undefined {
  const done = new Set<string>()
  const walk = (node: string, trail: string[]): string[] | undefined => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node]
    if (done.has(node)) return undefined
    for (const next of edges[node] ?? []) {
      const cycle = walk(next, [...trail, node])
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
