// Resolving Python packages from an index on this machine, and what is refused of hostile ones.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DependencyLock } from '../../contracts/packages/dependencies.ts'
import { openPythonIndex, type PythonIndex, packWheel, type TestWheel } from '../../testing/python-index.ts'
import type { BuildOptions } from '../request/build-request.ts'
import { bundleWheels } from './bundle-wheels.ts'
import { fetchWheels } from './fetch-wheels.ts'

const MB = 1024 * 1024
let index: PythonIndex

beforeEach(async () => {
  index = await openPythonIndex()
})
afterEach(() => index.close())

function optionsWith(changed: Partial<BuildOptions['python']> = {}, limits = {}): BuildOptions {
  return {
    ...{ registry: '', minAgeHours: 24, allow: [], deny: [] },
    python: { index: index.url, allow: [], deny: [], ...changed },
    limits: { packages: 10, unpackedBytes: 2 * MB, bundledBytes: MB, ...limits },
  }
}

async function resolve(dependencies: string[], options = optionsWith()) {
  const { lock } = await fetchWheels({ options, dependencies })
  return lock.packages.map(({ name, version }) => `${name} ${version}`)
}

const wheel = (name: string, version = '1.0.0', requires: string[] = []): TestWheel => ({
  name,
  version,
  requires,
})

describe('versions of Python packages', () => {
  // biome-ignore format: table
  test.each<[what: string, wheels: TestWheel[], dependencies: string[], chosen: string[]]>([
    ['the newest version that fits',       [wheel('a', '1.9'), wheel('a', '1.10'), wheel('a', '2.0')], ['a<2'], ['a 1.10']],
    ['no pre-release',                     [wheel('a', '1.0'), wheel('a', '2.0rc1')], ['a'], ['a 1.0']],
    ['a pre-release if it is named',       [wheel('a', '1.0'), wheel('a', '2.0rc1')], ['a==2.0rc1'], ['a 2.0rc1']],
    ['a name in another spelling',         [wheel('Zope.Interface_x')], ['zope-interface.X'], ['zope-interface-x 1.0.0']],
    ['the requirements of an extra',       [wheel('a', '1', ['b; extra == "Fast_Er"', 'c; extra == "other"']), wheel('b'), wheel('c')], ['a[fast-er]'], ['a 1', 'b 1.0.0']],
    ['an extra asked for later',           [wheel('a', '1', ['c; extra == "x"']), wheel('b', '1', ['a[x]']), wheel('c')], ['a', 'b'], ['a 1', 'b 1', 'c 1.0.0']],
    ['only what the engine needs',         [wheel('a', '1', ['b; sys_platform == "win32"', 'c; python_version >= "3.10" and (os_name == "posix" or os_name == "nt")', 'd; platform_system not in "Emscripten Linux"']), wheel('c')], ['a'], ['a 1', 'c 1.0.0']],
    ['one version for a diamond',          [wheel('a', '1', ['c>=1']), wheel('b', '1', ['c<2']), wheel('c', '1.5'), wheel('c', '2.0')], ['a', 'b'], ['a 1', 'b 1', 'c 1.5']],
    ['an older version if the newest conflicts', [wheel('a', '2', ['c>=2']), wheel('a', '1', ['c>=1']), wheel('b', '1', ['d']), wheel('d', '1', ['c<2']), wheel('c', '1.5'), wheel('c', '2.0')], ['a', 'b'], ['a 1', 'b 1', 'c 1.5', 'd 1']],
    ['an older version if the newest needs native code', [wheel('a', '2', ['n']), wheel('a', '1'), { name: 'n', tags: 'cp314-cp314-manylinux_2_28_x86_64' }], ['a'], ['a 1']],
    ['no version for a newer Python',      [{ name: 'a', version: '2', listed: { 'requires-python': '>=4' } }, wheel('a', '1')], ['a'], ['a 1']],
    ['no version whose own metadata wants another Python', [{ name: 'a', version: '2', headers: ['Requires-Python: <3'] }, wheel('a', '1')], ['a'], ['a 1']],
    ['no withdrawn version',               [{ name: 'a', version: '2', listed: { yanked: 'broken' } }, wheel('a', '1')], ['a'], ['a 1']],
    ['no version of this hour',            [{ name: 'a', version: '2', listed: { 'upload-time': new Date().toISOString() } }, { name: 'a', version: '1', listed: { 'upload-time': '2020-01-01T00:00:00Z' } }], ['a'], ['a 1']],
    ['a wheel for Python 2 and 3',         [{ name: 'a', tags: 'py2.py3-none-any' }], ['a'], ['a 1.0.0']],
    ['packages that depend on each other', [wheel('a', '1', ['b']), wheel('b', '1', ['a'])], ['a'], ['a 1', 'b 1']],
  ])('are %s', async (_, wheels, dependencies, chosen) => {
    index.publish(...wheels)
    expect(await resolve(dependencies)).toEqual(chosen)
  })

  test('come from an index in HTML without separate metadata, too', async () => {
    const html = await openPythonIndex({ isHtml: true, hasMetadata: false })
    html.publish(
      wheel('a', '1', ['b']),
      { name: 'b', version: '2', listed: { 'requires-python': '>=3.15,<4' } },
      { name: 'b', version: '1.5', listed: { yanked: true } },
      wheel('b', '1'),
    )
    expect(await resolve(['a'], optionsWith({ index: html.url }))).toEqual(['a 1', 'b 1'])
    await html.close()
  })

  test('come from a folder of wheels', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-wheels-'))
    for (const each of [wheel('a', '1', ['b_c']), wheel('b-c')])
      fs.writeFileSync(
        path.join(folder, `${each.name.replace('-', '_')}-${each.version}-py3-none-any.whl`),
        packWheel(each),
      )
    expect(await resolve(['a'], optionsWith({ index: `${pathToFileURL(folder).href}/` }))).toEqual([
      'a 1',
      'b-c 1.0.0',
    ])
    fs.rmSync(folder, { recursive: true })
  })

  test('are read from the metadata, so that a wheel is downloaded only if it is chosen', async () => {
    index.publish(wheel('a', '2', ['n']), wheel('a', '1'))
    await resolve(['a'])
    expect(index.requested.filter((path) => path.endsWith('.whl'))).toEqual(['/files/a-1-py3-none-any.whl'])
  })
})

