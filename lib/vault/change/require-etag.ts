import type { VaultFileRow } from '../../db/vault/vault-files.ts'
import { AppError } from '../../errors.ts'

/** Throws CONFLICT; `details[0].params.etag` is the current one, null if the file is gone. */
export function requireEtag(
  path: string,
  current: Pick<VaultFileRow, 'etag'> | null,
  expectedEtag: string | undefined,
): void {
  if (expectedEtag === undefined || current?.etag === expectedEtag) return
  const etag = current?.etag ?? null
  const message = etag
    ? `“${path}” has changed since you read it. Its etag is now ${etag}.`
    : `“${path}” no longer exists.`
  throw new AppError('CONFLICT', {
    message,
    issues: [{ path: '/expectedEtag', keyword: 'etag', message, params: { path, etag } }],
  })
}
