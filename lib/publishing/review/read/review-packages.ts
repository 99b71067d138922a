/** What a reviewer sees of the packages of a version, compared with the approved one. */
import { comparePackages } from '../../../contracts/changes/package-changes.ts'
import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { directPaths } from '../../../contracts/packages/dependencies.ts'
import { lockDigest } from '../../../contracts/packages/lock-digest.ts'
import type { BundledPackage } from '../../../packages/model/bundle.ts'
import type { PackageReview, PackageView } from '../review-views.ts'

export function reviewPackages(
  document: SkillSetDocument,
  approved: SkillSetDocument | null,
  bundled: readonly BundledPackage[] = [],
): Omit<PackageReview, 'advisories'> {
  const direct = directPaths(document)
  const packages = comparePackages(approved, document).map(({ package: each, ...change }): PackageView => {
    const { path, integrity: _, ...described } = each
    const found = bundled.find(({ name, version }) => name === each.name && version === each.version)
    return {
      ...change,
      ...described,
      isDirect: direct.has(path),
      bundledBytes: found?.bundledBytes ?? 0,
      uses: found?.uses ?? [],
    }
  })
  const { dependencyLock: lock } = document
  return { digest: lock ? lockDigest(lock) : null, packages, toAcknowledge: newTransitive(packages) }
}

/** Nobody chose them by name, which is how most malicious packages arrive. */
function newTransitive(packages: readonly PackageView[]): string[] {
  const names = packages.filter(({ kind, isDirect }) => kind === 'added' && !isDirect).map(({ name }) => name)
  return [...new Set(names)].sort()
}
