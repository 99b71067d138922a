import pLimit from 'p-limit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPackageRegistry, type PackageRegistry } from '#lib/testing/package-registry.ts'
import { publishInstalled } from '#lib/testing/publish-installed.ts'
import { inLongRun, skipUnless } from '#lib/testing/skip-unless.ts'
import { measureProbe } from './measure-probe.ts'
import { MORE_NPM_PACKAGES, NOT_RUNNING } from './more-npm-packages.ts'
import { NPM_LIBRARIES } from './npm-libraries.ts'
import type { Probe } from './probe.ts'
import { PYTHON_PACKAGES } from './python-packages.ts'

let registry: PackageRegistry

beforeAll(async () => {
  registry = await openPackageRegistry()
  vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY', registry.url)
  vi.stubEnv('GUILDHALL_PACKAGE_AGE_HOURS', '0.0000001')
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await registry.close()
})

function publish(names: readonly string[]): Promise<void> {
  const wanted = MORE_NPM_PACKAGES.filter(({ name }) => names.includes(name))
  return publishInstalled(
    registry,
    wanted.flatMap(({ dependencies }) => Object.keys(dependencies)),
  )
}

test('a package that runs is measured as one that ran, and one with native code is refused with an alternative', async () => {
  await publish(['ms', 'sharp'])
  const [runs, native] = ['ms', 'sharp'].map((name) => MORE_NPM_PACKAGES.find((each) => each.name === name)!)

  expect(await measureProbe(runs!)).toMatchObject({ name: 'ms', reached: 'ran', packages: 1 })
  expect(await measureProbe({ ...runs!, returns: 1 })).toMatchObject({
    reached: 'bundled',
    reason: 'The job returned 172800000.',
  })
  expect(await measureProbe(native!)).toMatchObject({
    reached: 'nothing',
    reason: expect.stringContaining('needs a native add-on, which the sandbox cannot load. Try jimp'),
  })
})

/** Whether an address answers at all, so that a long run without network skips what needs it. */
function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  )
}

const hasNpm = Boolean(process.env.GUILDHALL_LONG) && (await answers('https://registry.npmjs.org/ms'))
const hasPyPi = Boolean(process.env.GUILDHALL_LONG) && (await answers('https://pypi.org/simple/tabulate/'))

/** Returns the names of those that do their job, with packages of the public registries. */
async function listRunning(probes: readonly Probe[]): Promise<string[]> {
  vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY', 'https://registry.npmjs.org/')
  vi.stubEnv('GUILDHALL_PACKAGE_AGE_HOURS', '72')
  const limit = pLimit(2)
  const measured = await Promise.all(probes.map((probe) => limit(() => measureProbe(probe))))
  vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY', registry.url)
  vi.stubEnv('GUILDHALL_PACKAGE_AGE_HOURS', '0.0000001')
  return measured.filter(({ reached }) => reached === 'ran').map(({ name }) => name)
}

test('of the 35 npm libraries behind utilities that people pay for, at least 30 do a real job', {
  ...inLongRun,
  ...skipUnless(hasNpm, 'needs the npm registry, in npm run test:long'),
  timeout: 3_600_000,
}, async () => {
  expect(NPM_LIBRARIES).toHaveLength(35)

  expect((await listRunning(NPM_LIBRARIES)).length).toBeGreaterThanOrEqual(30)
})

test('of the 9 Python packages, at least 4 do a real job', {
  ...inLongRun,
  ...skipUnless(hasPyPi, 'needs PyPI, in npm run test:long'),
  timeout: 3_600_000,
}, async () => {
  expect((await listRunning(PYTHON_PACKAGES)).length).toBeGreaterThanOrEqual(4)
})

test('the packages of this installation run in the sandbox, except for those with a known reason', {
  ...inLongRun,
  timeout: 3_600_000,
}, async () => {
  await publish(MORE_NPM_PACKAGES.map(({ name }) => name))
  const limit = pLimit(2)
  const measured = await Promise.all(MORE_NPM_PACKAGES.map((probe) => limit(() => measureProbe(probe))))

  const failed = measured.filter(({ reached }) => reached !== 'ran').map(({ name }) => name)
  expect(failed).toEqual([...NOT_RUNNING])
})
