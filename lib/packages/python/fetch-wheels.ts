/** Resolves requirements, or takes the wheels of a lock, and reads them. */
import { satisfies } from '@renovatebot/pep440'
import pLimit from 'p-limit'
import {
  type DependencyLock,
  type LockedPackage,
  type Requirements,
  sitePath,
} from '../../contracts/packages/dependencies.ts'
import { parseRequirement, type Requirement } from '../../contracts/packages/requirement.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import type { FolderFile } from '../../kernel/zip/read-zip.ts'
import { BuildError, type BuildOptions, type BuildRequest } from '../request/build-request.ts'
import { requireAllowed } from '../request/package-policy.ts'
import {
  type ChosenWheel,
  isApplicable,
  isOldEnough,
  pureWheels,
  requirementsOfWheel,
  resolveRequirements,
} from './resolve-requirements.ts'
import { openIndex, type SimpleIndex, sha256Of } from './simple-index.ts'
import { isSameVersion, type Metadata, parseMetadata, type UnpackedWheel, unpackWheel } from './wheel.ts'

const DOWNLOADS = 6
const MAX_METADATA_BYTES = 2 * 1024 * 1024

/** The files of a locked package. */
export type WheelFiles = { locked: LockedPackage; files: FolderFile[] }

type Unpacked = ChosenWheel & UnpackedWheel & { sha256: string }

/** Throws BuildError. The lock describes the wheels as they are, whoever wrote the one that was given. */
export async function fetchWheels(
  request: Pick<BuildRequest, 'options' | 'lock' | 'isClaimed'> & { dependencies: Requirements },
): Promise<{ lock: DependencyLock; wheels: WheelFiles[] }> {
  const { options, dependencies, lock, isClaimed = false } = request
  const requirements = dependencies.map(readRequirement)
  const { index, credentials } = options.python
  const source = openSource(openIndex({ index, credentials }), options)
  const chosen = lock
    ? await Promise.all(lock.packages.map((each) => source.findLocked(each, isClaimed)))
    : await resolveRequirements(requirements, { options, ...source })
  for (const { name } of chosen) requireAllowed(name, options.python)
  const unpacked: Unpacked[] = []
  let left = options.limits.unpackedBytes
  for (const each of await source.downloadAll(chosen)) {
    const wheel = unpackWheel(each.bytes, each, left)
    left -= wheel.unpackedBytes
    unpacked.push({ ...each, ...wheel })
  }
  const wheels = connectWheels(unpacked, requirements)
  const packages = wheels.map(({ locked }) => locked)
  return { lock: { kind: 'python', registry: index, dependencies, packages }, wheels }
}

function readRequirement(text: string, index: number): Requirement {
  const parsed = parseRequirement(text)
  if ('requirement' in parsed) return parsed.requirement
  throw new BuildError(`${parsed.error}.`, { path: toPointer(['dependencies', String(index)]) })
}

/** Downloads each file once: of a package without separate metadata, the wheel is read while versions are chosen. */
function openSource(index: SimpleIndex, options: BuildOptions) {
  const limit = pLimit(DOWNLOADS)
  const downloads = new Map<string, Promise<Buffer>>()

  function download({ file }: ChosenWheel): Promise<Buffer> {
    const known = downloads.get(file.url)
    if (known) return known
    const maxBytes = options.limits.unpackedBytes
    const downloading = limit(() => index.download(file.url, { maxBytes, sha256: file.sha256 }))
    downloads.set(file.url, downloading)
    return downloading
  }

  async function readMetadata(wheel: ChosenWheel): Promise<Metadata> {
    const { file } = wheel
    if (!file.metadata)
      return unpackWheel(await download(wheel), wheel, options.limits.unpackedBytes).metadata
    const sha256 = file.metadata === true ? undefined : file.metadata
    const bytes = await index.download(`${file.url}.metadata`, { maxBytes: MAX_METADATA_BYTES, sha256 })
    return parseMetadata(bytes.toString())
  }

  async function findLocked(
    { name, version, integrity }: LockedPackage,
    isClaimed: boolean,
  ): Promise<ChosenWheel> {
    const files = await index.listFiles(name)
    const sha256 = Buffer.from(integrity.replace(/^sha256-/, ''), 'base64').toString('hex')
    const found = pureWheels(name, files ?? []).filter((each) => isSameVersion(each.version, version))
    const wheel = found.find(({ file }) => file.sha256 === undefined || file.sha256 === sha256)
    const fault = { path: '/dependencyLock' }
    if (!wheel)
      throw new BuildError(
        `The index has no wheel of ${name} ${version} with the checksum of the lock.`,
        fault,
      )
    if (isClaimed && wheel.file.isYanked)
      throw new BuildError(`${name} ${version} was withdrawn by its publisher.`, fault)
    if (isClaimed && !isOldEnough(wheel.file, options))
      throw new BuildError(
        `${name} ${version} was published less than ${options.minAgeHours} hours ago.`,
        fault,
      )
    return { ...wheel, file: { ...wheel.file, sha256 } }
  }

  async function downloadAll(chosen: readonly ChosenWheel[]) {
    return Promise.all(
      chosen.map(async (each) => {
        const bytes = await download(each)
        return { ...each, bytes, sha256: sha256Of(bytes) }
      }),
    )
  }

  return { listFiles: index.listFiles, readMetadata, findLocked, downloadAll }
}

/**
 * Returns the wheels with what needs them, sorted by name. Throws BuildError for a package that nothing needs and for a
 * requirement that none meets: a lock that somebody wrote by hand may have both.
 */
function connectWheels(unpacked: readonly Unpacked[], requirements: readonly Requirement[]): WheelFiles[] {
  const byName = new Map(unpacked.map((each) => [each.name, each]))
  const requiredBy = new Map<string, Set<string>>()
  const seen = new Set<string>()
  const open = requirements.filter(isApplicable).map((requirement) => ({ requirement, by: '' }))
  for (let need = open.shift(); need; need = open.shift()) {
    const { requirement, by } = need
    const { name, specifier, extras } = requirement
    const wheel = byName.get(name)
    if (!wheel || !satisfies(wheel.version, specifier, { prereleases: true }))
      throw new BuildError(`The lock has no version of ${name} that matches ${specifier || 'any'}.`, {
        path: '/dependencyLock',
      })
    const known = requiredBy.get(name) ?? new Set()
    if (by) known.add(by)
    requiredBy.set(name, known)
    for (const extra of ['', ...extras]) {
      const key = `${name} ${extra}`
      if (seen.has(key)) continue
      seen.add(key)
      open.push(
        ...requirementsOfWheel(wheel.metadata, [extra]).map((each) => ({ requirement: each, by: name })),
      )
    }
  }
  return unpacked
    .map((each) => {
      const by = requiredBy.get(each.name)
      if (!by) throw new BuildError(`No package needs ${each.name}.`, { path: '/dependencyLock' })
      return { locked: toLocked(each, [...by].sort()), files: each.files }
    })
    .toSorted((a, b) => (a.locked.path < b.locked.path ? -1 : 1))
}

function toLocked(
  { name, version, file, metadata, sha256, unpackedBytes }: Unpacked,
  requiredBy: string[],
): LockedPackage {
  return {
    ...{ path: sitePath(name), name, version },
    integrity: `sha256-${Buffer.from(sha256, 'hex').toString('base64')}`,
    license: metadata.license,
    ...(file.uploadedAt && { publishedAt: file.uploadedAt }),
    ...{ unpackedBytes, requiredBy },
  }
}
