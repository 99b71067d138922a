import path from 'node:path'
import pLimit from 'p-limit'
import {
  type Dependencies,
  type DependencyLock,
  type Requirements,
  readDependencies,
} from '../../contracts/packages/dependencies.ts'
import { bundleWheels } from '../python/bundle-wheels.ts'
import { fetchWheels } from '../python/fetch-wheels.ts'
import { BuildError, type BuildRequest, type Built } from '../request/build-request.ts'
import { requireAllowed } from '../request/package-policy.ts'
import { bundlePackages } from './bundle.ts'
import { connectPackages } from './connect-packages.ts'
import { type ChosenPackage, dateAgain, registryOptions, resolveTree } from './resolve-tree.ts'
import { openBudget, unpackPackage } from './unpack-package.ts'

const DOWNLOADS = 6

/**
 * Resolves the dependencies, or takes those of the lock, then unpacks and bundles them. With a lock, the result has the
 * lock as the packages themselves describe it, so that a lock which somebody wrote by hand cannot lie about a licence.
 * Throws BuildError.
 */
export async function performBuild(request: BuildRequest): Promise<Built> {
  const { dependencies, options, folder, entries } = request
  const { limits } = options
  const root = path.join(folder, 'packages')
  const python = isRequirements(dependencies) ? await fetchWheels({ ...request, dependencies }) : undefined
  const lock = python?.lock ?? (await fetchTarballs(request, root))
  const bundles = []
  for (const entry of entries)
    bundles.push(
      entry.runtime === 'python'
        ? bundleWheels(entry.key, python?.wheels ?? [], limits)
        : await bundlePackages(entry, { root, packages: python ? [] : lock.packages, limits }),
    )
  return { lock, bundles }
}

function isRequirements(dependencies: Dependencies | Requirements): dependencies is Requirements {
  return Array.isArray(dependencies)
}

async function fetchTarballs(request: BuildRequest, root: string): Promise<DependencyLock> {
  const { folder, options, lock, isClaimed = false } = request
  const dependencies = readDependencies(request)
  const fetching = registryOptions(folder, options)
  const hasDependencies = Object.keys(dependencies).length > 0
  const listed = lock?.packages.map(toChosen)
  const claimed =
    listed && isClaimed ? await Promise.all(listed.map((each) => dateAgain(each, options, fetching))) : listed
  const resolve = () => (hasDependencies ? resolveTree(folder, dependencies, options, fetching) : [])
  const chosen = claimed ?? (await resolve())
  for (const { name } of chosen) requireAllowed(name, options)
  const unpacking = { root, budget: openBudget(options), options, fetching }
  const limit = pLimit(DOWNLOADS)
  const unpacked = await Promise.all(chosen.map((each) => limit(() => unpackPackage(each, unpacking))))
  return { registry: options.registry, dependencies, packages: connectPackages(unpacked, dependencies) }
}

const LOCKED_PATH = /^node_modules\/(?:@[\w.-]+\/)?[\w.-]+(?:\/node_modules\/(?:@[\w.-]+\/)?[\w.-]+)*$/

/** A lock in an uploaded document is foreign data: its paths must not leave the folder. */
function toChosen({ path: folder, name, version, integrity, publishedAt }: ChosenPackage): ChosenPackage {
  if (!LOCKED_PATH.test(folder) || folder.split('/').some((part) => part === '..' || part === '.'))
    throw new BuildError(`The path of ${name} in the lock is not a folder in node_modules.`, {
      path: '/dependencyLock',
    })
  return { path: folder, name, version, integrity, ...(publishedAt && { publishedAt }) }
}
