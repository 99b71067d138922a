/** "Only if it is still as I read it." Floor 3. */
import type { VaultFileRow } from '../db/vault-files.ts'
import { AppError } from '../errors.ts'

/**
 * Passes when nothing was expected, or `current` is what was. Throws CONFLICT; `details[0].params.etag` is the current
 * etag, null when there is no such file any more.
 */
export function requireEtag(
  path: string,
  current: Pick<VaultFileRow, 'etag'> | null,
  expectedEtag: string | undefined,
): void {
  if (expectedEtag === undefined || current?.etag === expectedEtag) return
  const etag = current?.etag ?? null
  const message = etag
    ? `“${path}” has changed since you read it: its etag is ${etag} now.`
    : `“${path}” is not there any more.`
  throw new AppError('CONFLICT', {
    message,
    issues: [{ path: '/expectedEtag', keyword: 'etag', message, params: { path, etag } }],
  })
}
