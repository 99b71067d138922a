/** Reads the addresses that people copy from GitHub's pages. */
import { isSkillMarker } from '../skill-folders/find-root.ts'

export type RepositoryAddress = {
  owner: string
  name: string
  /**
   * What follows `/tree/` or `/blob/`: a branch, tag or commit, then a path. Branches may contain slashes, so where the path
   * begins is only known once the repository was asked. Empty for the default branch.
   */
  rest: string[]
}

/** As GitHub allows them. */
const OWNER = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/
const NAME = /^[A-Za-z0-9._-]{1,100}$/

/**
 * Returns undefined for anything but the address of a repository, or of a folder in one, at github.com or at `host`.
 * `owner/name` alone is read, too. The address of the file that marks a skill means its folder.
 */
export function readRepositoryAddress(text: string, host: string): RepositoryAddress | undefined {
  const trimmed = text.trim()
  const segments = /^[\w.-]+\/[\w.-]+$/.test(trimmed) ? trimmed.split('/') : pathSegments(trimmed, host)
  const [owner = '', given = '', view, ...rest] = segments ?? []
  const name = given.replace(/\.git$/, '')
  if (!OWNER.test(owner) || !NAME.test(name) || /^\.+$/.test(name)) return undefined
  if (view === undefined) return { owner, name, rest: [] }
  if (!['tree', 'blob', 'commit'].includes(view) || rest.length === 0) return undefined
  // A decoded %2F would lead out of the repository.
  if (rest.some((segment) => segment === '.' || segment === '..' || /[/\\]/.test(segment))) return undefined
  const isMarker = view === 'blob' && isSkillMarker(rest.at(-1)!)
  return { owner, name, rest: isMarker ? rest.slice(0, -1) : rest }
}

function pathSegments(text: string, host: string): string[] | undefined {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || ![host, 'github.com', 'www.github.com'].includes(url.host)) return undefined
  try {
    return url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** More slashes than branches have in practice; each possible branch is a request. */
const MAX_BRANCH_SEGMENTS = 3

/** Returns the possible revisions, each with the path that remains, the shortest first. */
export function possibleRevisions({ rest }: RepositoryAddress): { revision: string; path: string }[] {
  if (rest.length === 0) return [{ revision: 'HEAD', path: '' }]
  return Array.from({ length: Math.min(rest.length, MAX_BRANCH_SEGMENTS) }, (_, index) => ({
    revision: rest.slice(0, index + 1).join('/'),
    path: rest.slice(index + 1).join('/'),
  }))
}
