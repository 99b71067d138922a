// What a registry sends is hostile input. Each case publishes it to a real registry, and resolves it in a build process.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DependencyLock } from '../../contracts/packages/dependencies.ts'
import {
  openPackageRegistry,
  type PackageRegistry,
  packEntries,
  type TestPackage,
} from '../../testing/package-registry.ts'
import type { BuildOptions, BundleEntry } from '../request/build-request.ts'
import { runPackageBuild } from './run-build.ts'

const MB = 1024 * 1024
let registry: PackageRegistry
let number = 0

beforeAll(async () => {
  registry = await openPackageRegistry()
})
afterAll(() => registry.close())

const optionsWith = (changed: Partial<BuildOptions> = {}): BuildOptions => ({
  registry: registry.url,
  minAgeHours: 0,
  allow: [],
  deny: [],
  python: { index: '', allow: [], deny: [] },
  limits: { packages: 10, unpackedBytes: 2 * MB, bundledBytes: MB },
  ...changed,
})

const importing = (specifier: string): BundleEntry[] => [
  { key: 'test', runtime: 'javascript', imports: [{ specifier, name: 'default' }], modules: {} },
]

/** Publishes under a name of its own, and resolves and bundles it. */
async function build(hostile: Omit<TestPackage, 'name'>, changed?: Partial<BuildOptions>) {
  number += 1
  const name = `hostile-${number}`
  await registry.publish({ files: { 'index.js': 'module.exports = 1' }, ...hostile, name })
  return runPackageBuild({
    options: optionsWith(changed),
    dependencies: { [name]: '*' },
    entries: importing(name),
  })
}

// biome-ignore format: table
const REFUSED: [what: string, hostile: Omit<TestPackage, 'name'>, message: RegExp][] = [
  ['a native add-on',              { files: { 'binding.gyp': '{}' } }, /^hostile-\d+ needs a native add-on, which the sandbox cannot load\.$/],
  ['a compiled add-on',            { files: { 'build/Release/a.node': 'ELF' } }, /needs a native add-on/],
  ['a decompression bomb',         { entries: [{ path: 'package/big.txt', content: Buffer.alloc(40 * MB) }] }, /larger than 2 MB when unpacked/],
  ['a bomb outside its files',     { tarball: gzipSync(Buffer.alloc(60 * MB)) }, /larger than 2 MB when unpacked|do not contain that package/],
  ['a dependency from Git',        { manifest: { dependencies: { other: 'git+https://example.com/a/b.git' } } }, /Only packages of the registry can be used|Git/],
  ['a dependency from a URL',      { manifest: { dependencies: { other: 'http://127.0.0.1:1/a.tgz' } } }, /Only packages of the registry can be used/],
  ['a dependency from a file',     { manifest: { dependencies: { other: 'file:/etc' } } }, /Only packages of the registry can be used/],
  ['files of another package',     { tarball: packEntries([{ path: 'package/package.json', content: '{"name":"other","version":"1.0.0"}' }]) }, /do not contain that package/],
  ['no archive',                   { tarball: Buffer.from('hello') }, /cannot be|could not|not a|incorrect header/i],
  ['a file of the server',         { files: { 'index.js': `module.exports = require('../../../../../../../../etc/passwd')` } }, /outside its packages|was not found/],
  ['the engine’s module',          { files: { 'index.js': `import { waitUntil } from 'cloudflare:workers'; export default waitUntil`, 'package.json': '' }, manifest: { type: 'module' } }, /imports cloudflare:workers|do not contain/],
]

test.each(REFUSED)('a package with %s is refused with a sentence', async (_what, hostile, message) => {
  const refusal = await build(hostile).then(
    () => 'accepted',
    (error: Error) => error.message,
  )

  expect(refusal).toMatch(message)
})

test('links and paths that leave the package are not unpacked', async () => {
  const outside = path.join(os.tmpdir(), `guildhall-outside-${process.pid}.txt`)
  const { lock } = await build({
    entries: [
      { path: 'package/link', type: 'SymbolicLink', linkpath: '/etc/passwd' },
      { path: 'package/hard', type: 'Link', linkpath: '/etc/passwd' },
      { path: `package/../../../../../../../..${outside}`, content: 'escaped' },
      { path: outside, content: 'escaped' },
    ],
  })

  expect(lock.packages).toHaveLength(1)
  expect(fs.existsSync(outside)).toBe(false)
})

