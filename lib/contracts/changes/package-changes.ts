/** Changes of locked packages. A new one runs with the permissions of the SkillSet, so that reviewers see each. */
import type { SkillSetDocument } from '../document/skillset-document.ts'
import type { LockedPackage } from '../packages/dependencies.ts'
import { type Change, documentChange } from './change-rules.ts'

export type PackageChange = {
  kind: 'added' | 'removed' | 'replaced' | 'same'
  package: LockedPackage
  /** The version before; present if it was replaced. */
  from?: string
}

/** Compares by folder, and lists changes first. */
export function comparePackages(
  before: SkillSetDocument | null,
  { dependencyLock: lock }: SkillSetDocument,
): PackageChange[] {
  const old = new Map(before?.dependencyLock?.packages.map((each) => [each.path, each]))
  const now = new Map(lock?.packages.map((each) => [each.path, each]))
  const kept = [...now.values()].map((each): PackageChange => {
    const earlier = old.get(each.path)
    if (!earlier) return { kind: 'added', package: each }
    if (earlier.version === each.version && earlier.integrity === each.integrity)
      return { kind: 'same', package: each }
    return { kind: 'replaced', package: each, from: earlier.version }
  })
  const removed = [...old.values()].filter(({ path }) => !now.has(path))
  return [...kept, ...removed.map((each): PackageChange => ({ kind: 'removed', package: each }))].toSorted(
    (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
  )
}

const ORDER: readonly PackageChange['kind'][] = ['added', 'replaced', 'removed', 'same']

export function packageChanges(before: SkillSetDocument, after: SkillSetDocument): Change[] {
  return comparePackages(before, after).flatMap((change) => {
    const sentence = describePackageChange(change)
    return sentence
      ? [documentChange('code', 'packages-changed', { pointer: '/dependencyLock/packages', sentence })]
      : []
  })
}

function describePackageChange({
  kind,
  from,
  package: { name, version },
}: PackageChange): string | undefined {
  switch (kind) {
    case 'added':
      return `New package ${name} ${version}.`
    case 'removed':
      return `The package ${name} ${version} is no longer used.`
    case 'replaced':
      return `The package ${name} changed from ${from} to ${version}.`
    default:
      return undefined
  }
}