describe('a requirement that cannot be met', () => {
  const native = (name: string): TestWheel => ({ name, tags: 'cp314-cp314-manylinux_2_28_x86_64' })
  // biome-ignore format: table
  test.each<[what: string, wheels: TestWheel[], dependencies: string[], message: RegExp, path: string]>([
    ['a package that does not exist', [wheel('a')], ['a', 'b'], /^The index has no package b\.$/, '/dependencies/1'],
    ['a missing dependency', [wheel('a', '1', ['b'])], ['a'], /^The index has no package b\. a 1 needs it\.$/, '/dependencies'],
    ['no such version', [wheel('a')], ['a>=9'], /^No version of a matches >=9\.$/, '/dependencies/0'],
    ['native code', [native('lxml')], ['lxml'], /^lxml needs native code, which the sandbox cannot load\. Try beautifulsoup4/, '/dependencies/0'],
    ['native code below', [wheel('a', '1', ['n']), native('n')], ['a'], /^n needs native code, which the sandbox cannot load\. a 1 needs it\.$/, '/dependencies'],
    ['only a source archive', [{ name: 'a', filename: 'a-1.0.0.tar.gz' }], ['a'], /^a is published as source only/, '/dependencies/0'],
    ['another Python', [{ name: 'a', listed: { 'requires-python': '<3' } }], ['a'], /^No version of a supports Python 3\.14, which the sandbox has\.$/, '/dependencies/0'],
    ['only withdrawn versions', [{ name: 'a', listed: { yanked: true } }], ['a'], /^All versions of a that match were withdrawn/, '/dependencies/0'],
    ['only young versions', [{ name: 'a', listed: { 'upload-time': new Date().toISOString() } }], ['a'], /^No version of a that matches is older than 24 hours\.$/, '/dependencies/0'],
    ['a conflict', [wheel('a', '1', ['c>=2']), wheel('b', '1', ['c<2']), wheel('c', '1'), wheel('c', '2')], ['a', 'b'], /^These packages cannot be combined: a 1 needs c >=2, but b 1 needs c <2\.$/, '/dependencies'],
    ['a conflict with the SkillSet', [wheel('a', '1', ['c>=2']), wheel('c', '1'), wheel('c', '2')], ['c<2', 'a'], /^These packages cannot be combined: This SkillSet needs c <2, but a 1 needs c >=2\.$/, '/dependencies/0'],
    ['an address', [wheel('a')], ['a @ https://example.com/a.whl'], /only packages of the index are accepted/, '/dependencies/0'],
    ['an address below', [wheel('a', '1', ['b @ git+https://example.com/b.git'])], ['a'], /^a 1 needs a package that cannot be used: .*only packages of the index/, '/dependencies'],
  ])('because of %s is explained', async (_, wheels, dependencies, message, path) => {
    index.publish(...wheels)
    await expect(resolve(dependencies)).rejects.toMatchObject({
      message: expect.stringMatching(message),
      fault: { path, code: 'INVALID_INPUT' },
    })
  })

  test('because of the operator’s lists is refused, in any spelling', async () => {
    index.publish(wheel('a', '1', ['Left_Pad']), wheel('left-pad'))
    const refused = { fault: { code: 'POLICY_DENIED' } }
    await expect(resolve(['a'], optionsWith({ deny: ['left-pad'] }))).rejects.toMatchObject(refused)
    await expect(resolve(['a'], optionsWith({ allow: ['a'] }))).rejects.toMatchObject(refused)
    expect(await resolve(['a'], optionsWith({ allow: ['a', 'left-pad'] }))).toHaveLength(2)
  })

  test('because of the number of packages is refused', async () => {
    index.publish(wheel('a', '1', ['b']), wheel('b', '1', ['c']), wheel('c'))
    await expect(resolve(['a'], optionsWith({}, { packages: 2 }))).rejects.toMatchObject({
      message: 'These dependencies need more than 2 packages, which is the limit.',
      fault: { code: 'POLICY_DENIED' },
    })
  })

  test('because the index is away is an outage', async () => {
    const away = optionsWith({ index: 'http://127.0.0.1:1/simple/' })
    await expect(resolve(['a'], away)).rejects.toMatchObject({ fault: { code: 'TOOL_NOT_AVAILABLE' } })
  })
})

