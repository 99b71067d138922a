/**
 * The lockfile must contain the binaries of every platform.
 *
 * A registry may lag: npm then silently leaves an optional dependency that it cannot find out of the lockfile,
 * and `npm ci` fails everywhere afterwards. The remedy is to pin the newest version whose whole set exists.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'

type Locked = {
  /** Set only if it differs from the folder: another package is installed under that name. */
  name?: string
  optionalDependencies?: Record<string, string>
  hasInstallScript?: boolean
  inBundle?: boolean
}

const readJson = (name: string) => JSON.parse(fs.readFileSync(path.join(PROJECT_ROOT, name), 'utf8'))
const packages: Record<string, Locked> = readJson('package-lock.json').packages
const manifest = readJson('package.json')

test('every platform is in the lockfile', () => {
  const missing = Object.entries(packages).flatMap(([location, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) =>
          !packages[`${location ? `${location}/` : ''}node_modules/${name}`] &&
          !packages[`node_modules/${name}`],
      )
      .map((name) => `${name}, wanted by ${location || 'the project'}`),
  )

  expect(missing).toEqual([])
})

test('no dependency may run a script at installation', () => {
  const names = Object.entries(packages)
    .filter(([location, { hasInstallScript }]) => location && hasInstallScript)
    .map(([location]) => location.split('node_modules/').at(-1)!)

  expect(names.filter((name) => manifest.allowScripts[name] !== false)).toEqual([])
})

test('every dependency is pinned to one version', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  const pins = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })

  expect(pins.filter(([, version]) => !/^\d/.test(version))).toEqual([])
})

test('nothing reports an installation to a third party', () => {
  const packagePaths = Object.keys(packages).filter((packagePath) => packagePath.endsWith('/@scarf/scarf'))

  expect(packagePaths.map((packagePath) => packages[packagePath]?.name)).toEqual(
    packagePaths.map(() => 'tslib'),
  )
})
