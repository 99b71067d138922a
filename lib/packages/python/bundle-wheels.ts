/** The files of packages that Python imports in a run. Nothing of a package is executed. */
import { zipSync } from 'fflate'
import type { Bundle, BundledPackage } from '../model/bundle.ts'
import type { BuildLimits } from '../request/build-request.ts'
import { BuildError } from '../request/build-request.ts'
import type { WheelFiles } from './fetch-wheels.ts'
import { findPackageUses } from './package-uses.ts'

const MB = 1024 * 1024
/** The time of all entries, so that the same files give the same bytes. Zip archives cannot have an earlier one. */
const ZIP_EPOCH = new Date(1980, 0, 1)

/**
 * Returns a zip archive with the folder `site-packages`, in Base64. Throws BuildError if two packages have the
 * same file, or the archive is too large.
 */
export function bundleWheels(key: string, wheels: readonly WheelFiles[], limits: BuildLimits): Bundle {
  const owners = new Map<string, string>()
  const contents = new Map<string, Uint8Array>()
  for (const { locked, files } of wheels) {
    for (const { path, bytes } of files) {
      const target = `site-packages/${path}`
      const known = contents.get(target)
      // pip would overwrite the file, which would let one package change the code of another.
      if (known && !Buffer.from(bytes).equals(known))
        throw new BuildError(`${owners.get(target)} and ${locked.name} both contain ${path}.`)
      owners.set(target, locked.name)
      contents.set(target, bytes)
    }
  }
  const archive = zipSync(Object.fromEntries(contents), { mtime: ZIP_EPOCH })
  const packages = wheels.map(toBundled)
  if (archive.length > limits.bundledBytes)
    throw new BuildError(tooLargeSentence(archive.length, packages, limits))
  return { key, code: Buffer.from(archive).toString('base64'), hasNode: false, packages }
}

function toBundled({ locked: { name, version }, files }: WheelFiles): BundledPackage {
  const bundledBytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  return { name, version, bundledBytes, uses: findPackageUses(files) }
}

function tooLargeSentence(bytes: number, packages: readonly BundledPackage[], limits: BuildLimits): string {
  const largest = packages
    .toSorted((a, b) => b.bundledBytes - a.bundledBytes)
    .slice(0, 3)
    .map((each) => `${each.name} (${(each.bundledBytes / MB).toFixed(1)} MB)`)
  return `The packages of this skill are ${(bytes / MB).toFixed(1)} MB when packed. The limit is ${limits.bundledBytes / MB} MB. The largest packages are ${largest.join(', ')}.`
}