describe('a hostile wheel', () => {
  const zip = (files: Record<string, string>): Buffer => {
    const metadata = 'Metadata-Version: 2.1\nName: a\nVersion: 1.0.0\n'
    const all = { 'a-1.0.0.dist-info/METADATA': metadata, ...files }
    return Buffer.from(
      zipSync(Object.fromEntries(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)]))),
    )
  }
  // biome-ignore format: table
  test.each<[what: string, wheel: Partial<TestWheel>, message: RegExp]>([
    ['that is no archive',              { archive: Buffer.from('no') }, /^The files of a 1\.0\.0 cannot be read/],
    ['with a path out of its folder',   { archive: zip({ '../../etc/a.py': '' }) }, /must not contain “\.\.”/],
    ['with an absolute path',           { archive: zip({ '/etc/a.py': '' }) }, /must not be absolute/],
    ['that unpacks to too much',        { archive: zip({ 'a.py': ' '.repeat(3 * MB) }) }, /^a is larger than 2 MB when unpacked/],
    ['with native code',                { archive: zip({ 'a/_speed.cpython-314-x86_64-linux-gnu.so': 'ELF' }) }, /^a contains a\/_speed\.cpython-314-x86_64-linux-gnu\.so, native code/],
    ['with another package in it',      { archive: packWheel({ name: 'b' }) }, /^The files of a 1\.0\.0 do not contain that package\.$/],
    ['without its checksum',            { listed: { hashes: { sha256: '0'.repeat(64) } } }, /does not match its checksum\.$/],
    ['whose metadata differs from what the index says', { listed: { 'core-metadata': { sha256: '0'.repeat(64) } } }, /\.metadata does not match its checksum\.$/],
    ['on another host',                 { listed: { url: 'http://127.0.0.1:1/a-1.0.0-py3-none-any.whl', 'core-metadata': false } }, /is not on the index’s own host\.$/],
    ['that is a file of the server',    { listed: { url: 'file:///etc/passwd', 'core-metadata': false } }, /is not on the index’s own host\.$/],
  ])('%s is refused', async (_, hostile, message) => {
    index.publish({ name: 'a', ...hostile })
    await expect(resolve(['a'])).rejects.toMatchObject({ message: expect.stringMatching(message) })
  })

  test('that overwrites files of another package is refused', async () => {
    index.publish({ name: 'a', files: { 'a.py': '1' } }, { name: 'b', files: { 'a.py': '2' } })
    const options = optionsWith()
    const { wheels } = await fetchWheels({ options, dependencies: ['a', 'b'] })
    expect(() => bundleWheels('', wheels, options.limits)).toThrow('a and b both contain a.py.')
  })

  test('loses its bytecode, its scripts and what would run at start', async () => {
    const files = {
      ...{ 'a/__init__.py': '', 'a/__pycache__/b.pyc': '', 'evil.pth': 'import os' },
      ...{ 'a-1.0.0.data/scripts/run': '', 'a-1.0.0.data/purelib/c.py': '' },
    }
    index.publish({ name: 'a', files })
    const { wheels } = await fetchWheels({ options: optionsWith(), dependencies: ['a'] })
    const paths = wheels[0]!.files.map(({ path }) => path).filter((path) => !path.includes('.dist-info/'))
    expect(paths).toEqual(['a/__init__.py', 'c.py'])
  })
})

