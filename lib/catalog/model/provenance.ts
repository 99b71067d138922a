import { isObject } from '../../kernel/json/json.ts'

/** Where a version was built, from the verified claims of the OIDC token that the CI job sent. */
export type Provenance = {
  /** "owner/name" */
  repository: string
  repositoryUrl: string
  commit: string
  commitUrl: string
  /** "refs/heads/main" */
  ref: string
  workflow: string
  runUrl: string
  /** Visitors see the provenance of public repositories only. */
  isPublic: boolean
}

/** Returns null if no claims, or too few, are stored: earlier versions of the server stored fewer. */
export function readProvenance(stored: unknown): Provenance | null {
  if (!isObject(stored)) return null
  const { repository, repositoryUrl, commit, commitUrl, ref, workflow, runUrl, isPublic } = stored
  const texts = { repository, repositoryUrl, commit, commitUrl, ref, workflow, runUrl }
  const isComplete = Object.values(texts).every((text) => typeof text === 'string')
  return isComplete ? { ...(texts as Omit<Provenance, 'isPublic'>), isPublic: isPublic === true } : null
}
