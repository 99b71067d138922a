import { describe, expect, test } from 'vitest'
import { emptyDocument } from '../document/empty-document.ts'
import type { SkillSetDocument } from '../document/skillset-document.ts'
import type { LockedPackage } from '../packages/dependencies.ts'
import { changesBetween } from './changes.ts'
import { comparePackages } from './package-changes.ts'

const locked = (name: string, version: string): LockedPackage => ({
  ...{ path: `node_modules/${name}`, name, version, integrity: `sha512-${name}${version}` },
  ...{ license: 'MIT', unpackedBytes: 1000, requiredBy: [] },
})

function withPackages(...packages: LockedPackage[]): SkillSetDocument {
  const dependencies = { a: '^1.0.0' }
  const document = emptyDocument() as unknown as SkillSetDocument
  return {
    ...document,
    skills: [],
    dependencies,
    dependencyLock: { registry: 'https://r.example', dependencies, packages },
  }
}

const before = withPackages(locked('a', '1.0.0'), locked('gone', '2.0.0'), locked('kept', '3.0.0'))
const after = withPackages(locked('a', '1.1.0'), locked('fresh', '0.1.0'), locked('kept', '3.0.0'))

test('packages are compared with the version before, changes first', () => {
  expect(
    comparePackages(before, after).map(({ kind, package: { name }, from }) => [kind, name, from]),
  ).toEqual([
    ['added', 'fresh', undefined],
    ['replaced', 'a', '1.0.0'],
    ['removed', 'gone', undefined],
    ['same', 'kept', undefined],
  ])
})

describe('a change of packages', () => {
  test('is a patch, with a sentence for each package', () => {
    const { bump, changes } = changesBetween(before, after)

    expect(bump).toBe('patch')
    expect(changes.map(({ sentence }) => sentence)).toEqual([
      'New package fresh 0.1.0.',
      'The package a changed from 1.0.0 to 1.1.0.',
      'The package gone 2.0.0 is no longer used.',
    ])
  })

  test('is none if the packages are the same', () => {
    expect(changesBetween(before, before).changes).toEqual([])
  })
})