test('a package that links to a file of the server cannot import it', async () => {
  const files = { 'index.js': `module.exports = require('./link.json')` }
  const built = await build({
    files,
    entries: [{ path: 'package/link.json', type: 'SymbolicLink', linkpath: '/etc/hostname' }],
  })

  expect(built.bundles[0]?.code).toContain('Cannot find module')
})

test('install scripts of packages never run', async () => {
  const proof = path.join(os.tmpdir(), `guildhall-script-${process.pid}.txt`)
  await build({
    manifest: {
      scripts: { preinstall: `touch ${proof}`, install: `touch ${proof}`, postinstall: `touch ${proof}` },
    },
  })

  expect(fs.existsSync(proof)).toBe(false)
})

test('a package of a forbidden name is refused, also if another depends on it', async () => {
  await registry.publish({ name: 'forbidden', files: { 'index.js': '' } })

  await expect(
    build({ manifest: { dependencies: { forbidden: '^1.0.0' } } }, { deny: ['forbidden'] }),
  ).rejects.toMatchObject({
    code: 'POLICY_DENIED',
    message: 'This site does not allow the package forbidden.',
  })
})

test('only listed packages are allowed if there is a list', async () => {
  await expect(build({}, { allow: ['@acme/*'] })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

test('more packages than the limit are refused', async () => {
  const names = Array.from({ length: 4 }, (_, index) => `one-of-many-${index}`)
  await registry.publish(...names.map((name) => ({ name, files: { 'index.js': '' } })))
  const dependencies = Object.fromEntries(names.map((name) => [name, '*']))
  const limits = { packages: 3, unpackedBytes: MB, bundledBytes: MB }

  await expect(build({ manifest: { dependencies } }, { limits })).rejects.toThrow(
    'These dependencies need 5 packages. The limit is 3.',
  )
})

test('a bundle above the limit is refused with the packages that make it large', async () => {
  const files = { 'index.js': `module.exports = ${JSON.stringify('x'.repeat(50_000))}` }
  const limits = { packages: 3, unpackedBytes: MB, bundledBytes: 10_000 }

  await expect(build({ files }, { limits })).rejects.toThrow(/The largest packages are hostile-\d+/)
})

test('a version that was published a moment ago is too young', async () => {
  await expect(build({}, { minAgeHours: 72 })).rejects.toThrow(
    /^No version of hostile-\d+(@\S+)? can be used: it does not exist, or was published less than 72 hours ago\.$/,
  )
})

test('a package that does not exist is named', async () => {
  const dependencies = { 'no-such-package-here': '^1.0.0' }

  await expect(runPackageBuild({ options: optionsWith(), dependencies, entries: [] })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/dependencies/no-such-package-here' }] },
  })
})

test('a registry that cannot be reached is an outage, not a fault of the draft', async () => {
  const options = optionsWith({ registry: 'http://127.0.0.1:9/' })

  await expect(runPackageBuild({ options, dependencies: { a: '*' }, entries: [] })).rejects.toMatchObject({
    code: 'TOOL_NOT_AVAILABLE',
  })
})

test('a lock whose path leaves its folder is refused', async () => {
  const { lock } = await build({})
  const [locked] = lock.packages
  const forged: DependencyLock = { ...lock, packages: [{ ...locked!, path: 'node_modules/../../escaped' }] }

  await expect(
    runPackageBuild({ options: optionsWith(), dependencies: lock.dependencies, lock: forged, entries: [] }),
  ).rejects.toThrow(/in the lock is not a folder in node_modules/)
})

test('a lock with another checksum is refused', async () => {
  const { lock } = await build({})
  const [locked] = lock.packages
  const forged: DependencyLock = {
    ...lock,
    packages: [{ ...locked!, integrity: `sha512-${'A'.repeat(86)}==` }],
  }

  await expect(
    runPackageBuild({ options: optionsWith(), dependencies: lock.dependencies, lock: forged, entries: [] }),
  ).rejects.toThrow(/do not match their checksum/)
})

test('a lock is described by the packages, not by what it says', async () => {
  const { lock } = await build({ manifest: { license: 'GPL-3.0-only' } })
  const [locked] = lock.packages
  const claimed = { ...lock, packages: [{ ...locked!, license: 'MIT', publishedAt: '2001-01-01T00:00:00Z' }] }
  const asked = { options: optionsWith(), dependencies: lock.dependencies, entries: [] }

  const verified = await runPackageBuild({ ...asked, lock: claimed, isClaimed: true })

  expect(verified.lock).toEqual(lock)
})
