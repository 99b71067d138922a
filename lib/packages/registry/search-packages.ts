import { z } from 'zod'
import { isPackageName } from '../../contracts/packages/dependencies.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import { readPackageOptions } from '../package-options.ts'
import { BuildError } from '../request/build-request.ts'
import { requireAllowed } from '../request/package-policy.ts'
import { askRegistry } from './ask-registry.ts'

type FoundPackage = { name: string; version: string; description: string }

export type PackageSearch =
  /** The registry has no search, as many private ones. */
  { isOffered: false } | { isOffered: true; packages: FoundPackage[] }

/** What npm's registry answers at /-/v1/search; other registries leave out fields. */
const Answer = z.object({
  objects: z.array(
    z.object({
      package: z.object({
        name: z.string(),
        version: z.string().default(''),
        description: z.string().nullish(),
      }),
    }),
  ),
})

const MAX_FOUND = 10
/** The registry counts packages that this site does not allow, too. */
const MAX_ASKED = 20

/**
 * Searches the operator's registry for npm packages, and returns those that this site allows. Throws TOOL_NOT_AVAILABLE if
 * the registry does not answer.
 */
export async function searchPackages(db: Database, text: string): Promise<PackageSearch> {
  const { registry, token, ...lists } = await readPackageOptions(db)
  const query = new URLSearchParams({ text, size: String(MAX_ASKED) })
  const answer = await askRegistry(new URL(`-/v1/search?${query}`, registry).href, { token }).catch(
    (cause) => {
      throw new AppError('TOOL_NOT_AVAILABLE', {
        message: 'The package registry does not answer.',
        suggestedAction: 'Enter the name of the package.',
        cause,
      })
    },
  )
  const { data } = Answer.safeParse(answer.body)
  if (answer.status !== 200 || !data) return { isOffered: false }
  const packages = data.objects
    .map(({ package: { name, version, description } }) => ({
      name,
      version,
      description: (description ?? '').slice(0, 200),
    }))
    .filter(({ name }) => isPackageName(name) && isAllowed(name, lists))
  return { isOffered: true, packages: packages.slice(0, MAX_FOUND) }
}

function isAllowed(name: string, lists: Parameters<typeof requireAllowed>[1]): boolean {
  try {
    requireAllowed(name, lists)
    return true
  } catch (thrown) {
    if (!(thrown instanceof BuildError)) throw thrown
    return false
  }
}
