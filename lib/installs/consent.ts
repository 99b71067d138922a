/** Agreeing to what a version may do. Floor 3, pure. */
import type { PermissionLine } from '../contract/document/permission-words.ts'
import { AppError } from '../errors.ts'

/**
 * What somebody chose, and whether what it may do was agreed to. With `range`, an exact number or an npm range,
 * `versionId` is the version it was seen to lead to; without, exactly that version is meant.
 */
export type Agreed = { versionId: string; range?: string; consent: boolean }

/** Throws PRECONDITION_FAILED, naming each permission, when there are some and nobody has agreed to them. */
export function requireConsent(
  consents: readonly PermissionLine[],
  { consent }: Pick<Agreed, 'consent'>,
): void {
  if (consent || consents.length === 0) return
  const issues = consents.map(({ sentence }) => ({ path: '/consent', message: sentence, keyword: 'consent' }))
  throw new AppError('PRECONDITION_FAILED', { message: 'First agree to what this version may do.', issues })
}
