import { isObject } from '../../kernel/json/json.ts'

/** From the verified claims of CI's OIDC token. */
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

/** Returns null for no claims; an older server may have stored fewer. */
export function readProvenance(stored: unknown): Provenance | null {
  if (!isObject(stored)) return null
  const { repository, repositoryUrl, commit, commitUrl, ref, workflow, runUrl, isPublic } = stored
  const texts = { repository, repositoryUrl, commit, commitUrl, ref, workflow, runUrl }
  const isComplete = Object.values(texts).every((text) => typeof text === 'string')
  return isComplete ? { ...(texts as Omit<Provenance, 'isPublic'>), isPublic: isPublic === true } : null
}
