import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PackageImport } from '../../contracts/packages/package-imports.ts'
import { openPackageRegistry, type PackageRegistry } from '../../testing/package-registry.ts'
import { runPackageBuild } from './run-build.ts'

const MB = 1024 * 1024
let registry: PackageRegistry

beforeAll(async () => {
  registry = await openPackageRegistry()
  await registry.publish(
    { name: 'leaf', version: '1.2.0', files: { 'index.js': 'exports.leaf = () => "leaf 1"' } },
    { name: 'leaf', version: '2.0.0', files: { 'index.js': 'exports.leaf = () => "leaf 2"' } },
    {
      name: 'branch',
      manifest: { dependencies: { leaf: '^1.0.0' }, license: { type: 'BSD-3-Clause' } as never },
      files: {
        'index.js': `const { leaf } = require('leaf')
const global = Function('return this')()
exports.used = () => leaf() + typeof global.Array
exports.late = (text) => new Function(text)()
exports.sent = () => fetch('https://api.example')
exports.path = () => require('path').join('a', 'b')
exports.program = () => require('child_process').execSync('id')
exports.optional = () => { try { return require('not-there') } catch { return 'without' } }`,
      },
    },
    {
      name: 'shaken',
      manifest: { type: 'module', exports: './index.js', sideEffects: false },
      files: {
        'index.js': `export const used = () => 'used'\nexport const unused = () => 'never called'\nexport const late = (name) => import(name)\nexport const address = () => import.meta.url`,
      },
    },
    {
      name: 'vendoring',
      manifest: { type: 'module', exports: './dist/index.js' },
      files: {
        'dist/index.js': `export { word } from './node_modules/words/index.js'`,
        'dist/node_modules/words/index.js': `export const word = 'vendored'`,
        'node_modules/leaf/index.js': `export const leaf = 'hidden'`,
      },
    },
    {
      name: 'incomplete',
      manifest: { type: 'module', exports: './index.js' },
      files: { 'index.js': `import { gone } from 'not-there'\nexport const used = () => gone()` },
    },
    {
      name: 'two-builds',
      manifest: {
        type: 'module',
        exports: { '.': { browser: './browser.js', default: './node.js' } },
      },
      files: {
        'browser.js': `export const both = 'for browsers'`,
        'node.js': `export const both = 'for Node'\nexport const only = 'only for Node'`,
      },
    },
    {
      name: 'applying',
      files: {
        'index.js': `exports.call = Function.call.bind(Array.prototype.slice)\nexports.made = () => Function.apply(this, ['return 1'])`,
      },
    },
    {
      name: 'with-optional',
      manifest: { optionalDependencies: { leaf: '^2.0.0' } },
      files: { 'index.js': 'module.exports = 1' },
    },
  )
})
afterAll(() => registry.close())

async function build(dependencies: Record<string, string>, imports: PackageImport[], modules = {}) {
  const options = {
    ...{ registry: registry.url, minAgeHours: 0, allow: [], deny: [] },
    python: { index: '', allow: [], deny: [] },
    limits: { packages: 10, unpackedBytes: MB, bundledBytes: MB },
  }
  const { lock, bundles } = await runPackageBuild({
    options,
    dependencies,
    entries: [{ key: 'key', runtime: 'javascript', imports, modules }],
  })
  return { lock, bundle: bundles[0]! }
}

test('a lock has the exact tree, with licence, size, date and what needs each package', async () => {
  const { lock } = await build({ branch: '^1.0.0', leaf: '^2.0.0' }, [])

  expect(lock.packages).toMatchObject([
    {
      path: 'node_modules/branch',
      name: 'branch',
      version: '1.0.0',
      license: 'BSD-3-Clause',
      requiredBy: [],
    },
    {
      path: 'node_modules/branch/node_modules/leaf',
      version: '1.2.0',
      license: 'MIT',
      requiredBy: ['branch'],
    },
    { path: 'node_modules/leaf', version: '2.0.0', requiredBy: [] },
  ])
  for (const each of lock.packages) {
    expect(each.integrity).toMatch(/^sha512-/)
    expect(each.unpackedBytes).toBeGreaterThan(50)
    expect(Date.parse(each.publishedAt ?? '')).toBeGreaterThan(Date.now() - 600_000)
  }
})

test('optional dependencies are left out', async () => {
  const { lock } = await build({ 'with-optional': '*' }, [])

  expect(lock.packages.map(({ name }) => name)).toEqual(['with-optional'])
})

