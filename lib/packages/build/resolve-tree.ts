/** Chooses exact versions for a SkillSet's dependencies, as `npm install` would, without fetching their files. */
import fs from 'node:fs/promises'
import path from 'node:path'
import Arborist from '@npmcli/arborist'
import pacote from 'pacote'
import type { Dependencies } from '../../contracts/packages/dependencies.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { BuildError, type BuildOptions } from '../request/build-request.ts'
import { requireAllowed } from '../request/package-policy.ts'
import { registryError } from './registry-error.ts'

/** A package that was chosen, before its tarball has been read. */
export type ChosenPackage = {
  path: string
  name: string
  version: string
  integrity: string
  publishedAt?: string
}

export type RegistryOptions = ReturnType<typeof registryOptions>

const NAME_OF_SKILL = 'skill'

/** Options of npm's libraries. Nothing but the registry can be a source, and no script of a package runs. */
export function registryOptions(folder: string, { registry, token, minAgeHours }: BuildOptions) {
  const { host, pathname } = new URL(registry)
  return {
    registry,
    cache: path.join(folder, 'cache'),
    ...{ allowGit: 'none', allowRemote: 'none', allowFile: 'none', allowDirectory: 'none' },
    ...{ git: false, ignoreScripts: true, audit: false, fund: false, offline: false },
    ...{ fetchRetries: 1, fetchTimeout: 20_000, fullMetadata: true, packumentCache: new Map() },
    ...(minAgeHours > 0 && { before: new Date(Date.now() - minAgeHours * HOUR_MS) }),
    ...(token && { [`//${host}${pathname}:_authToken`]: token }),
  }
}

/** Throws BuildError if a package does not exist, is too new, is not allowed, or comes from somewhere else. */
export async function resolveTree(
  folder: string,
  dependencies: Dependencies,
  options: BuildOptions,
  fetching: RegistryOptions,
): Promise<ChosenPackage[]> {
  const root = path.join(folder, 'root')
  await fs.mkdir(root, { recursive: true })
  const manifest = { name: NAME_OF_SKILL, version: '1.0.0', private: true, dependencies }
  await fs.writeFile(path.join(root, 'package.json'), JSON.stringify(manifest))
  const tree = await new Arborist({ path: root, ...fetching }).buildIdealTree().catch((error: Error) => {
    throw registryError(error, options)
  })
  // Optional packages are native add-ons for one platform, or features that their package does without.
  const nodes = [...tree.inventory.values()].filter((node) => !node.isRoot && !node.optional)
  const { limits } = options
  if (nodes.length > limits.packages)
    throw new BuildError(
      `These dependencies need ${nodes.length} packages. The limit is ${limits.packages}.`,
      { code: 'POLICY_DENIED' },
    )
  for (const node of nodes) requireAllowed(node.packageName, options)
  return Promise.all(nodes.map((node) => choose(node, fetching)))
}

async function choose(node: Arborist.Node, fetching: RegistryOptions): Promise<ChosenPackage> {
  const { packageName: name, version, integrity, location, inBundle } = node
  const fault = { path: toPointer(['dependencies', name]) }
  if (inBundle)
    throw new BuildError(
      `${name} is contained in the files of another package, and cannot be checked.`,
      fault,
    )
  if (!integrity) throw new BuildError(`The registry has no checksum of ${name} ${version}.`, fault)
  const publishedAt = await findPublishedAt({ name, version }, fetching)
  return {
    path: location.replaceAll('\\', '/'),
    ...{ name, version, integrity: String(integrity) },
    ...(publishedAt && { publishedAt }),
  }
}

/** Returns undefined if the registry does not tell. */
async function findPublishedAt(
  { name, version }: Pick<ChosenPackage, 'name' | 'version'>,
  fetching: RegistryOptions,
): Promise<string | undefined> {
  const { time } = (await pacote.packument(name, fetching)) as { time?: Record<string, string> }
  return time?.[version]
}

/** Reads the dates of a lock that somebody sent from the registry. Throws BuildError for a version that is too new. */
export async function dateAgain(
  { publishedAt: _, ...chosen }: ChosenPackage,
  options: BuildOptions,
  fetching: RegistryOptions,
): Promise<ChosenPackage> {
  const { name, version } = chosen
  const publishedAt = await findPublishedAt(chosen, fetching).catch((error: Error) => {
    throw registryError(error, options)
  })
  const { minAgeHours } = options
  const isTooNew = publishedAt && Date.now() - Date.parse(publishedAt) < minAgeHours * HOUR_MS
  if (isTooNew)
    throw new BuildError(`${name} ${version} was published less than ${minAgeHours} hours ago.`, {
      path: toPointer(['dependencies', name]),
    })
  return { ...chosen, ...(publishedAt && { publishedAt }) }
}