describe('a lock', () => {
  const publishTree = () => index.publish(wheel('a', '1', ['b']), wheel('b'))
  const take = (lock: DependencyLock, isClaimed = false) =>
    fetchWheels({ options: optionsWith(), dependencies: ['a'], lock, isClaimed })
  const make = async () => (await fetchWheels({ options: optionsWith(), dependencies: ['a'] })).lock

  test('gets the same wheels again, and stays as it is', async () => {
    publishTree()
    const lock = await make()
    index.publish(wheel('a', '2'))
    expect((await take(lock)).lock).toEqual(lock)
    expect(lock).toMatchObject({
      kind: 'python',
      packages: [
        { path: 'site-packages/a', name: 'a', version: '1', license: 'MIT', requiredBy: [] },
        { path: 'site-packages/b', version: '1.0.0', requiredBy: ['a'] },
      ],
    })
  })

  test('that somebody changed by hand is refused', async () => {
    publishTree()
    index.publish(wheel('c'))
    const lock = await make()
    const [a, b] = lock.packages
    const { packages: other } = (await fetchWheels({ options: optionsWith(), dependencies: ['c'] })).lock
    const changed = (packages: typeof other) => take({ ...lock, packages }, true)
    await expect(changed([a!])).rejects.toThrow('The lock has no version of b that matches any.')
    await expect(changed([a!, b!, ...other])).rejects.toThrow('No package needs c.')
    await expect(changed([a!, { ...b!, integrity: a!.integrity }])).rejects.toThrow(
      'with the checksum of the lock',
    )
  })

  test('with a package that was withdrawn since cannot be submitted, but published versions go on', async () => {
    const withdrawn = { ...wheel('b'), listed: { yanked: true } }
    publishTree()
    const lock = await make()
    await index.close()
    index = await openPythonIndex()
    index.publish(wheel('a', '1', ['b']), withdrawn)
    await expect(take(lock, true)).rejects.toThrow('b 1.0.0 was withdrawn by its publisher.')
    expect((await take(lock)).wheels).toHaveLength(2)
  })
})