test('what is not imported is not in the bundle', async () => {
  const { bundle } = await build({ shaken: '*' }, [{ specifier: 'shaken', name: 'used' }])

  expect(bundle.code).toContain('used')
  expect(bundle.code).not.toContain('never called')
  expect(bundle.packages).toMatchObject([{ name: 'shaken', version: '1.0.0', uses: [] }])
  expect(bundle.hasNode).toBe(false)
})

test('a bundle imports nothing while it runs', async () => {
  const { bundle } = await build({ shaken: '*' }, [{ specifier: 'shaken', name: '*' }])

  expect(bundle.code).not.toMatch(/\bimport\b\s*[({*.]/)
  expect(bundle.code).toContain('Skills cannot load modules while they run')
})

test('a package may have a folder node_modules in the output of its bundler, but no packages of its own', async () => {
  const { bundle, lock } = await build({ vendoring: '*' }, [{ specifier: 'vendoring', name: 'word' }])

  expect(bundle.code).toContain('vendored')
  expect(lock.packages.map(({ name }) => name)).toEqual(['vendoring'])
  await expect(
    build({ vendoring: '*' }, [{ specifier: 'vendoring/node_modules/leaf/index.js', name: 'leaf' }]),
  ).rejects.toThrow('was not found')
})

test('a package that imports what it does not declare fails with the name of the missing module', async () => {
  const { bundle } = await build({ incomplete: '*' }, [{ specifier: 'incomplete', name: 'used' }])

  await expect(import(`data:text/javascript,${encodeURIComponent(bundle.code)}`)).rejects.toThrow(
    "Cannot find module 'not-there'",
  )
})

test('reviewers are told what the code of a package uses', async () => {
  const { bundle } = await build({ branch: '*' }, [{ specifier: 'branch', name: 'default' }])
  const found = bundle.packages.find(({ name }) => name === 'branch')

  expect(found?.uses).toEqual(['code generation', 'fetch', 'missing node:child_process', 'node:path'])
})

test('a search for the global object becomes globalThis, and other code from text an error that names the package', async () => {
  const { bundle } = await build({ branch: '*' }, [{ specifier: 'branch', name: 'default' }])

  expect(bundle.code).toContain('return globalThis')
  expect(bundle.code).toContain('branch 1.0.0 creates code from text')
  expect(bundle.code).not.toMatch(/new Function\(text\)/)
})

test('a package that applies Function to names is refused by name, and keeps Function.call', async () => {
  const { bundle } = await build({ applying: '*' }, [{ specifier: 'applying', name: 'default' }])

  expect(bundle.code).toContain('applying 1.0.0 creates code from text')
  expect(bundle.code).not.toContain('Function.apply')
})

test('the build of a package for Node is taken where the one for browsers lacks an import', async () => {
  const used = (name: string) => build({ 'two-builds': '*' }, [{ specifier: 'two-builds', name }])

  expect((await used('both')).bundle.code).toContain('for browsers')
  expect((await used('only')).bundle.code).toContain('only for Node')
})

test('an import that its package does not export is named', async () => {
  await expect(build({ 'two-builds': '*' }, [{ specifier: 'two-builds', name: 'none' }])).rejects.toThrow(
    '“two-builds” does not export “none”.',
  )
})

test('own modules are bundled with the packages that they import', async () => {
  const modules = {
    'code/a.js': `import { b } from './b.ts'\nexport const a = b`,
    'code/b.ts': `import { leaf } from 'leaf'\nexport const b: string = leaf()`,
  }

  const { bundle } = await build({ leaf: '^2.0.0' }, [{ specifier: './code/a.js', name: 'a' }], modules)

  expect(bundle.code).toContain('leaf 2')
  expect(bundle.code).not.toContain(': string')
})

test('an own module cannot import a file of the server', async () => {
  const modules = { 'code/a.js': `export { default as a } from '../../../../../../etc/passwd'` }

  await expect(build({}, [{ specifier: './code/a.js', name: 'a' }], modules)).rejects.toThrow(
    /outside its packages|was not found/,
  )
})

test('an import that no package provides is named', async () => {
  await expect(build({ leaf: '*' }, [{ specifier: 'leaf/no/such/file.js', name: 'a' }])).rejects.toThrow(
    '“leaf/no/such/file.js” was not found in the packages or Files of this skill.',
  )
})

test('a module of Node in the code of a skill is said to be there for packages only', async () => {
  await expect(build({ leaf: '*' }, [{ specifier: 'node:crypto', name: 'a' }])).rejects.toThrow(
    '“node:crypto” is a module of Node, which only packages can import. Use the web platform, or a package.',
  )
})
